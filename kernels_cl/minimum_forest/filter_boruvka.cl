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
// The first round, which has no list, is in filter_boruvka_first_round.cl, what puts edges on the
// list in filter_boruvka_lists.cl, and what comes after the light edges in
// filter_boruvka_second_phase.cl.
//
// Where the device has a barrier across work-groups, the rounds over the list are those of
// filter_boruvka_together.cl. This file has them for other devices: each round is two kernels on
// the list (edge_list.h) and on two sets of minima, which take turns. filter_edges keeps the edges
// between two trees, offers them to one set of minima and clears the other one. join hooks.
//
// An edge whose walk up a chain (chains.h) has not ended is left for the next filter_edges. As long
// as there are such edges nobody hooks, since the minima lack what they would offer; and they are
// cleared as after other rounds, since each edge that has offered keeps the trees to which it did.
// (Of a band of four diagonals with falling weights, 2^16 vertices, walks to the end were more than
// 20,000 accesses one after the other; all launches take 336 now: tests/kernel_work.)
//
// `trees` holds the parents of the trees that the rounds begin with. Of arrays of edges these are
// the vertices.
#include "minimum_forest/lightest_edges.h"
#include "minimum_forest/chains.h"
#include "minimum_forest/edge_list.h"
#ifdef SHARE_BLOCKS
#include "minimum_forest/clear_once.h"
#endif
#include "minimum_forest/hooks.h"
#include "union_find/find.h"
#include "device/counters.h"

// Point every vertex to its root after rounds over arrays of edges, if no path is longer than
// PATIENCE. In that case each parent is stored by its own work-item alone. On a long path
// find_halve shortens the paths of other vertices, and may store an ancestor in the place of a
// root. So flatten_again goes over all vertices, whose paths are short by then.
__kernel void flatten(const int n, __global int *parents, __global int *counters)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int parent = LOAD_PARENT(parents, v);
    int root = parent;
    // As in find_patient_lifting.
#pragma unroll 1
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

__kernel void divide_list(
    const int phase, __global uint *restrict sizes, __global const int *restrict counters)
{
    const int team = get_global_id(0);
    if (team < TEAMS)
        sizes[team] = share_of_list(team, *LENGTH_OF_LIST(phase));
}

// Offer each edge of the list to the minima of its two ends.
__kernel void offer_edges(
    const int n,
    const int phase,
    __global const uint4 *restrict list,
    __global const uint *restrict sizes,
    __global minimum_t *minima,
    __global const int *restrict counters)
{
    const uint length = *LENGTH_OF_LIST(phase);
    const uint count = sizes[TEAM];
    EACH_OF_TEAM(i, count) {
        const uint4 edge = list[PLACE_IN_LIST(i)];
        OFFER_EDGE(minima, edge.x, edge.z, edge.w)
        OFFER_EDGE(minima, edge.y, edge.z, edge.w)
    }
}

#ifndef INT64
__kernel void offer_indices(
    const int n,
    const int phase,
    __global const uint4 *restrict list,
    __global const uint *restrict sizes,
    __global minimum_t *minima,
    __global const int *restrict counters)
{
    const uint length = *LENGTH_OF_LIST(phase);
    const uint count = sizes[TEAM];
    EACH_OF_TEAM(i, count)
        offer_index(n, list[PLACE_IN_LIST(i)], minima);
}
#endif

__kernel void join(
    const int n,
    const int phase,
    const int side,
    __global const uint4 *restrict list,
    __global const uint *restrict sizes,
    __global const minimum_t *restrict minima,
    __global int *trees,
    __global const int *restrict roots,
    __global int *linked,
    __global const int *restrict counters)
{
    if (counters[LONG_WALKS + side])
        return;
    const uint length = *LENGTH_OF_LIST(phase);
    const uint count = sizes[TEAM];
    EACH_OF_TEAM(i, count)
        hook_if_chosen(n, list[PLACE_IN_LIST(i)], minima, trees, roots, linked);
}

// Replace the ends of an edge by the roots of their trees, or by ancestors, and `is_long` is set.
// Returns whether the edge may go between two trees.
inline int look_again(uint4 *edge, __global int *trees, int *is_long)
{
    *is_long = 0;
    edge->x = go_towards_root(trees, edge->x, is_long);
    edge->y = go_towards_root(trees, edge->y, is_long);
    return edge->x != edge->y;
}

#ifdef SHARE_BLOCKS
// Take a batch of edges from the list, clear the minima of the last round, and look at the edges
// again. Returns how many are left. `remembers` is a constant, and each value has a loop.
inline uint take_batch(
    const int n,
    const uint begin,
    const uint end,
    const uint length,
    __global const uint4 *list,
    __global minimum_t *minima,
    __global int *trees,
    uint4 *batch,
    uint *cleared,
    const int remembers)
{
    uint own = 0;
    int is_long;
    for (uint i = begin; i < end; i++) {
        const uint4 edge = list[PLACE_IN_LIST(i)];
        batch[own] = edge;
        if (remembers) {
            clear_once(n, edge.x, minima, cleared);
            clear_once(n, edge.y, minima, cleared);
        } else {
            CLEAR_MINIMUM(minima, n, edge.x);
            CLEAR_MINIMUM(minima, n, edge.y);
        }
        own += look_again(batch + own, trees, &is_long);
    }
    return own;
}
#endif

// `side` is that of the other minima; 0 and 1 take turns. The flag of this side's last walks is
// cleared on the way, when nobody looks at it.
__kernel void filter_edges(
    const int n,
    const int phase,
    const int side,
    __global uint4 *restrict list,
    __global uint *restrict sizes,
    __global minimum_t *minima,
    __global minimum_t *other_minima,
    __global int *trees,
    __global int *counters)
{
    const uint length = *LENGTH_OF_LIST(phase);
    const uint count = sizes[TEAM];
    uint kept = 0;
    if (get_global_id(0) == 0)
        counters[LONG_WALKS + !side] = 0;
#ifdef SHARE_BLOCKS
#define TAKE_BATCH(remembers)                                                                     \
    take_batch(                                                                                    \
        n, begin, min(begin + BATCH, count), length, list, minima, trees, batch, cleared, remembers)
    uint4 batch[BATCH];
    uint cleared[CLEARED];
    const bool remembers = clear_some(n, count, length, list, minima, cleared);
    for (uint begin = 0; begin < count; begin += BATCH) {
        const uint own = remembers ? TAKE_BATCH(1) : TAKE_BATCH(0);
        offer_batch(batch, own, other_minima);
        for (uint i = 0; i < own; i++)
            list[PLACE_IN_LIST(kept + i)] = batch[i];
        kept += own;
    }
    const int item = 0;
#else
    __local uint taken;
    const int item = get_local_id(0);
    for (uint i = 0; i < count; i += GROUP_SIZE) {
        if (item == 0)
            taken = 0;
        uint4 edge = (uint4)(0, 0, 0, 0);
        if (i + item < count)
            edge = list[PLACE_IN_LIST(i + item)];
        int is_long = 0, stays = 0;
        if (i + item < count) {
            CLEAR_MINIMUM(minima, n, edge.x);
            CLEAR_MINIMUM(minima, n, edge.y);
            stays = look_again(&edge, trees, &is_long);
        }
        if (stays && is_long)
            MARK(counters, LONG_WALKS + side);
        else if (stays) {
            OFFER_EDGE(other_minima, edge.x, edge.z, edge.w)
            OFFER_EDGE(other_minima, edge.y, edge.z, edge.w)
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint before = stays ? atomic_inc((volatile __local uint *)&taken) : 0;
        // All of the group have read their edges, and the size: those written now are in their
        // places, or before.
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (stays)
            list[PLACE_IN_LIST(kept + before)] = edge;
        kept += taken;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#endif
    if (item == 0 && count) {
        sizes[TEAM] = kept;
        if (kept)
            MARK_CHANGED(counters);
    }
}

// Do all of these rounds in one work-group once the list is short: the last rounds have few edges,
// and launching their kernels would take longer than running them. The teams' edges are copied to a
// short list of the group, and each round moves what is left to the other one. Nobody hooks in a
// round in which a walk has not ended, as above. If side 0 has hooked nobody for that reason, this
// is left out: all groups lift more than one.
__kernel void finish_short_list(
    const int n,
    const int phase,
    __global const uint4 *restrict long_list,
    __global uint *restrict sizes,
    __global uint4 *list,
    __global uint4 *other_list,
    __global minimum_t *minima,
    __global int *trees,
    __global const int *restrict roots,
    __global int *linked,
    __global int *counters)
{
    __local uint sums[2 * TEAMS];
    __local uint kept, is_one_long;
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    const uint length = *LENGTH_OF_LIST(phase);
    if (item == 0)
        kept = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint own = 0;
    for (int team = item; team < TEAMS; team += items) {
        sums[team] = sizes[team];
        own += min(sums[team], (uint)SHORT_LIST + 1);
    }
    atomic_add((volatile __local uint *)&kept, min(own, (uint)SHORT_LIST + 1));
    barrier(CLK_LOCAL_MEM_FENCE);
    // If it is not short, nothing happens up to the end: PoCL 5 goes wrong behind a return before a
    // barrier, and PoCL 3 where the next loop, which has one, has this in its condition.
    const bool is_short = kept > 0 && kept <= SHORT_LIST && !counters[LONG_WALKS];
    uint count = is_short ? kept : 0;
    // Where each team's edges end on the short list: Hillis and Steele's prefix sum.
    __local uint *ends = sums;
    for (int step = 1; step < TEAMS; step *= 2) {
        __local uint *others = ends == sums ? sums + TEAMS : sums;
        for (int team = item; team < TEAMS; team += items)
            others[team] = ends[team] + (team >= step ? ends[team - step] : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        ends = others;
    }
    for (int team = item; is_short && team < TEAMS; team += items)
        sizes[team] = 0;
    for (uint i = item; i < count; i += items) {
        int low = 0;
        for (int high = TEAMS - 1; low < high;) {
            const int middle = (low + high) / 2;
            if (ends[middle] > i)
                high = middle;
            else
                low = middle + 1;
        }
        list[i] = long_list[PLACE_OF_TEAM(low, low == 0 ? i : i - ends[low - 1])];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    while (count > 0) {
        for (uint i = item; i < count; i += items) {
            CLEAR_MINIMUM(minima, n, list[i].x);
            CLEAR_MINIMUM(minima, n, list[i].y);
        }
        if (item == 0)
            kept = is_one_long = 0;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (uint i = item; i < count; i += items) {
            uint4 edge = list[i];
            int is_long = 0;
            edge.x = go_towards_root(trees, edge.x, &is_long);
            edge.y = go_towards_root(trees, edge.y, &is_long);
            if (edge.x == edge.y)
                continue;
            other_list[atomic_inc((volatile __local uint *)&kept)] = edge;
            if (is_long)
                is_one_long = 1;  // a benign race: all store the same value
            OFFER_EDGE(minima, edge.x, edge.z, edge.w)
            OFFER_EDGE(minima, edge.y, edge.z, edge.w)
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        count = kept;
        const uint hooking = is_one_long ? 0 : count;
#ifndef INT64
        for (uint i = item; i < hooking; i += items)
            offer_index(n, other_list[i], minima);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#endif
        for (uint i = item; i < hooking; i += items)
            hook_if_chosen(n, other_list[i], minima, trees, roots, linked);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        __global uint4 *swapped = list;
        list = other_list;
        other_list = swapped;
    }
    if (item == 0 && is_short)
        counters[CHANGED] = 0;
}
