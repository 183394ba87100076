// Cut the ids of a directed graph where all arcs lead across in one direction. Own
// (reference/graph/ordered_segments.py).
//
// The rarer direction is looked at: of most graphs in order it has hardly an arc. An arc between a
// and a larger b covers the cuts before a + 1 to b. So the cut before v is covered if the smallest
// a of the arcs to v and to larger ids is less than v: a minimum from the last id back, and all
// prefix sums here go that way, over mirrored ids.
//
// Invariant: no cycle has ids on both sides of a cut that no such arc covers, since it would cross
// it in both directions. segments[v] is the number of cuts beyond v, the same for all vertices
// between two cuts, and no others.
//
// Why the races are benign: least_ends[v], the least end of the rare arcs of which v is the larger
// one, only falls, by an atomic minimum. A stale load shows a larger number, which costs an atomic
// function.
#include "device/hash.h"
#include "graph/entry_loop.h"
#include "primitives/before_item.h"

// Ids of a segment in which signatures take few rounds.
#define SHORT 64

// The id of a work-item, from the last one back; negative beyond the first.
#define MIRRORED(n) ((n) - 1 - (int)get_global_id(0))

__kernel void begin_segments(
    const int n, __global int *restrict least_ends, __global int *restrict balance)
{
    const int v = get_global_id(0);
    if (v == 0)
        *balance = 0;
    if (v < n)
        least_ends[v] = v;
}

// The arcs to larger ids less those to smaller ones. (If there are so many that the sum wraps, the
// other direction is looked at, by which the cuts are right, too.)
__kernel void balance_directions(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *balance)
{
    __local int of_group;
    int larger = 0;
    if (get_local_id(0) == 0)
        of_group = 0;
    FOR_EACH_ENTRY(
        n, offsets[n], offsets, v, entry,
        larger += (neighbors[entry] > v) - (neighbors[entry] < v));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (larger != 0)
        atomic_add(&of_group, larger);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && of_group != 0)
        atomic_add(balance, of_group);
}

inline void cover(const int v, const int w, const bool is_larger_rare, __global int *least_ends)
{
    if (w == v || w > v != is_larger_rare)
        return;
    __global int *of_last = least_ends + max(v, w);
    if (*(volatile __global int *)of_last > min(v, w))
        atomic_min(of_last, min(v, w));
}

__kernel void cover_cuts(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const int *restrict balance,
    __global int *least_ends)
{
    const bool is_larger_rare = *balance < 0;
    FOR_EACH_ENTRY(
        n, offsets[n], offsets, v, entry, cover(v, neighbors[entry], is_larger_rare, least_ends));
}

__kernel void find_least_of_tiles(
    const int n, __global const int *restrict least_ends, __global int *restrict least_of_tiles)
{
    __local int of_tile;
    const int v = MIRRORED(n);
    if (get_local_id(0) == 0)
        of_tile = INT_MAX;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v >= 0)
        atomic_min(&of_tile, least_ends[v]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        least_of_tiles[get_group_id(0)] = of_tile;
}

// Each work-item reads the number of its own vertex, and stores in its place whether it is cut.
__kernel void cut_segments(
    const int n,
    __global const int *restrict least_of_tiles,
    __global int *least_ends,
    __global int *restrict counts)
{
    __local int values[TILE + 1];
    __local int count;
    const int v = MIRRORED(n);
    const int own = v >= 0 ? least_ends[v] : INT_MAX;
    if (get_local_id(0) == 0)
        count = 0;
    const int before = min(least_of_tiles[get_group_id(0)], before_item(true, own, values));
    const bool is_cut = v >= 0 && min(own, before) >= v;
    if (v >= 0)
        least_ends[v] = is_cut;
    if (is_cut)
        atomic_inc(&count);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        counts[get_group_id(0)] = count;
}

__kernel void number_segments(
    const int n, __global const int *restrict counts, __global int *cuts)
{
    __local int values[TILE + 1];
    const int v = MIRRORED(n);
    const int own = v >= 0 ? cuts[v] : 0;
    const int number = counts[get_group_id(0)] + before_item(false, own, values);
    if (v >= 0)
        cuts[v] = number;
}

// What is found of a sample: whether it may be on a cycle, since arcs lead from it and to it, and
// whether it is in a segment of at most SHORT ids; and behind all of that the segment's number.
#define MAY_CYCLE 1
#define IN_SHORT 2

__kernel void look_at_segments(
    const int n,
    const int samples,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict segments,
    __global int *restrict found)
{
    const int sample = get_global_id(0);
    if (sample >= samples)
        return;
    const int v = spread_place(sample, n);
    const bool may_cycle = offsets[v] < offsets[v + 1] && back_offsets[v] < back_offsets[v + 1];
    const int own = segments[v];
    int begin = v;
    int end = v + 1;
    while (begin > 0 && segments[begin - 1] == own && end - begin <= SHORT)
        begin--;
    while (end < n && segments[end] == own && end - begin <= SHORT)
        end++;
    found[sample] = (may_cycle ? MAY_CYCLE : 0) | (end - begin <= SHORT ? IN_SHORT : 0);
    found[samples + sample] = own;
}
