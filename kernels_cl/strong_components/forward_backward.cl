// Forward-backward (FW-BW): Fleischer, Hendrickson and Pinar, On identifying strongly connected
// components in parallel, IPDPS Workshops 2000, as Algorithm 1 of Li et al., 2014, on all subgraphs
// at once. As in Barnat, Bauch, Brim and Ceska, IPDPS 2011, every vertex has a place for an
// election, and what a pivot reaches is named after the pivot. The pivot's component is finished in
// the same iteration. So no vertex is a pivot twice, no name is given twice, and no numbers are
// needed. The first subgraph has the name n.
//
// Invariant: each component lies within one subgraph. For the vertices that the pivot reaches are
// left by no path that comes back. Each iteration finishes a component of each subgraph.
//
// The pivot is the vertex with the smallest hash: it looks random, and is the same in every run.
// The election is by atomic minima. The look that saves most of them may be stale, and then it sees
// a larger hash. All else that is written belongs to the work-item of its vertex.
#include "device/hash.h"
#include "strong_components/labels.h"
#include "strong_components/frontier.h"

// Different vertices have different hashes: both steps are bijections.
inline int hash_of(const int v)
{
    const uint bits = (uint)v * 0x9e3779b1u;
    return (int)((bits ^ (bits >> 15)) * 0x85ebca77u);
}

__kernel void begin_subgraph(
    const int n, __global int *restrict labels, __global int *restrict election)
{
    const int v = get_global_id(0);
    if (v < n)
        labels[v] = n;
    if (v <= n)
        election[v] = INT_MAX;
}

__kernel void elect_pivots(
    const int n, __global const int *restrict labels, __global int *election, __global int *work)
{
    const int v = get_global_id(0);
    if (v == 0)
        work[WORK_DEPTH] += n > 0;
    if (v < n && !IS_FINISHED(labels[v]))
        (void)OFFER_PARENT(election, labels[v], hash_of(v));
}

__kernel void begin_forward(
    const int n,
    __global int *restrict labels,
    __global const int *restrict election,
    __global int *restrict changes,
    NEXT_PARAMETERS)
{
    __local queue_t queue;
    const int v = get_global_id(0);
    begin_queue(&queue);
    if (v < n && !IS_FINISHED(labels[v]) && election[labels[v]] == hash_of(v)) {
        changes[v] = v - labels[v];
        labels[v] = v;
        remember(v, 0, &queue, offsets, next, next_pieces, search);
    }
    append_remembered(0, &queue, offsets, next, next_pieces, search);
}

// Say whether vertices remain, and clear the places for the next election.
__kernel void end_iteration(
    const int n,
    __global const int *restrict labels,
    __global int *restrict election,
    __global int *counters)
{
    const int v = get_global_id(0);
    if (v < n && !IS_FINISHED(labels[v]))
        MARK_CHANGED(counters);
    if (v <= n)
        election[v] = INT_MAX;
}
