// All steps of a union over rows in one launch, for graphs so small that launches take most of the
// time: first parents, rows of low degree, the listed rows, finalization. With
// INITIALIZATION_blocks the first parents are those of block_trees.h, a group for a block. With
// SAMPLED the steps of sampling.cl come before the rows: k-out sampling, or with ROOTS_ONLY
// hook-based sampling. With FLATTENS_LINKS the first parents are flattened before anything else. A
// launch costs several microseconds, a barrier across work-groups less than one.
//
// Each step is a phase (phases.h).
//
// Invariant: in a phase, work-items do what those of initialization.cl, sampling.cl, finish_rows.cl
// and canonical.cl do in a launch. The barrier, or the end of the launch, orders the phases, so a
// phase reads what the one before has written. `arrivals` is 0 before a launch and after it.
#include "device/grid_stride.h"
#include "union_find/flatten_together.h"
#include "union_find/finish_entries.h"
#include "union_find/phases.h"

#ifdef SAMPLED
#include "union_find/sampled_unions.h"
#include "union_find/vote.h"
#define GIVE_FIRST_PARENT hook_vertex
#else
#ifdef INITIALIZATION_blocks
#include "union_find/block_trees.h"
#else
#include "union_find/first_parent.h"
#define GIVE_FIRST_PARENT give_first_parent
#endif
#endif

// As in rows_at_once.py; those between the first parents and the rows are of sampling.
#ifdef SAMPLED
#define BEGIN 0
#else
#define BEGIN 2
#endif
#ifdef FLATTENS_LINKS
#define FIRST_PARENTS (BEGIN - 1)
#define FLAT_LINKS BEGIN
#else
#define FIRST_PARENTS BEGIN
#endif
#define FIRST_PHASE FIRST_PARENTS
#define SAMPLED_ENTRIES 1
#define ROOTS 2
#define SHORT_ROWS 3
#define LISTED_ROWS 4
#define FINALIZATION 5

#ifdef ROOTS_ONLY
// A vertex that others have linked in the meantime is not a root any more and is left alone.
#define IS_SAMPLED(parents, v) (LOAD_PARENT(parents, v) == (v))
#else
#define IS_SAMPLED(parents, v) 1
#endif

// Many graphs with long rows have none that is listed, since sampling settles them. Then the
// barrier before the listed rows serves the finalization, too. (All groups see the same counts:
// nobody adds to them after that barrier.)
#if defined(GLOBAL_BARRIER) && defined(LONG_ROWS)
#define FINAL_PHASE(counters)                                \
    if ((counters)[MIDDLE_COUNT] + (counters)[HIGH_COUNT] > 0) \
        wait_for_all_groups(arrivals);
#else
#define FINAL_PHASE(counters) PHASE(FINALIZATION)
#endif

__kernel ALL_AT_ONCE void unite_rows(
    const int n,
    const int skipped,
    const int only_phase,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global int *worklist,
    __global int2 *pieces,
    __global int *counters,
    volatile __global int *arrivals
    FOREST_PARAMETER)
{
#ifdef SKIPS_SETTLED
    __local int labels[SLOTS];
    __local int counts[SLOTS];
    __local int best;
#endif
#ifdef INITIALIZATION_blocks
    __local int trees[BLOCK_SIZE];
    const int blocks = (int)(((long)n + BLOCK_SIZE - 1) >> BLOCK_BITS);
#endif
#ifdef LONG_ROWS
    __local int lengths[DEGREE_CLASSES];
    __local int begins[DEGREE_CLASSES];
#endif
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const long begin = SHARE_BEGIN(item, items, n);
    const long end = SHARE_END(item, items, n);
    PHASE(FIRST_PARENTS)
    {
        CLEAR_COUNTERS(counters)
#ifdef INITIALIZATION_blocks
        for (int block = get_group_id(0); block < blocks; block += get_num_groups(0)) {
            (void)join_block(n, block, offsets, neighbors, parents, trees FOREST_ARGUMENT);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
#else
        for (long v = begin; v < end; v += SHARE_STEP(items))
            GIVE_FIRST_PARENT((int)v, offsets, neighbors, parents FOREST_ARGUMENT);
#endif
    }
#ifdef FLATTENS_LINKS
    PHASE(FLAT_LINKS)
    {
        // The vertices of a work-item together. One after the other they took 105 us on a wheel
        // of 2^18 vertices in place of 58: whoever is first at the second one walks a chain
        // that others have not flattened yet.
        for (long v = begin; v < end; v += LOOKS * SHARE_STEP(items)) {
            int roots[LOOKS];
            flatten_together((int)end, parents, v, SHARE_STEP(items), roots);
        }
    }
#endif
#ifdef SAMPLED
    PHASE(SAMPLED_ENTRIES)
    {
        for (long v = begin; v < end; v += SHARE_STEP(items))
            if (IS_SAMPLED(parents, v))
                unite_sampled_neighbors(
                    (int)v, offsets, neighbors, parents, counters FOREST_ARGUMENT);
    }
    PHASE(ROOTS)
    {
#ifdef SKIPS_SETTLED
        // The others flatten their vertices meanwhile.
        if (get_group_id(0) == 0)
            vote(n, parents, counters, labels, counts, &best);
#endif
        for (long v = begin; v < end; v += SHARE_STEP(items))
            (void)finalize_vertex(parents, (int)v);
    }
#endif
#ifdef INITIALIZATION_blocks
    PHASE(SHORT_ROWS)
    {
        for (int block = get_group_id(0); block < blocks; block += get_num_groups(0)) {
            const int first = block << BLOCK_BITS;
            const int size = min(BLOCK_SIZE, n - first);
            forget_pairs(trees);
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int place = 0; place < size; place += GROUP) {
                const int i = place + get_local_id(0);
                const OFFSET begin = i < size ? offsets[first + i] : 0;
                const OFFSET end = i < size ? offsets[first + i + 1] : 0;
#ifdef LONG_ROWS
                const OFFSET degree = end - begin > LOW_DEGREE ? end - begin : NOT_LISTED;
                append_rows(
                    n, first + i, 0, 1, &degree, worklist, pieces, counters, lengths, begins);
#endif
                if (begin < end && end - begin <= LOW_DEGREE)
                    finish_leaving_entries(
                        parents, neighbors, first + i, begin, end, trees FOREST_ARGUMENT);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
#else
    PHASE(SHORT_ROWS)
    {
        const int head = SKIPPED(counters, skipped);
#ifdef LONG_ROWS
        // First of all, and together: by an atomic function for each row a band of 14 neighbors
        // on either side beside a tree, of 2^18 vertices together, took 178 us in place of 66.
        for (long first = GROUP_BEGIN(begin); first < end; first += LOOKS * SHARE_STEP(items)) {
            const long v = OF_ITEM(first);
            OFFSET degrees[LOOKS];
            for (int i = 0; i < LOOKS; i++) {
                const long w = v + i * SHARE_STEP(items);
                const bool is_open = IS_OPEN(w < end, parents, counters, w);
                const OFFSET degree = is_open ? offsets[w + 1] - offsets[w] - head : 0;
                degrees[i] = degree > LOW_DEGREE ? degree : NOT_LISTED;
            }
            append_rows(
                n, (int)v, SHARE_STEP(items), LOOKS, degrees, worklist, pieces, counters,
                lengths, begins);
        }
#endif
        for (long v = begin; v < end; v += SHARE_STEP(items)) {
            if (HAS_SETTLED_LABEL(parents, counters, v))
                continue;
            const OFFSET first = offsets[v] + head;
            const OFFSET last = offsets[v + 1];
#ifdef LONG_ROWS
            if (last - first <= LOW_DEGREE)
#elif !defined(SAMPLED) && !ALL_IN_WORK
            // There is no such row. But where a work-item has several vertices the code that
            // NVIDIA's compiler makes without this branch takes 43 us in place of 35 on road-small.
            if (last - first > LOW_DEGREE)
                append_row(n, (int)v, last - first, worklist, pieces, counters);
            else
#endif
                FINISH_PART((int)v, first, last, 0, 1)
        }
    }
#endif
#ifdef LONG_ROWS
    PHASE(LISTED_ROWS)
    {
        const int head = SKIPPED(counters, skipped);
        FINISH_LONG_ROWS(counters, head)
    }
#endif
    // The edges of a forest do not need final parents.
#ifndef FOREST
    FINAL_PHASE(counters)
    {
        for (long v = begin; v < end; v += SHARE_STEP(items))
            (void)finalize_vertex(parents, (int)v);
    }
#endif
    END_PHASES()
}
