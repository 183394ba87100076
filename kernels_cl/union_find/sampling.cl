// k-out sampling: Sutton, Ben-Nun and Barak, Afforest, IPDPS 2018, and Hong, Dhulipala and Shun,
// GConn, PACT 2020, section 3.3. Hook-based sampling: the same section of GConn.
//
// Unite K neighbors of every vertex with it, then find the label that most vertices have, or might
// have if all trees were flat, which they are only later (flatten_and_gather in finish_rows.cl).
// Afterwards only vertices with another label need to be finished: an edge between two vertices of
// that label joins nothing new, and an edge that leaves them is seen from its other end, since
// every edge is stored at both ends, or else by unsettled_ends.cl.
//
// sampled_entry.h says which neighbors are taken, and sampled_hook.h which of them hooks the vertex
// before any union. Hook-based sampling then unites K neighbors only of the vertices that are still
// roots.
//
// Invariant: only edges of the graph are united, so each tree stays within a component. parents.h
// and unite.h say why the races are benign.
//
// One work-item takes all K edges of a vertex (sampled_unions.h). sampling_sharing.cl has GConn's
// ways to share them out.
#include "device/parents.h"
#include "device/streamed.h"
#include "union_find/find.h"
#include "device/counters.h"
#include "union_find/vote.h"

#ifdef K
#include "union_find/sampled_unions.h"

// hook_vertex. With K == 2, `rest` holds what is left for sample_rest: the end of the other edge of
// the sample, NOTHING, or BOTH. Reading it back costs 4 bytes per vertex; reading the row again
// would cost a memory sector of 32 and two offsets.
#define NOTHING -1
#define BOTH -2

// The other edge of a sample of two, if one of them has hooked v; else NO_EDGE.
inline OFFSET other_entry(const int v, const OFFSET begin, const OFFSET end, const OFFSET hook)
{
    const OFFSET one = sampled_entry(v, 0, begin, end), other = sampled_entry(v, 1, begin, end);
    return hook == one ? other : hook == other ? one : NO_EDGE;
}

__kernel void sample_first(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents,
    __global int *restrict rest,
    __global int *restrict counters
    FOREST_PARAMETER)
{
    CLEAR_COUNTERS(counters)
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const OFFSET begin = STREAMED_OFFSET(offsets, v);
    const OFFSET end = STREAMED_OFFSET(offsets, v + 1);
    OFFSET hook;
    const int parent = hooked_parent(v, begin, end, neighbors, &hook);
    INITIALIZE_PARENT(parents, v, parent);
    INITIALIZE_EDGE(v, hook);
#if K == 2
    int left = NOTHING;
    if (begin + 1 < end || (begin < end && hook == NO_EDGE)) {
        const OFFSET other = other_entry(v, begin, end, hook);
        left = other == NO_EDGE ? BOTH : STREAMED(neighbors, other);
    }
    rest[v] = left;
#endif
}

__kernel void sample_rest(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global const int *restrict rest,
    __global int *restrict counters
    FOREST_PARAMETER)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
#if K == 2
    const int left = rest[v];
    if (left == NOTHING)
        return;
    if (left != BOTH) {
#ifdef FOREST
        const OFFSET begin = STREAMED_OFFSET(offsets, v);
        const OFFSET end = STREAMED_OFFSET(offsets, v + 1);
        OFFSET entry = sampled_entry(v, 1, begin, end);
#ifndef HOOKS_BY_ONE
        OFFSET hook;
        (void)hooked_parent(v, begin, end, neighbors, &hook);
        entry = other_entry(v, begin, end, hook);
#endif
#endif
        UNITE_OR_GIVE_UP(parents, SOURCE(parents, v), left, counters);
        return;
    }
#endif
    unite_sampled_neighbors(v, offsets, neighbors, parents, counters FOREST_ARGUMENT);
}

// Hook-based sampling. Nothing is linked yet, so no work-item needs a compare-and-swap.
__kernel void hook_first(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents,
    __global int *restrict counters
    FOREST_PARAMETER)
{
    CLEAR_COUNTERS(counters)
    const int v = get_global_id(0);
    if (v < n)
        hook_vertex(v, offsets, neighbors, parents FOREST_ARGUMENT);
}

// A vertex that others have linked in the meantime is not a root any more and is left alone. Then
// its first entries may be united from neither end, so the finish has to look at it.
__kernel void hook_roots(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global int *restrict counters
    FOREST_PARAMETER)
{
    const int v = get_global_id(0);
    if (v < n && LOAD_PARENT(parents, v) == v)
        unite_sampled_neighbors(v, offsets, neighbors, parents, counters FOREST_ARGUMENT);
}
#endif

#ifdef VOTERS
// The compiler must leave room for a group of this size.
#define ONE_GROUP __attribute__((reqd_work_group_size(VOTERS, 1, 1)))

// One work-group finds the label of most, of trees of any height: for a processor, and where nobody
// gathers unsettled vertices. Else those who do vote (finish_rows.cl).
__kernel ONE_GROUP void vote_for_label(const int n, __global int *parents, __global int *counters)
{
    __local int labels[SLOTS];
    __local int counts[SLOTS];
    __local int best;
    vote(n, parents, counters, labels, counts, &best);
}
#endif
