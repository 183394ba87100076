// ECL-MST: A. Fallin, A. Gonzalez, J. Seo and M. Burtscher, A high-performance MST implementation
// for GPUs, SC 2023, Algorithms 1 and 2: Kruskal's and Boruvka's algorithms in one, edge by edge.
//
// A worklist holds the edges between components. A round has three steps:
// - contract: drop each edge whose ends have the same root. Put the others on a second list, as
//   edges between the roots, and offer each to both roots as their lightest (lightest_edges.h).
// - unite: an edge that is the lightest of either root is in the forest, and joins them (unite.h).
// - reset: clear the minima of the roots, and exchange the lists.
// First come about c n of the lightest edges, up to a threshold. Then the others are filtered by
// the components that the first have made, and few are left for more rounds.
//
// Invariant: an edge that some minimum holds is the lightest one between a component of its round
// and the others, so it is in the one lightest forest, however late it is found there. A root
// becomes a child once, by compare-and-swap, and the same work-item writes the edge that did it to
// linked (forest_edges.h). parents.h and lightest_edges.h say why the races are benign.
//
// The paper's Table 5 removes the optimizations one by one. Each is a switch:
// GUARDS         lightest_edges.h
// WARPS          when the list is populated, LANES work-items side by side share a row of
//                WARP_DEGREE entries or more, and one work-item reads a shorter row. (On a
//                processor one work-item reads any row.)
// IMPLICIT       the list holds roots, not the edges' ends: it compresses the paths in passing.
//                Otherwise it holds the ends, and FIND compresses.
// ONE_DIRECTION  an edge is taken only from its entry at the smaller end
// TUPLES         the list is one array of tuples <source, target, key, index>, not four arrays
// DATA_DRIVEN    edges leave the list; otherwise each round looks at all of them
// EDGE_CENTRIC   a work-item takes edges of the list; otherwise it takes a vertex and all entries
//                of its row, and there is no list
// The paper's filter has no switch here; it depends on the steps (ecl_mst.py).
#include "minimum_forest/lightest_edges.h"
#include "union_find/find.h"
#include "union_find/unite.h"
#include "device/counters.h"
#include "device/grid_stride.h"

#define WARP_DEGREE 4

#ifdef IMPLICIT
#define ROOT_OF_LISTED(parents, end) (end)
#else
#define ROOT_OF_LISTED(parents, end) FIND(parents, end)
#endif
#ifdef ONE_DIRECTION
#define IS_TAKEN(v, neighbor) ((v) < (neighbor))
#else
#define IS_TAKEN(v, neighbor) 1
#endif

// A list of up to `capacity` edges.
#ifdef TUPLES
typedef uint4 listed_t;
inline uint4 listed_edge(__global const listed_t *restrict list, const long capacity, const long i)
{
    return list[i];
}
inline void list_edge(
    __global listed_t *restrict list, const long capacity, const long i, const uint4 edge)
{
    list[i] = edge;
}
#else
typedef uint listed_t;
inline uint4 listed_edge(__global const listed_t *restrict list, const long capacity, const long i)
{
    return (uint4)(
        list[i], list[capacity + i], list[2 * capacity + i], list[3 * capacity + i]);
}
inline void list_edge(
    __global listed_t *restrict list, const long capacity, const long i, const uint4 edge)
{
    list[i] = edge.x;
    list[capacity + i] = edge.y;
    list[2 * capacity + i] = edge.z;
    list[3 * capacity + i] = edge.w;
}
#endif

// Reserve `own` places at the end of a list for each work-item of a group, and give it the first
// one. All work-items of the group must come here; the group calls one atomic function on the
// list's size.
#define RESERVE(size, own, place)                                                  \
    if (item == 0)                                                                 \
        taken = 0;                                                                 \
    barrier(CLK_LOCAL_MEM_FENCE);                                                  \
    const uint before = atomic_add((volatile __local uint *)&taken, (uint)(own));  \
    barrier(CLK_LOCAL_MEM_FENCE);                                                  \
    if (item == 0)                                                                 \
        begin = atomic_add((volatile __global uint *)(size), taken);               \
    barrier(CLK_LOCAL_MEM_FENCE);                                                  \
    const uint place = begin + before;

// Visit the edges of the list whose size is in counters[size], or the edges of the rows.
#ifdef EDGE_CENTRIC
#define EDGE_PARAMETERS                                                                           \
    const int n, const long capacity, __global const listed_t *restrict list, const int size
#define VISIT_EDGES                                                                               \
    {                                                                                             \
        const long item = get_global_id(0), items = get_global_size(0);                           \
        const uint count = counters[size];                                                        \
        const long last = SHARE_END(item, items, count);                                          \
        for (long i = SHARE_BEGIN(item, items, count); i < last; i += SHARE_STEP(items)) {        \
            const uint4 edge = listed_edge(list, capacity, i);                                    \
            PROCESS((int)edge.x, (int)edge.y, edge.z, (int)edge.w)                                \
        }                                                                                         \
    }
#else
#define EDGE_PARAMETERS                                                                           \
    const int n, __global const OFFSET *restrict offsets, __global const int *restrict neighbors, \
    __global const uint *restrict keys, __global const int *restrict indices
#define VISIT_EDGES                                                                               \
    {                                                                                             \
        const int v = get_global_id(0);                                                           \
        const OFFSET end = v < n ? offsets[v + 1] : 0;                                            \
        for (OFFSET i = v < n ? offsets[v] : 0; i < end; i++)                                     \
            if (IS_TAKEN(v, neighbors[i]))                                                        \
                PROCESS(v, neighbors[i], keys[i], indices[i])                                     \
    }
#endif

__kernel void initialize(
    const int n,
    __global int *restrict parents,
    __global minimum_t *restrict minima,
    __global int *counters,
    __global int *restrict forest)
{
    CLEAR_COUNTERS(counters)
    const int v = get_global_id(0);
    if (v >= n)
        return;
    INITIALIZE_PARENT(parents, v, v);
    INITIALIZE_EDGE(v, NO_EDGE);
    INITIALIZE_MINIMUM(minima, n, v);
}

#ifdef EDGE_CENTRIC
// For every step-th entry of a row, count it or put it on the list.
#define VISIT_ROW(row, lane, step, TAKE)                                                          \
    {                                                                                             \
        const int v = (row), source = light ? v : FIND(parents, v);                               \
        const OFFSET end = offsets[v + 1];                                                        \
        for (OFFSET entry = offsets[v] + (lane); entry < end; entry += (step)) {                  \
            const int neighbor = neighbors[entry];                                                \
            if (!IS_TAKEN(v, neighbor))                                                           \
                continue;                                                                         \
            const uint key = keys[entry], index = indices[entry];                                 \
            const int below = key < last_key || (key == last_key && index <= last_index);         \
            if (below != light)                                                                   \
                continue;                                                                         \
            const int target = light ? neighbor : FIND(parents, neighbor);                        \
            if (source != target)                                                                 \
                TAKE;                                                                             \
        }                                                                                         \
    }
#if defined(WARPS) && LANES > 1
#define VISIT_ROWS(TAKE)                                                                          \
    {                                                                                             \
        if (mine >= 0)                                                                            \
            VISIT_ROW(mine, 0, 1, TAKE)                                                           \
        for (int i = item / LANES; i < long_rows; i += GROUP_SIZE / LANES)                        \
            VISIT_ROW(rows[i], item % LANES, LANES, TAKE)                                         \
    }
#else
#define VISIT_ROWS(TAKE)                                                                          \
    {                                                                                             \
        if (mine >= 0)                                                                            \
            VISIT_ROW(mine, 0, 1, TAKE)                                                           \
    }
#endif

// Put edges on an empty list. If light, put the edges up to (last_key, last_index). Otherwise put
// those above that go between two components, as edges between the roots.
__kernel void populate(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const int *restrict indices,
    __global int *parents,
    const int light,
    const uint last_key,
    const uint last_index,
    const long capacity,
    __global listed_t *restrict list,
    const int size,
    __global int *counters)
{
    __local uint taken, begin;
    const int item = get_local_id(0);
    int mine = get_global_id(0) < n ? (int)get_global_id(0) : -1;
#if defined(WARPS) && LANES > 1
    __local int rows[GROUP_SIZE];
    __local int long_rows;
    if (item == 0)
        long_rows = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine >= 0 && offsets[mine + 1] - offsets[mine] >= WARP_DEGREE) {
        rows[atomic_inc((volatile __local int *)&long_rows)] = mine;
        mine = -1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    uint own = 0;
    VISIT_ROWS(own++)
    RESERVE(counters + size, own, first)
    long next = first;
    VISIT_ROWS(list_edge(list, capacity, next++, (uint4)(source, target, key, index)))
}
#endif

#ifdef DATA_DRIVEN
__kernel void contract(
    const int n,
    const long capacity,
    __global const listed_t *restrict from,
    const int from_size,
    __global listed_t *restrict to,
    const int to_size,
    __global int *parents,
    __global minimum_t *minima,
    __global int *counters)
{
    __local uint taken, begin;
    const int item = get_local_id(0);
    const uint count = counters[from_size];
    const long stride = (long)get_num_groups(0) * GROUP_SIZE;
    for (long i = (long)get_group_id(0) * GROUP_SIZE; i < count; i += stride) {
        uint4 edge = (uint4)(0, 0, 0, 0);
        uint stays = 0;
        if (i + item < count) {
            edge = listed_edge(from, capacity, i + item);
            const int source = FIND(parents, (int)edge.x), target = FIND(parents, (int)edge.y);
            stays = source != target;
            if (stays) {
                OFFER_EDGE(minima, source, edge.z, edge.w)
                OFFER_EDGE(minima, target, edge.z, edge.w)
            }
#ifdef IMPLICIT
            edge.x = source;
            edge.y = target;
#endif
        }
        RESERVE(counters + to_size, stays, place)
        if (stays)
            list_edge(to, capacity, place, edge);
        if (item == 0 && taken > 0)
            MARK_CHANGED(counters);
    }
}
#else
#define PROCESS(v, neighbor, key, index)                                                          \
    {                                                                                             \
        const int source = FIND(parents, v), target = FIND(parents, neighbor);                    \
        if (source != target) {                                                                   \
            OFFER_EDGE(minima, source, key, index)                                                \
            OFFER_EDGE(minima, target, key, index)                                                \
            MARK_CHANGED(counters);                                                               \
        }                                                                                         \
    }
__kernel void offer(
    EDGE_PARAMETERS, __global int *parents, __global minimum_t *minima, __global int *counters)
{
    VISIT_EDGES
}
#undef PROCESS
#endif

#ifndef INT64
#define PROCESS(v, neighbor, key, index)                                                          \
    {                                                                                             \
        const int source = ROOT_OF_LISTED(parents, v), target = ROOT_OF_LISTED(parents, neighbor); \
        if (source != target) {                                                                   \
            OFFER_INDEX(minima, n, source, key, index)                                            \
            OFFER_INDEX(minima, n, target, key, index)                                            \
        }                                                                                         \
    }
__kernel void offer_indices(
    EDGE_PARAMETERS, __global int *parents, __global minimum_t *minima, __global int *counters)
{
    VISIT_EDGES
}
#undef PROCESS
#endif

// The other list has been contracted to this one; `emptied` is the counter of its size, if it has
// one. Roots may become children in the meantime. This race is benign: an edge may then look for
// itself at a root that never had it, and is found in a later round. This cannot happen to the
// lightest edge of all, so there is progress.
#define PROCESS(v, neighbor, key, index)                                                          \
    {                                                                                             \
        const int source = ROOT_OF_LISTED(parents, v), target = ROOT_OF_LISTED(parents, neighbor); \
        if (source != target &&                                                                   \
            (IS_MINIMUM(minima, n, source, key, index) ||                                         \
             IS_MINIMUM(minima, n, target, key, index))) {                                        \
            const int entry = index;                                                              \
            UNITE(parents, source, target);                                                       \
        }                                                                                         \
    }
__kernel void unite_lightest(
    EDGE_PARAMETERS,
    __global int *parents,
    __global const minimum_t *restrict minima,
    const int emptied,
    __global int *counters,
    __global int *forest)
{
    VISIT_EDGES
    if (emptied >= 0 && get_global_id(0) == 0)
        counters[emptied] = 0;
}
#undef PROCESS

// Clear the minima of the roots; those of children do not matter any more.
#define PROCESS(v, neighbor, key, index)                                                          \
    {                                                                                             \
        CLEAR_MINIMUM(minima, n, ROOT_OF_LISTED(parents, v));                                     \
        CLEAR_MINIMUM(minima, n, ROOT_OF_LISTED(parents, neighbor));                              \
    }
__kernel void reset(
    EDGE_PARAMETERS, __global int *parents, __global minimum_t *minima, __global int *counters)
{
    VISIT_EDGES
}
#undef PROCESS
