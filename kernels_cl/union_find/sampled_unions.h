// Unite a vertex with the entries that are sampled of its row (sampled_entry.h), one work-item a
// vertex: they are adjacent in memory, so the first read fetches the others, and edges of one
// vertex never compete for its root. sampling.cl says what that is for.
//
// Invariant: only edges of the graph are united, so each tree stays within a component. parents.h
// and unite.h say why the races are benign.
#include "device/counters.h"
#include "device/parents.h"
#include "device/streamed.h"
#include "union_find/find.h"
#include "union_find/unite.h"
#include "union_find/given_up_edge.h"
#include "union_find/sampled_hook.h"

// The edge that hooks v needs no compare-and-swap: before any link, v may simply start below its
// end. Most links are made here, free of contention.
inline void hook_vertex(
    const int v,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents
    FOREST_PARAMETER)
{
    const OFFSET begin = STREAMED_OFFSET(offsets, v);
    const OFFSET end = STREAMED_OFFSET(offsets, v + 1);
    OFFSET hook;
    const int parent = hooked_parent(v, begin, end, neighbors, &hook);
    INITIALIZE_PARENT(parents, v, parent);
    INITIALIZE_EDGE(v, hook);
}

// Unite v with its sampled neighbors, but for the one below which it began.
inline void unite_sampled_neighbors(
    const int v,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global int *counters
    FOREST_PARAMETER)
{
    const OFFSET begin = STREAMED_OFFSET(offsets, v);
    const OFFSET end = STREAMED_OFFSET(offsets, v + 1);
    const int count = (int)min((OFFSET)K, end - begin);
    OFFSET hook;
    (void)hooked_parent(v, begin, end, neighbors, &hook);
    // The first one most often, and nothing is left to do of a row of one entry.
    int i = count > 0 && hook == sampled_entry(v, 0, begin, end);
    if (i >= count)
        return;
    int source = SOURCE(parents, v);
    for (; i < count; i++) {
        const OFFSET entry = sampled_entry(v, i, begin, end);
#ifndef HOOKS_BY_ONE
        if (entry == hook)
            continue;
#endif
        const int neighbor = STREAMED(neighbors, entry);
        source = UNITE_OR_GIVE_UP(parents, source, neighbor, counters);
    }
}
