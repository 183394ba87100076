// Coloring: S. Orzan, On distributed verification and verified distribution, PhD thesis, Vrije
// Universiteit Amsterdam, 2004. The color of a vertex is the largest id that reaches it.
//
// Invariant: when the colors no longer change, the vertices of one component have one color. A
// vertex with its own color is reached from its color alone, so the vertices of that color that
// reach it are its component, and the color is a name for it. Every iteration finishes at least the
// component of the largest vertex left.
//
// The races of the propagation are benign: a color only grows, by atomic maxima. A stale load shows
// a smaller color, which costs an atomic maximum that changes nothing, or a vertex that sends a
// color that is already surpassed; whoever raised it has put the vertex on the next frontier.
// `stamps` lets a round append a vertex once. Finished vertices stay as they are.
#define SEARCH_PARAMETERS __global int *labels, __global int *stamps
#define SEARCH_ARGUMENTS labels, stamps
#define SOUGHT(v, label) 0
#define VISIT(neighbor, label, sought) is_raised(labels, stamps, neighbor, label, round)

#include "strong_components/labels.h"

// Raise the color of a vertex; return whether the vertex has not been raised in this round before.
inline int is_raised(
    __global int *labels, __global int *stamps, const int v, const int color, const int round)
{
    const int label = LOAD_LABEL(labels, v);
    return !IS_FINISHED(label) && label < color
        && atomic_max((volatile __global int *)(labels + v), color) < color
        && atomic_xchg((volatile __global int *)(stamps + v), round) != round;
}

#include "strong_components/expansion.h"

__kernel void begin_subgraph(
    const int n, __global int *restrict labels, __global int *restrict stamps)
{
    const int v = get_global_id(0);
    if (v < n) {
        labels[v] = 0;
        stamps[v] = -1;
    }
}

__kernel void begin_colors(
    const int n, __global int *restrict labels, __global int *work, NEXT_PARAMETERS)
{
    __local queue_t queue;
    const int v = get_global_id(0);
    if (v == 0)
        work[WORK_DEPTH] += n > 0;
    begin_queue(&queue);
    if (v < n && !IS_FINISHED(labels[v])) {
        labels[v] = v;
        remember(v, 0, &queue, offsets, next, next_pieces, search);
    }
    append_remembered(0, &queue, offsets, next, next_pieces, search);
}

__kernel void propagate_colors(ROUND_PARAMETERS)
{
    EXPAND_FRONTIER
}

__kernel void end_iteration(
    const int n, __global const int *restrict labels, __global int *counters)
{
    const int v = get_global_id(0);
    if (v < n && !IS_FINISHED(labels[v]))
        MARK_CHANGED(counters);
}
