// What Filter-Boruvka (filter_boruvka.cl) puts on its list in the first phase: the light edges
// between trees, or all of them without a filter; from rows, or from arrays of edges, and from
// arrays in the second phase, too.
//
// Invariant: the list was empty, and each edge between trees that belongs to the phase gets one
// place on it. The paths are flat, so that an edge's trees can be read at its ends. Places
// are reserved by an atomic function, so no two edges get the same one.
#include "minimum_forest/lightest_edges.h"
#include "minimum_forest/edge_list.h"
#include "device/counters.h"
#include "union_find/find.h"
#include "graph/row_search.h"
#include "minimum_forest/reserve.h"
#include "minimum_forest/tree_names.h"

// Put the `own` edges of a work-item's batch at the end of the list, and offer them.
#define PUT_BATCH                                                                                  \
    {                                                                                              \
        const uint first = atomic_add((volatile __global uint *)LENGTH_OF_LIST(phase), own);       \
        offer_batch(batch, own, minima);                                                           \
        for (uint j = 0; j < own; j++)                                                             \
            list[first + j] = batch[j];                                                            \
        own = 0;                                                                                   \
    }

#ifdef FILTER
#define LARGEST_LIGHT_KEY as_uint(counters[THRESHOLD])
#define LARGEST_LIGHT_INDEX as_uint(counters[THRESHOLD_INDEX])
#else
#define LARGEST_LIGHT_KEY UINT_MAX
#define LARGEST_LIGHT_INDEX (uint)ALL_INDICES
#endif

inline int is_light(
    const uint key, const uint index, const uint threshold, const uint last_index)
{
    return key < threshold || (key == threshold && index <= last_index);
}

#define EACH for (int i = 0; i < PIECES; i++)

// Put the light edges between trees on the empty list. A group takes CHUNK entries, wherever
// rows begin, and each work-item takes PIECES of them. Each step is done for all of these before
// the next step, so that a work-item has PIECES reads under way at once.
__kernel void list_light(
    const OFFSET entries,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const uint *restrict indices,
    __global const int *restrict parents,
    __global const int *restrict section_rows,
    __global uint4 *restrict list,
    __global int *counters)
{
    __local uint taken, first;
    const int item = get_local_id(0);
    const int chunk = get_group_id(0);
    const OFFSET begin = (OFFSET)chunk * CHUNK + item;
    const int first_row = section_rows[(OFFSET)chunk * (CHUNK / SECTION)];
    const int last_row = section_rows[(OFFSET)(chunk + 1) * (CHUNK / SECTION)];
    const uint threshold = LARGEST_LIGHT_KEY;
    const uint last_index = LARGEST_LIGHT_INDEX;
    uint4 edges[PIECES];
    int listed[PIECES];
    EACH {
        const OFFSET entry = begin + i * GROUP_SIZE;
        edges[i].z = entry < entries ? keys[entry] : 0;
        listed[i] = entry < entries && edges[i].z <= threshold;
    }
    EACH if (listed[i])
        edges[i].y = neighbors[begin + i * GROUP_SIZE];
    EACH if (listed[i]) {
        edges[i].x = row_between(offsets, first_row, last_row + 1, begin + i * GROUP_SIZE);
        listed[i] = edges[i].x < edges[i].y;
    }
    EACH if (listed[i]) {
        edges[i].x = TREE_OF_NAME(parents[edges[i].x]);
        edges[i].y = TREE_OF_NAME(parents[edges[i].y]);
        edges[i].w = indices[begin + i * GROUP_SIZE];
    }
    uint own = 0;
    // Indices are compared once they are here: a read for each key that is the threshold's, before
    // the neighbors are read, took social 0.99 ms in place of 0.76 (H200, weights by hash).
    EACH {
        listed[i] = listed[i] && edges[i].x != edges[i].y &&
                    (edges[i].z < threshold || edges[i].w <= last_index);
        own += listed[i];
    }
    RESERVE(LENGTH_OF_LIST(LIGHT), own, place)
    uint next = place;
    EACH if (listed[i])
        list[next++] = edges[i];
}

// Put the edges of two arrays that go between trees on the empty list, or the light ones of them
// if there is a filter and this is the first phase. The index of an edge is its place in them.
__kernel void list_arrays(
    const long edge_count,
    const int phase,
    __global const int *restrict sources,
    __global const int *restrict targets,
    __global const uint *restrict keys,
    __global const int *restrict parents,
    __global uint4 *restrict list,
    __global minimum_t *minima,
    __global int *counters)
{
    const uint threshold = phase == LIGHT ? LARGEST_LIGHT_KEY : UINT_MAX;
    const uint last_index = phase == LIGHT ? LARGEST_LIGHT_INDEX : (uint)ALL_INDICES;
#ifdef SHARE_BLOCKS
    // A processor collects a batch of edges, and then takes places for all of them.
    uint4 batch[BATCH];
    uint own = 0;
    const long end = SHARE_END(TEAM, TEAMS, edge_count);
    for (long i = SHARE_BEGIN(TEAM, TEAMS, edge_count); i < end; i++) {
        const int source = sources[i], target = targets[i];
        if (!is_light(keys[i], (uint)i, threshold, last_index) || source == target)
            continue;
        // Each vertex is a tree in the first phase. On random graphs of 2**20 vertices not to look
        // takes 0.7 of this kernel's time then, and 0.93 of that of a forest.
        const uint4 edge =
            phase == LIGHT ? (uint4)(source, target, keys[i], (uint)i)
                           : (uint4)(parents[source], parents[target], keys[i], (uint)i);
        if (edge.x == edge.y)
            continue;
        batch[own++] = edge;
        if (own == BATCH) {
            PUT_BATCH
        }
    }
    PUT_BATCH
#else
    __local uint taken, first;
    const int item = get_local_id(0);
    const long begin = (long)get_group_id(0) * CHUNK + item;
    uint4 edges[PIECES];
    int listed[PIECES];
    EACH {
        const long place = begin + i * GROUP_SIZE;
        edges[i].w = (uint)place;
        edges[i].z = place < edge_count ? keys[place] : 0;
        listed[i] =
            place < edge_count && is_light(edges[i].z, edges[i].w, threshold, last_index);
    }
    EACH if (listed[i]) {
        edges[i].x = sources[edges[i].w];
        edges[i].y = targets[edges[i].w];
        listed[i] = edges[i].x != edges[i].y;
    }
    EACH if (listed[i]) {
        edges[i].x = parents[edges[i].x];
        edges[i].y = parents[edges[i].y];
        listed[i] = edges[i].x != edges[i].y;
    }
    uint own = 0;
    EACH own += listed[i];
    RESERVE(LENGTH_OF_LIST(phase), own, place)
    uint next = place;
    EACH if (listed[i])
        list[next++] = edges[i];
#endif
}
