// Turn compressed sparse rows into two arrays, the sources and the targets of the edges, in the
// order of the rows. If the rows hold each edge at both ends (SYMMETRIC), list only the entries to
// a neighbor that is no smaller than the vertex. Otherwise list every entry; then the neighbors
// serve as the targets unchanged.
//
// A block of entries begins anywhere in a row, so each work-item finds its first row by bisection.
// One kernel counts the edges of each block, the host sums the counts, and another kernel lists the
// edges.
//
// Invariant: a block writes as many edges as it has counted, from begins[block] on. So no place is
// written twice, none is left out, and nothing races.
#include "graph/entry_loop.h"

#ifdef SYMMETRIC
#define IS_LISTED(v, neighbor) ((neighbor) >= (v))
#else
#define IS_LISTED(v, neighbor) 1
#endif

__kernel void count_edges(
    const int n,
    const OFFSET entries,
    const OFFSET block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict counts)
{
    int count = 0;
    FOR_EACH_ENTRY_OF_BLOCK(
        block, entries, n, offsets, v, entry, count += IS_LISTED(v, neighbors[entry]));
    if (HAS_BLOCK(block, entries))
        counts[get_global_id(0)] = count;
}

// Any of the three arrays may be left out (NULL). Returns the next place.
inline OFFSET list_edge(
    const int v,
    const OFFSET entry,
    const int neighbor,
    const OFFSET place,
    __global int *restrict sources,
    __global int *restrict targets,
    __global OFFSET *restrict entries_listed)
{
    if (!IS_LISTED(v, neighbor))
        return place;
    if (sources)
        sources[place] = v;
#ifdef SYMMETRIC
    if (targets)
        targets[place] = neighbor;
#endif
    if (entries_listed)
        entries_listed[place] = entry;
    return place + 1;
}

__kernel void list_edges(
    const int n,
    const OFFSET entries,
    const OFFSET block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict begins,
    __global int *restrict sources,
    __global int *restrict targets,
    __global OFFSET *restrict entries_listed)
{
    OFFSET place = HAS_BLOCK(block, entries) ? begins[get_global_id(0)] : 0;
    FOR_EACH_ENTRY_OF_BLOCK(
        block, entries, n, offsets, v, entry,
        place = list_edge(
            v, entry, neighbors[entry], place, sources, targets, entries_listed));
}
