// The rounds of Filter-Boruvka (filter_boruvka.cl) in one launch, behind a barrier across all
// work-groups (global_barrier.h): a launch costs several microseconds and a barrier less than one,
// and nobody waits for the host.
//
// The work-items take the list's edges in turns. A round has four steps:
// - offer each edge to the minima of its two trees. If few trees have most of the edges, very many
//   work-items would wait for each other at their minima. So a sample of the edges comes first,
//   then a larger one, then the rest: after a barrier all see what the sample has left there, and
//   an edge that is lighter than a sample's lightest is rare.
// - hook along the edges that a tree has chosen, and mark these.
// - flatten: the work-item that has hooked a tree points it to its root. Nobody else stores to a
//   tree, since very many would store to the same one. On a long path a tree gets an ancestor, and
//   all go on from there after the next barrier.
// - drop the marked edges, clear the minima of the trees that have chosen them, and drop the others
//   that are within a tree now. A work-item moves its edges up in its own places, so nobody waits
//   for a place.
// Each step goes through AT_ONCE edges at a time, so that a work-item has as many reads under way.
//
// Invariant: as in filter_boruvka.cl. Between two barriers the kernel either offers, or reads
// minima and writes parents of roots, or follows parents, or reads parents and clears minima that
// nobody reads. Each tree that was offered an edge has chosen one, so no minimum is left.
#include "minimum_forest/edge_list.h"
#include "minimum_forest/hooks.h"
#include "minimum_forest/together.h"
#include "device/counters.h"
#include "union_find/find.h"

#define EACH for (int i = 0; i < AT_ONCE; i++)
#define PLACE_OF_ITEM(i) ((size_t)(i) * items + item)
#define NEXT_EDGES EACH edges[i] = list[PLACE_OF_ITEM(min(k + i, own - 1))];

// The first samples are the edges of one team of 32 work-items in so many.
#define FIRST_SAMPLE 256
#define SECOND_SAMPLE 16
// With fewer edges nobody takes samples: it would cost two barriers.
#define MANY_EDGES 16384

// The stages of the offers: the first sample, the second one, the rest, and without INT64 the
// indices.
#ifdef INT64
#define LAST_STAGE 2
#else
#define LAST_STAGE 3
#endif

// What is set in the end of a marked edge whose tree has chosen it.
#define CHOSE 0x80000000u
#define NO_CHILD (-1)

// The tree that has been hooked along a marked edge.
inline uint child_of(const uint4 edge)
{
    const uint source = edge.x & ~CHOSE, target = edge.y & ~CHOSE;
    if (edge.x & edge.y & CHOSE)
        return max(source, target);
    return edge.x & CHOSE ? source : target;
}

__kernel ALL_AT_ONCE void join_together(
    const int n,
    const int phase,
    __global uint4 *list,
    __global minimum_t *minima,
    __global int *trees,
    __global const int *restrict roots,
    __global int *linked,
    __global const int *restrict counters,
    volatile __global int *state)
{
    __local int group_left;
    const uint item = get_global_id(0), items = get_global_size(0);
    const uint team = item / 32;
    const int sample = team % FIRST_SAMPLE == 0 ? 0 : team % SECOND_SAMPLE == 0 ? 1 : 2;
    const uint length = *LENGTH_OF_LIST(phase);
    uint own = item < length ? (length - item - 1) / items + 1 : 0;
    uint left = length;
    int pass = 0;
    uint4 edges[AT_ONCE];
    int ends[2 * AT_ONCE];
    for (int round = 0; left > 0; round = (round + 1) % 3) {
        for (int stage = left < MANY_EDGES ? 2 : 0; stage <= LAST_STAGE; stage++) {
#ifndef INT64
            for (uint k = 0; k < own && stage == LAST_STAGE; k++)
                offer_index(n, list[PLACE_OF_ITEM(k)], minima);
#endif
            const int is_turn = stage == sample || (stage == 2 && left < MANY_EDGES);
            for (uint k = 0; k < own && is_turn; k += AT_ONCE) {
                NEXT_EDGES
                EACH {
                    const minimum_t value = EDGE_VALUE(edges[i].z, edges[i].w);
                    ends[2 * i] = MAY_LOWER(minima, edges[i].x, value);
                    ends[2 * i + 1] = MAY_LOWER(minima, edges[i].y, value);
                }
                EACH {
                    const minimum_t value = EDGE_VALUE(edges[i].z, edges[i].w);
                    if (ends[2 * i])
                        ATOMIC_MINIMUM(minima, edges[i].x, value);
                    if (ends[2 * i + 1])
                        ATOMIC_MINIMUM(minima, edges[i].y, value);
                }
            }
            if (item == 0)
                state[ROUNDS_LEFT + round] = 0;
            wait_for_all_groups(state + ARRIVALS);
        }
        for (uint k = 0; k < own; k += AT_ONCE) {
            NEXT_EDGES
            EACH {
                ends[2 * i] = IS_MINIMUM(minima, n, edges[i].x, edges[i].z, edges[i].w);
                ends[2 * i + 1] = IS_MINIMUM(minima, n, edges[i].y, edges[i].z, edges[i].w);
            }
            EACH if (ends[2 * i] || ends[2 * i + 1]) {
                hook(edges[i], ends[2 * i], ends[2 * i + 1], trees, roots, linked);
                edges[i].x |= ends[2 * i] ? CHOSE : 0;
                edges[i].y |= ends[2 * i + 1] ? CHOSE : 0;
                list[PLACE_OF_ITEM(min(k + i, own - 1))] = edges[i];
            }
        }
        if (get_local_id(0) == 0)
            group_left = 0;
        wait_for_all_groups(state + ARRIVALS);
        int is_left = 1;
        while (is_left) {
            is_left = 0;
            for (uint k = 0; k < own; k += AT_ONCE) {
                NEXT_EDGES
                EACH {
                    const int is_marked = (edges[i].x | edges[i].y) & CHOSE;
                    ends[i] = is_marked ? child_of(edges[i]) : NO_CHILD;
                    ends[AT_ONCE + i] = is_marked ? LOAD_PARENT(trees, ends[i]) : NO_CHILD;
                }
                for (int step = 0, goes_on = 1; goes_on && step < PATIENCE; step++) {
                    goes_on = 0;
                    EACH if (ends[AT_ONCE + i] != NO_CHILD) {
                        const int parent = LOAD_PARENT(trees, ends[AT_ONCE + i]);
                        goes_on |= parent != ends[AT_ONCE + i];
                        ends[AT_ONCE + i] = parent;
                    }
                    if (goes_on && step == PATIENCE - 1)
                        is_left = 1;
                }
                EACH if (ends[i] != NO_CHILD)
                    STORE_PARENT(trees, ends[i], ends[AT_ONCE + i]);
            }
            is_left = is_path_left(state, pass, is_left);
            pass = (pass + 1) % 3;
        }
        uint kept = 0;
        for (uint k = 0; k < own; k += AT_ONCE) {
            NEXT_EDGES
            EACH {
                const int is_marked = (edges[i].x | edges[i].y) & CHOSE;
                ends[2 * i] = is_marked ? 0 : LOAD_PARENT(trees, edges[i].x);
                ends[2 * i + 1] = is_marked ? 0 : LOAD_PARENT(trees, edges[i].y);
                if (edges[i].x & CHOSE)
                    CLEAR_MINIMUM(minima, n, edges[i].x & ~CHOSE);
                if (edges[i].y & CHOSE)
                    CLEAR_MINIMUM(minima, n, edges[i].y & ~CHOSE);
            }
            EACH if (k + i < own && ends[2 * i] != ends[2 * i + 1])
                list[PLACE_OF_ITEM(kept++)] =
                    (uint4)(ends[2 * i], ends[2 * i + 1], edges[i].z, edges[i].w);
        }
        own = kept;
        if (own)
            atomic_add((volatile __local int *)&group_left, (int)own);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0 && group_left)
            atomic_add(state + ROUNDS_LEFT + round, group_left);
        wait_for_all_groups(state + ARRIVALS);
        left = state[ROUNDS_LEFT + round];
    }
    CLEAR_STATE(state)
}
