// Multistep: Slota, Rajamanickam and Madduri, BFS and coloring-based parallel algorithms for
// strongly connected components and related problems, IPDPS 2014, as Jaiganesh and Burtscher
// describe it for components, HPDC 2018, section 2. A breadth-first search starts from the vertex
// of the largest degree (bfs.cl). Label propagation (label_propagation.cl) finishes what the search
// has not reached, or one work-item alone does, if only a few vertices are left. This file chooses
// the source and holds the kernel of that work-item.
//
// Invariant: what is left are whole components, so the work-item meets only vertices that are on
// the lists. Once it has pointed them to their roots, label propagation finds equal labels at both
// ends of each edge and ends with its first look. Only one work-item writes parents, so nothing
// races.
#include "device/parents.h"
#include "union_find/find.h"
#include "union_find/unite.h"
#include "device/counters.h"

#define DEGREE(v) ((int)min(offsets[(v) + 1] - offsets[v], (OFFSET)INT_MAX))

// The source is the smallest vertex of the largest degree.
__kernel void begin_source(
    const int n, __global int *restrict largest, __global int *restrict source)
{
    if (get_global_id(0) == 0) {
        *largest = -1;
        *source = n;
    }
}

// The group first combines its degrees in local memory, so that it calls one global atomic
// function.
__kernel void find_largest_degree(
    const int n, __global const OFFSET *restrict offsets, __global int *largest)
{
    __local int group_largest;
    const int v = get_global_id(0);
    if (get_local_id(0) == 0)
        group_largest = -1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v < n)
        atomic_max(&group_largest, DEGREE(v));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        atomic_max(largest, group_largest);
}

__kernel void find_vertex_of_degree(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict largest,
    __global int *source)
{
    const int v = get_global_id(0);
    if (v < n && DEGREE(v) == *largest)
        atomic_min(source, v);
}

inline void unite_row(
    __global int *parents,
    __global const int *restrict neighbors,
    const int v,
    const OFFSET begin,
    const OFFSET end)
{
    for (OFFSET entry = begin; entry < end; entry++)
        UNITE(parents, SOURCE(parents, v), neighbors[entry]);
}

inline void point_to_root(__global int *parents, const int v)
{
    STORE_PARENT(parents, v, find_naive(parents, v));
}

// finish_rows.cl makes the lists.
__kernel void finish_few(
    const int n,
    const int few,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global const int *restrict worklist,
    __global const int2 *restrict pieces,
    __global const int *restrict counters)
{
    const int low = counters[LOW_COUNT];
    const int middle = counters[MIDDLE_COUNT];
    const int high = counters[HIGH_COUNT];
    if (get_global_id(0) != 0 || low > few || middle > few || high > few)
        return;
    for (int i = 0; i < low; i++)
        unite_row(
            parents, neighbors, worklist[i], offsets[worklist[i]], offsets[worklist[i] + 1]);
    for (int i = n - middle; i < n; i++)
        unite_row(
            parents, neighbors, worklist[i], offsets[worklist[i]], offsets[worklist[i] + 1]);
    for (int i = 0; i < high; i++) {
        const OFFSET begin = offsets[pieces[i].x] + (OFFSET)pieces[i].y * PIECE;
        const OFFSET end = min(offsets[pieces[i].x + 1], begin + PIECE);
        unite_row(parents, neighbors, pieces[i].x, begin, end);
    }
    for (int i = 0; i < low; i++)
        point_to_root(parents, worklist[i]);
    for (int i = n - middle; i < n; i++)
        point_to_root(parents, worklist[i]);
    for (int i = 0; i < high; i++)
        point_to_root(parents, pieces[i].x);
}
