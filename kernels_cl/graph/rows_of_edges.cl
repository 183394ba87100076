// Turn arrays of edges into rows that store each edge at both ends, by a counting sort: count the
// degrees, add them up, and put each edge into the rows of its two ends. Self loops are left out;
// parallel edges stay. The order of a row's entries differs from run to run.
//
// With ARCS each edge is stored at its source alone, and self loops, too. With WEIGHTED each entry
// gets the key of its edge.
//
// Invariant: `free_places` holds the degree of each vertex at first. Each entry of the vertex takes
// one off by an atomic function and lies that far behind the row's begin, so no two entries of a
// row have the same place, and all places of the row are taken. Nothing else races.
#include "device/grid_stride.h"

__kernel void clear_degrees(const int n, __global int *restrict free_places)
{
    const int v = get_global_id(0);
    if (v < n)
        free_places[v] = 0;
}

#ifdef ARCS
#define IS_LEFT_OUT(source, target) false
#else
#define IS_LEFT_OUT(source, target) ((source) == (target))
#endif

__kernel void count_degrees(
    const long edges,
    __global const int *restrict sources,
    __global const int *restrict targets,
    volatile __global int *free_places)
{
    const long i = get_global_id(0);
    if (i >= edges || IS_LEFT_OUT(sources[i], targets[i]))
        return;
    atomic_inc(free_places + sources[i]);
#ifndef ARCS
    atomic_inc(free_places + targets[i]);
#endif
}

// The degrees of a block of vertices together; the host adds up the blocks.
__kernel void add_up_degrees(
    const int n,
    const int block,
    __global const int *restrict degrees,
    __global long *restrict sums)
{
    long sum = 0;
    for (long v = BLOCK_BEGIN(block, n); v < BLOCK_END(block, n); v++)
        sum += degrees[v];
    if (BLOCK_BEGIN(block, n) < n)
        sums[get_global_id(0)] = sum;
}

__kernel void write_offsets(
    const int n,
    const int block,
    __global const int *restrict degrees,
    __global const long *restrict begins,
    __global OFFSET *restrict offsets)
{
    if (BLOCK_BEGIN(block, n) >= n)
        return;
    long place = begins[get_global_id(0)];
    for (long v = BLOCK_BEGIN(block, n); v < BLOCK_END(block, n); v++) {
        offsets[v] = (OFFSET)place;
        place += degrees[v];
    }
    if (BLOCK_END(block, n) == n)
        offsets[n] = (OFFSET)place;
}

__kernel void put_into_rows(
    const long edges,
    __global const int *restrict sources,
    __global const int *restrict targets,
    __global const uint *restrict edge_keys,
    __global const OFFSET *restrict offsets,
    volatile __global int *free_places,
    __global int *restrict neighbors,
    __global uint *restrict keys,
    __global uint *restrict indices)
{
    const long i = get_global_id(0);
    if (i >= edges || IS_LEFT_OUT(sources[i], targets[i]))
        return;
    const int source = sources[i], target = targets[i];
    const OFFSET first = offsets[source] + atomic_dec(free_places + source) - 1;
    neighbors[first] = target;
#ifndef ARCS
    const OFFSET second = offsets[target] + atomic_dec(free_places + target) - 1;
    neighbors[second] = source;
    indices[first] = indices[second] = (uint)i;
#ifdef WEIGHTED
    keys[first] = keys[second] = edge_keys[i];
#endif
#endif
}
