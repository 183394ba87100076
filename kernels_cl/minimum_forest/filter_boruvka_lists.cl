// What Filter-Boruvka (filter_boruvka.cl) puts on its list: in the first phase the light edges
// between trees, or all of them without a filter, and in the second phase the others; from rows, or
// from arrays of edges. On the way each edge is offered to the minima of its two trees.
//
// Invariant: the list was empty, and each edge between trees that belongs to the phase gets one
// place on it. The parents are flat, so that an edge's trees are the parents of its ends. Places
// are reserved by an atomic function, so no two edges get the same one; lightest_edges.h says why
// the offers may race.
#include "minimum_forest/lightest_edges.h"
#include "minimum_forest/edge_list.h"
#include "device/counters.h"
#include "graph/row_search.h"

// Put the `own` edges of a work-item's batch at the end of the list.
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
#else
#define LARGEST_LIGHT_KEY UINT_MAX
#endif

// Take `place` at the end of the list for a work-item that has something to put there. All
// work-items of the group must come here; the group calls one atomic function on the list's length.
#define RESERVE(length, wants, place)                                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    if (item == 0)                                                                                 \
        taken = 0;                                                                                 \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    const uint before = wants ? atomic_add((volatile __local uint *)&taken, (uint)(wants)) : 0;    \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    if (item == 0 && taken)                                                                        \
        first = atomic_add((volatile __global uint *)(length), taken);                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    const uint place = first + before;

#define EACH for (int i = 0; i < PIECES; i++)

// Put the light edges between trees on the empty list. A group takes CHUNK entries, wherever
// rows begin, and each work-item takes PIECES of them. Each step is done for all of these before
// the next step, so that a work-item has PIECES reads under way at once.
__kernel void list_light(
    const OFFSET entries,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const int *restrict indices,
    __global const int *restrict parents,
    __global const int *restrict chunk_rows,
    __global uint4 *restrict list,
    __global minimum_t *minima,
    __global int *counters)
{
    __local uint taken, first;
    const int item = get_local_id(0);
    const int chunk = get_group_id(0);
    const OFFSET begin = (OFFSET)chunk * CHUNK + item;
    const int first_row = chunk_rows[chunk];
    const int last_row = chunk_rows[chunk + 1];
    const uint threshold = LARGEST_LIGHT_KEY;
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
        edges[i].x = parents[edges[i].x];
        edges[i].y = parents[edges[i].y];
        edges[i].w = indices[begin + i * GROUP_SIZE];
    }
    uint own = 0;
    EACH {
        listed[i] = listed[i] && edges[i].x != edges[i].y;
        own += listed[i];
        if (listed[i]) {
            OFFER_EDGE(minima, edges[i].x, edges[i].z, edges[i].w)
            OFFER_EDGE(minima, edges[i].y, edges[i].z, edges[i].w)
        }
    }
    RESERVE(LENGTH_OF_LIST(LIGHT), own, place)
    uint next = place;
    EACH if (listed[i])
        list[next++] = edges[i];
}

// Put on the empty list the edges that leave the largest tree or are outside it. An edge to
// the largest tree is seen only from its other end; the rows of the tree's vertices are not looked
// at.
__kernel void list_unsettled(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const int *restrict indices,
    __global const int *restrict parents,
    __global uint4 *restrict list,
    __global minimum_t *minima,
    __global int *counters)
{
    __local int shared_rows[GROUP_SIZE];
    __local int shared_count;
    const int item = get_local_id(0);
    const int settled = counters[MOST_FREQUENT];
    int mine = get_global_id(0);
    if (item == 0)
        shared_count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine >= n || parents[mine] == settled)
        mine = -1;
    else if (offsets[mine + 1] - offsets[mine] > SHORT_ROW) {
        shared_rows[atomic_inc((volatile __local int *)&shared_count)] = mine;
        mine = -1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int count = shared_count;
    for (int i = item / LANES - GROUP_SIZE / LANES; i < count; i += GROUP_SIZE / LANES) {
        // The work-item's own short row first, then its part of the shared rows.
        const int v = i < 0 ? mine : shared_rows[i];
        if (v < 0)
            continue;
        const int lane = i < 0 ? 0 : item % LANES;
        const int lanes = i < 0 ? 1 : LANES;
        const OFFSET end = offsets[v + 1];
        const int source = parents[v];
        for (OFFSET entry = offsets[v] + lane; entry < end; entry += lanes) {
            const int neighbor = neighbors[entry];
            const int target = parents[neighbor];
            if (target == source || (target != settled && neighbor < v))
                continue;
            const uint key = keys[entry];
            const int index = indices[entry];
            list[atomic_inc((volatile __global uint *)LENGTH_OF_LIST(OTHERS))] =
                (uint4)(source, target, key, index);
            OFFER_EDGE(minima, source, key, index)
            OFFER_EDGE(minima, target, key, index)
        }
    }
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
#ifdef SHARE_BLOCKS
    // A processor collects a batch of edges, and then takes places for all of them.
    uint4 batch[BATCH];
    uint own = 0;
    const long end = SHARE_END(TEAM, TEAMS, edge_count);
    for (long i = SHARE_BEGIN(TEAM, TEAMS, edge_count); i < end; i++) {
        const int source = sources[i], target = targets[i];
        if (keys[i] > threshold || source == target)
            continue;
        const uint4 edge = (uint4)(parents[source], parents[target], keys[i], (uint)i);
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
        listed[i] = place < edge_count && edges[i].z <= threshold;
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
    EACH if (listed[i]) {
        own++;
        OFFER_EDGE(minima, edges[i].x, edges[i].z, edges[i].w)
        OFFER_EDGE(minima, edges[i].y, edges[i].z, edges[i].w)
    }
    RESERVE(LENGTH_OF_LIST(phase), own, place)
    uint next = place;
    EACH if (listed[i])
        list[next++] = edges[i];
#endif
}
