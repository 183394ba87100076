// Filter-Boruvka, an algorithm of this project: first a round of Boruvka's algorithm without a
// list, then rounds over a list of the light edges, then rounds over what is left outside the
// largest tree. Its parts come from Boruvka (reference/boruvka.py), ECL-MST (Fallin, Gonzalez, Seo
// and Burtscher, SC 2023) and GConn's sampling (Hong, Dhulipala and Shun, PACT 2020);
// reference/filter_boruvka.py explains the whole.
//
// Invariant: the trees of the parents are parts of the one minimum spanning forest. When a round
// ends, a minimum (lightest_edges.h) is the lightest edge of all edges that leave its tree: an edge
// that is not on the list is above the threshold in the first phase, and within a tree in the
// second.
//
// So a choice is hooked by a plain store, without a union or a compare-and-swap, and this does not
// race: each root has one lightest edge, and the one work-item that has this edge writes the root.
// Two trees that choose each other have chosen the same edge, since the order is total. Then the
// larger root hooks. No other cycle is possible. Hooks go up and down, so a root is not the
// smallest vertex of its tree, and the functions of find.h that compare vertices do not work here.
// find_naive and find_halve do: both follow parents. Their races are benign: what find_halve stores
// is an ancestor, stale or not, since no root gets a parent while finds run.
//
// The first round, which has no list, is in filter_boruvka_first_round.cl.
//
// Each other round is two kernels on two lists and two sets of minima, which take turns.
// filter_edges moves the edges between two trees from one list to the other, offers them to the
// minima of the other list and clears those of the first. join hooks. (`side` says which list is in
// use.)
#include "minimum_forest/lightest_edges.h"
#include "union_find/find.h"
#include "device/counters.h"
#include "graph/row_search.h"

#define SIZE_OF_LIST(side) (EVEN_LIST + (side))

// Point every vertex to its root, if no path is longer than PATIENCE. In that case each parent is
// stored by its own work-item alone. On a long path find_halve shortens the paths of other
// vertices, and may store an ancestor in the place of a root. So flatten_again goes over all
// vertices, whose paths are short by then.
__kernel void flatten(const int n, __global int *parents, __global int *counters)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int parent = LOAD_PARENT(parents, v);
    int root = parent;
    for (int step = 0; step < PATIENCE; step++) {
        const int next = LOAD_PARENT(parents, root);
        if (next == root) {
            if (root != parent)
                STORE_PARENT(parents, v, root);
            return;
        }
        root = next;
    }
    atomic_or((volatile __global int *)counters + LONG_PATHS, 1);
    root = find_halve(parents, root);
    STORE_PARENT(parents, v, root);
}

__kernel void flatten_again(
    const int n, __global int *parents, __global const int *restrict counters)
{
    if (!counters[LONG_PATHS])
        return;
    for (int v = get_global_id(0); v < n; v += get_global_size(0)) {
        const int parent = LOAD_PARENT(parents, v);
        const int root = find_naive(parents, parent);
        if (root != parent)
            STORE_PARENT(parents, v, root);
    }
}

// Take `place` in a list for a work-item that has something to put there. All work-items of the
// group must come here; the group calls one atomic function on the list's size.
#define RESERVE(size, wants, place)                                                                \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    if (item == 0)                                                                                 \
        taken = 0;                                                                                 \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    const uint before = wants ? atomic_add((volatile __local uint *)&taken, (uint)(wants)) : 0;    \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    if (item == 0 && taken)                                                                        \
        first = atomic_add((volatile __global uint *)counters + (size), taken);                    \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    const uint place = first + before;

#define EACH for (int i = 0; i < PIECES; i++)

// Put the light edges between trees on the empty even list. A group takes CHUNK entries, wherever
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
#ifdef FILTER
    const uint threshold = as_uint(counters[THRESHOLD]);
#else
    const uint threshold = UINT_MAX;
#endif
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
    RESERVE(EVEN_LIST, own, place)
    uint next = place;
    EACH if (listed[i])
        list[next++] = edges[i];
}

// Put on the empty even list the edges that leave the largest tree or are outside it. An edge to
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
            list[atomic_inc((volatile __global uint *)counters + EVEN_LIST)] =
                (uint4)(source, target, key, index);
            OFFER_EDGE(minima, source, key, index)
            OFFER_EDGE(minima, target, key, index)
        }
    }
}

// Offer the index of an edge of the list to the minima of its two ends.
#ifndef INT64
inline void offer_index(const int n, const uint4 edge, __global minimum_t *minima)
{
    OFFER_INDEX(minima, n, edge.x, edge.z, edge.w)
    OFFER_INDEX(minima, n, edge.y, edge.z, edge.w)
}

__kernel void offer_indices(
    const int n,
    const int side,
    __global const uint4 *restrict list,
    __global minimum_t *minima,
    __global const int *restrict counters)
{
    const uint count = counters[SIZE_OF_LIST(side)];
    for (uint i = get_global_id(0); i < count; i += get_global_size(0))
        offer_index(n, list[i], minima);
}
#endif

// Hook along an edge that a tree has chosen.
inline void hook(
    const int n,
    const uint4 edge,
    __global const minimum_t *minima,
    __global int *parents,
    __global int *linked)
{
    const int of_source = IS_MINIMUM(minima, n, edge.x, edge.z, edge.w);
    const int of_target = IS_MINIMUM(minima, n, edge.y, edge.z, edge.w);
    if (!of_source && !of_target)
        return;
    const uint child = of_source && of_target ? max(edge.x, edge.y) : of_source ? edge.x : edge.y;
    STORE_PARENT(parents, child, (int)(edge.x ^ edge.y ^ child));
    linked[child] = edge.w;
}

__kernel void join(
    const int n,
    const int side,
    __global const uint4 *restrict list,
    __global const minimum_t *restrict minima,
    __global int *parents,
    __global int *linked,
    __global int *counters)
{
    const uint count = counters[SIZE_OF_LIST(side)];
    if (get_global_id(0) == 0)
        counters[SIZE_OF_LIST(1 - side)] = 0;
    for (uint i = get_global_id(0); i < count; i += get_global_size(0))
        hook(n, list[i], minima, parents, linked);
}

__kernel void filter_edges(
    const int n,
    const int side,
    __global const uint4 *restrict list,
    __global uint4 *restrict other_list,
    __global minimum_t *minima,
    __global minimum_t *other_minima,
    __global int *parents,
    __global int *counters)
{
    __local uint taken, first;
    const int item = get_local_id(0);
    const uint count = counters[SIZE_OF_LIST(side)];
    const uint step = get_num_groups(0) * GROUP_SIZE;
    for (uint i = get_group_id(0) * GROUP_SIZE; i < count; i += step) {
        uint4 edge = (uint4)(0, 0, 0, 0);
        if (i + item < count) {
            edge = list[i + item];
            CLEAR_MINIMUM(minima, n, edge.x);
            CLEAR_MINIMUM(minima, n, edge.y);
            edge.x = find_halve(parents, edge.x);
            edge.y = find_halve(parents, edge.y);
            if (edge.x != edge.y) {
                OFFER_EDGE(other_minima, edge.x, edge.z, edge.w)
                OFFER_EDGE(other_minima, edge.y, edge.z, edge.w)
            }
        }
        const int stays = edge.x != edge.y;
        RESERVE(SIZE_OF_LIST(1 - side), stays, place)
        if (stays)
            other_list[place] = edge;
        if (item == 0 && taken)
            MARK_CHANGED(counters);
    }
}

// Do all of these rounds in one work-group once the even list is short: the last rounds have few
// edges, and launching their kernels would take longer than running them.
__kernel void finish_short_list(
    const int n,
    __global uint4 *list,
    __global uint4 *other_list,
    __global minimum_t *minima,
    __global int *parents,
    __global int *linked,
    __global int *counters)
{
    __local uint kept;
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    uint count = counters[EVEN_LIST];
    if (count == 0 || count > SHORT_LIST)
        return;
    // All have read the size before it is set to 0 below: the barriers of a round are between.
    while (count > 0) {
        for (uint i = item; i < count; i += items) {
            CLEAR_MINIMUM(minima, n, list[i].x);
            CLEAR_MINIMUM(minima, n, list[i].y);
        }
        if (item == 0)
            kept = 0;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (uint i = item; i < count; i += items) {
            uint4 edge = list[i];
            edge.x = find_halve(parents, edge.x);
            edge.y = find_halve(parents, edge.y);
            if (edge.x != edge.y) {
                other_list[atomic_inc((volatile __local uint *)&kept)] = edge;
                OFFER_EDGE(minima, edge.x, edge.z, edge.w)
                OFFER_EDGE(minima, edge.y, edge.z, edge.w)
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        count = kept;
#ifndef INT64
        for (uint i = item; i < count; i += items)
            offer_index(n, other_list[i], minima);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#endif
        for (uint i = item; i < count; i += items)
            hook(n, other_list[i], minima, parents, linked);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        __global uint4 *swapped = list;
        list = other_list;
        other_list = swapped;
    }
    if (item == 0) {
        counters[EVEN_LIST] = 0;
        counters[CHANGED] = 0;
    }
}
