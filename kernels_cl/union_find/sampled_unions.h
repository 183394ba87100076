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
#include "union_find/sampled_entry.h"

// The edge to the first neighbor, if that is above v, needs no compare-and-swap: before any link, v
// may simply start below it. Most links are made here, free of contention.
inline void hook_to_first_neighbor(
    const int v,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents
    FOREST_PARAMETER)
{
    const OFFSET begin = STREAMED_OFFSET(offsets, v);
    const OFFSET end = STREAMED_OFFSET(offsets, v + 1);
    const OFFSET first = sampled_entry(v, 0, begin, end);
    const int parent = begin < end ? upper_neighbor(STREAMED(neighbors, first), v) : v;
    INITIALIZE_PARENT(parents, v, parent);
    INITIALIZE_EDGE(v, parent != v ? first : NO_EDGE);
}

// Unite v with its sampled neighbors, but for the first one if v began below it.
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
    int i = count > 0 && !ABOVE(v, STREAMED(neighbors, sampled_entry(v, 0, begin, end)));
    if (i >= count)
        return;
    int source = SOURCE(parents, v);
    for (; i < count; i++) {
        const OFFSET entry = sampled_entry(v, i, begin, end);
        const int neighbor = STREAMED(neighbors, entry);
        source = UNITE_SAMPLED_EDGE(parents, source, neighbor, counters);
    }
}
