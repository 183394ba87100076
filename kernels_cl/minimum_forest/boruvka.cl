// Boruvka's algorithm, vertex by vertex, with contraction by relabeling:
//   O. Boruvka, O jistem problemu minimalnim, 1926;
//   in parallel: S. Chung and A. Condon, Parallel implementation of Boruvka's minimum spanning
//   tree algorithm, IPPS 1996.
//
// The label of a component is one of its vertices. A round has three steps:
// - choose: each vertex finds the lightest of its own edges that leave its component. The edges
//   that leave only become fewer, so the entry found in an earlier round is still the lightest as
//   long as it leaves, and a vertex without such an edge is done for good: most rows are read a few
//   times. The lightest edge of all vertices of a component is the component's (lightest_edges.h).
// - hook: the vertex that chose the component's edge hooks the component to the one at the other
//   end.
// - relabel: each vertex takes the label at the end of the hooks.
//
// Invariant: the hooks of a round form trees. Along them the edges get no heavier in the total
// order (key, index), so a cycle could only be two components that chose the same edge; then the
// one with the smaller label does not hook. One vertex hooks a component, so linked is written once
// for each label that goes, and no other kernel writes it. lightest_edges.h and the comment at
// relabel say why the races are benign.
#include "minimum_forest/lightest_edges.h"
#include "union_find/find.h"
#include "device/counters.h"

// What a vertex has chosen, if it is not the place of an entry.
#define NOTHING_YET ((OFFSET)-2)
#define DONE ((OFFSET)-1)

__kernel void initialize(
    const int n,
    __global int *restrict labels,
    __global int *restrict hooks,
    __global OFFSET *restrict chosen,
    __global minimum_t *restrict minima,
    __global int *restrict linked)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    labels[v] = v;
    hooks[v] = v;
    chosen[v] = NOTHING_YET;
    linked[v] = -1;
    INITIALIZE_MINIMUM(minima, n, v);
}

// Find the lightest of every step-th entry of a row that leaves the component `own`. Returns its
// key and index in one number, and its place; returns NOTHING if there is none.
#define NOTHING ULONG_MAX
inline ulong lightest_leaving(
    OFFSET entry,
    const OFFSET end,
    const int step,
    const int own,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const int *restrict indices,
    __global const int *restrict labels,
    OFFSET *place)
{
    ulong least = NOTHING;
    for (; entry < end; entry += step) {
        const uint key = keys[entry];
        // Most entries are too heavy to matter, wherever they lead.
        if (key > (uint)(least >> 32) || labels[neighbors[entry]] == own)
            continue;
        const ulong value = ((ulong)key << 32) | (uint)indices[entry];
        if (value < least) {
            least = value;
            *place = entry;
        }
    }
    return least;
}

// The work-items of a team, side by side, take a row of a list together. All work-items of the
// group must come here.
#define SHARE_LISTED_ROWS(first_row, row_count, TEAM)                                             \
    for (int i = 0; i < (row_count); i += GROUP_SIZE / (TEAM)) {                                  \
        const int lane = item % (TEAM), row = i + item / (TEAM);                                  \
        const int is_row = row < (row_count) && item < GROUP_SIZE / (TEAM) * (TEAM);              \
        const int u = is_row ? rows[(first_row) + row] : -1;                                      \
        values[item] = NOTHING;                                                                   \
        places[item] = DONE;                                                                      \
        if (is_row) {                                                                             \
            OFFSET place = DONE;                                                                  \
            values[item] = lightest_leaving(                                                      \
                offsets[u] + lane, offsets[u + 1], TEAM, labels[u], neighbors, keys, indices,     \
                labels, &place);                                                                  \
            places[item] = place;                                                                 \
        }                                                                                         \
        for (int left = (TEAM); left > 1; left = (left + 1) / 2) {                                \
            barrier(CLK_LOCAL_MEM_FENCE);                                                         \
            const int other = item + (left + 1) / 2;                                              \
            if (is_row && lane < left / 2 && values[other] < values[item]) {                      \
                values[item] = values[other];                                                     \
                places[item] = places[other];                                                     \
            }                                                                                     \
        }                                                                                         \
        if (is_row && lane == 0)                                                                  \
            CHOOSE(u, labels[u], places[item])                                                    \
        barrier(CLK_LOCAL_MEM_FENCE);                                                             \
    }
#define CHOOSE(v, own, place)                                                                     \
    {                                                                                             \
        const OFFSET entry = (place);                                                             \
        chosen[v] = entry;                                                                        \
        if (entry != DONE)                                                                        \
            OFFER_EDGE(minima, own, keys[entry], indices[entry])                                  \
    }

// LANES work-items read a row of more than LOW_DEGREE entries, and a whole group reads one of more
// than HIGH_DEGREE. (On a processor one work-item reads any row.)
__kernel void choose(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const int *restrict indices,
    __global const int *restrict labels,
    __global OFFSET *restrict chosen,
    __global minimum_t *minima)
{
    const int v = get_global_id(0);
    OFFSET lightest = v < n ? chosen[v] : DONE;
    const int own = lightest != DONE ? labels[v] : -1;
    int looks = lightest == NOTHING_YET || (lightest != DONE && labels[neighbors[lightest]] == own);
#if LANES > 1
    // Rows of middle degree are listed from the front, those of high degree from the back.
    __local int rows[GROUP_SIZE];
    __local ulong values[GROUP_SIZE];
    __local OFFSET places[GROUP_SIZE];
    __local int middle, high;
    const int item = get_local_id(0);
    if (item == 0)
        middle = high = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const OFFSET degree = looks ? offsets[v + 1] - offsets[v] : 0;
    if (degree > HIGH_DEGREE)
        rows[GROUP_SIZE - 1 - atomic_inc((volatile __local int *)&high)] = v;
    else if (degree > LOW_DEGREE)
        rows[atomic_inc((volatile __local int *)&middle)] = v;
    if (degree > LOW_DEGREE) {
        looks = 0;
        lightest = DONE;
    }
    // The work-item that stores the choice of a listed row may not be the one that read chosen[v].
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#endif
    if (looks) {
        OFFSET place = DONE;
        lightest_leaving(
            offsets[v], offsets[v + 1], 1, own, neighbors, keys, indices, labels, &place);
        CHOOSE(v, own, place)
    } else if (lightest != DONE) {
        OFFER_EDGE(minima, own, keys[lightest], indices[lightest])
    }
#if LANES > 1
    SHARE_LISTED_ROWS(0, middle, LANES)
    SHARE_LISTED_ROWS(GROUP_SIZE - high, high, GROUP_SIZE)
#endif
}

#ifndef INT64
__kernel void choose_indices(
    const int n,
    __global const uint *restrict keys,
    __global const int *restrict indices,
    __global const int *restrict labels,
    __global const OFFSET *restrict chosen,
    __global minimum_t *minima)
{
    const int v = get_global_id(0);
    if (v >= n || chosen[v] == DONE)
        return;
    const OFFSET entry = chosen[v];
    OFFER_INDEX(minima, n, labels[v], keys[entry], indices[entry])
}
#endif

__kernel void hook(
    const int n,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const int *restrict indices,
    __global const int *restrict labels,
    __global const OFFSET *restrict chosen,
    __global const minimum_t *restrict minima,
    __global int *restrict hooks,
    __global int *restrict linked,
    __global int *counters)
{
    const int v = get_global_id(0);
    if (v >= n || chosen[v] == DONE)
        return;
    const OFFSET entry = chosen[v];
    const uint key = keys[entry];
    const int index = indices[entry];
    const int own = labels[v];
    if (!IS_MINIMUM(minima, n, own, key, index))
        return;
    const int other = labels[neighbors[entry]];
    if (own < other && IS_MINIMUM(minima, n, other, key, index))
        return;
    hooks[own] = other;
    linked[own] = index;
    MARK_CHANGED(counters);
}

// The races are benign: hooks change only by shortcuts along them, so the walk ends at the label
// that stays. This kernel also clears the minima for the next round.
__kernel void relabel(
    const int n,
    __global int *hooks,
    __global int *restrict labels,
    __global minimum_t *restrict minima)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    labels[v] = find_split(hooks, labels[v]);
    INITIALIZE_MINIMUM(minima, n, v);
}
