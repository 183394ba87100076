// Trimming: finish components of one and of two vertices that their rows give away.
//
// One: a vertex without a predecessor or without a successor in its subgraph, other than itself.
// McLendon, Hendrickson, Plimpton and Rauchwerger, Finding strongly connected components in
// distributed graphs, Journal of Parallel and Distributed Computing 65, 2005; Barnat, Bauch, Brim
// and Ceska, Computing strongly connected components in parallel on CUDA, IPDPS 2011. A launch is a
// round; rounds go on until one finishes nothing.
// Two: two vertices with arcs both ways, where neither has another predecessor, or neither another
// successor. Hong, Rodia and Olukotun, On fast parallel detection of strongly connected components
// (SCC) in small-world graphs, SC 2013.
//
// Invariant: the vertices that are left are whole components. Each component is named after its
// smallest vertex.
//
// The races are benign: a neighbor that is finished in the same launch may be seen before or after,
// and both are right, since its component is not the vertex's. Pairs do not overlap: if v is the
// only neighbor of w, no other vertex takes w for its partner. So each label has one writer.
#include "device/counters.h"
#include "strong_components/other_entries.h"

__kernel void trim_ones(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict transposed_offsets,
    __global const int *restrict transposed_neighbors,
    __global int *labels,
    __global int *counters)
{
    __local hubs_t hubs;
    const int v = get_global_id(0);
    int label = v < n ? LOAD_LABEL(labels, v) : FINISHED(0);
    const int is_finished = IS_FINISHED(label);
    const int has_successor = has_other(labels, offsets, neighbors, v, label, &hubs);
    if (!has_successor)
        label = FINISHED(v);
    const int has_predecessor =
        has_other(labels, transposed_offsets, transposed_neighbors, v, label, &hubs);
    if (!is_finished && !(has_successor && has_predecessor)) {
        STORE_LABEL(labels, v, FINISHED(v));
        MARK_CHANGED(counters);
    }
}

#define NOBODY -1

// The only vertex other than v that is in the row of v and in its subgraph; NOBODY if there are
// none or several. A row of high degree counts as having several: only time depends on it.
inline int only_other(
    __global int *labels,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    const int v,
    const int label)
{
    int other = NOBODY;
    const OFFSET end = offsets[v + 1];
    if (end - offsets[v] > HIGH_DEGREE)
        return NOBODY;
    for (OFFSET entry = offsets[v]; entry < end; entry++) {
        const int neighbor = neighbors[entry];
        if (neighbor == v || neighbor == other || LOAD_LABEL(labels, neighbor) != label)
            continue;
        if (other != NOBODY)
            return NOBODY;
        other = neighbor;
    }
    return other;
}

// On the rows: neither has another successor. On those of the transpose: another predecessor.
__kernel void trim_pairs(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *labels)
{
    const int v = get_global_id(0);
    const int label = v < n ? LOAD_LABEL(labels, v) : FINISHED(0);
    if (IS_FINISHED(label))
        return;
    const int other = only_other(labels, offsets, neighbors, v, label);
    if (other > v && only_other(labels, offsets, neighbors, other, label) == v) {
        STORE_LABEL(labels, v, FINISHED(v));
        STORE_LABEL(labels, other, FINISHED(v));
    }
}
