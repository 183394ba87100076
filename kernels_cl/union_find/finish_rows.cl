// The finish phase of GConn's Algorithm 1 (Hong, Dhulipala and Shun, PACT 2020, section 3.2), with
// ECL-CC's degree classes (Jaiganesh and Burtscher, HPDC 2018, section 3). canonical.cl finalizes.
// One work-item finishes a vertex of low degree, and LANES work-items one of middle
// degree. A row of high degree is cut into pieces of PIECE entries, and a work-group finishes each
// piece. (ECL-CC gives the whole row to one group; a vertex of a million neighbors would then keep
// the device waiting.)
//
// Invariant: when a vertex leaves finish_*, every entry of its row joins two vertices of one tree,
// except entries that the sample has united, that the other end handles, or that are given up
// (given_up_rows.cl). parents.h and unite.h say why the races are benign, and finalize.h why those
// of flattening are.
// finish_entries.h says what the other end of an entry handles.
#include "device/streamed.h"
#include "union_find/flatten_listed.h"
#include "union_find/finish_entries.h"
// Each group has a vote of its own, so it asks fewer vertices.
#define SAMPLES 256
// Where unsettled vertices are marked (unsettled_ends.cl), a label with less than a quarter of the
// votes is not settled: most entries would have to be united all the same.
#ifdef MARKED
#include "union_find/unsettled_bits.h"
#define LEAST_VOTES (SAMPLES / 4)
#endif
#include "union_find/vote.h"

// Finish vertices of low degree at once, and put the others on the worklist.
__kernel void finish_vertices(
    const int n,
    const int skipped,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global int *restrict worklist,
    __global int2 *restrict pieces,
    __global int *counters
    FOREST_PARAMETER)
{
    const int v = get_global_id(0);
    OFFSET begin = 0;
    OFFSET end = 0;
    if (IS_OPEN(v < n, parents, counters, v)) {
        begin = offsets[v] + SKIPPED(counters, skipped);
        end = offsets[v + 1];
    }
#ifdef LONG_ROWS
    // Without them the groups need not wait here: road24 takes 443 us in place of 451.
    __local int lengths[DEGREE_CLASSES];
    __local int begins[DEGREE_CLASSES];
    const OFFSET degree = end - begin > LOW_DEGREE ? end - begin : NOT_LISTED;
    append_rows(n, v, 0, 1, &degree, worklist, pieces, counters, lengths, begins);
    if (degree != NOT_LISTED)
        return;
#endif
    FINISH_PART(v, begin, end, 0, 1)
}

#ifdef INITIALIZATION_blocks
// Finish the rows of low degree that unite_blocks (block_trees.cl) has listed, a work-group for
// each block, and put the long ones on the worklist.
__kernel void finish_blocks(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global const int *restrict rows,
    __global const int *restrict counts,
    __global int *restrict worklist,
    __global int2 *restrict pieces,
    __global int *counters
    FOREST_PARAMETER)
{
    __local int joined[BLOCK_SIZE];
#ifdef LONG_ROWS
    __local int lengths[DEGREE_CLASSES];
    __local int begins[DEGREE_CLASSES];
#endif
    const int block = get_group_id(0);
    const int first = block << BLOCK_BITS;
    const int count = counts[block];
    forget_pairs(joined);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int place = 0; place < count; place += get_local_size(0)) {
        const int i = place + get_local_id(0);
        const int v = i < count ? rows[first + i] : 0;
        const OFFSET begin = i < count ? offsets[v] : 0;
        const OFFSET end = i < count ? offsets[v + 1] : 0;
#ifdef LONG_ROWS
        const OFFSET degree = end - begin > LOW_DEGREE ? end - begin : NOT_LISTED;
        append_rows(n, v, 0, 1, &degree, worklist, pieces, counters, lengths, begins);
#endif
        if (begin < end && end - begin <= LOW_DEGREE)
            finish_leaving_entries(parents, neighbors, v, begin, end, joined FOREST_ARGUMENT);
    }
}
#endif

#ifdef SAMPLED
// The group whose block of vertices this group takes, so that the cores of a processor, CORES in
// number, go through all blocks side by side. A processor gives each core groups that follow each
// other: then all but the first begin in the middle of a chain that ids go down, and walk up the
// part that another core has not flattened yet. On a torus of 2^20 vertices two cores so took 1.5
// ms, and take 1.2; since hooks are shortened first (halve_paths in canonical.cl) sixteen gain
// 5 % by it and two nothing. The host launches as many groups for each core as for the others.
#define GROUPS_OF_CORE ((long)get_num_groups(0) / CORES)
#define GROUP_NEAR_OTHERS \
    ((long)get_group_id(0) % GROUPS_OF_CORE * CORES + (long)get_group_id(0) / GROUPS_OF_CORE)

// Vertex gathering: put all unsettled vertices with entries left on the worklist, so that no
// work-item of finish_worklist idles next to a busy one. On the way, point every vertex to its
// root, which tells whether it is settled: on an H100 flattening and gathering took 39 and 31 us on
// rmat22, 56 and 35 on web, and 39 and 61 together.
//
// On a processor the settled label is known, and a work-item lists a block of vertices by one
// atomic function: two random trees of 2^20 vertices took 124 ms by one each, and take 19.
// Elsewhere the groups vote for the label (vote.h), in vain after a search, which has stored it:
// another launch takes longer, as the vote and this kernel took 7 + 39 and 7 + 63 us there, and
// take 37 and 51. No group waits for another, but one that starts late votes anew: so there are
// only about as many as run at once, and a work-item takes LOOKS vertices again and again. For
// flatten_unsettled they list unsettled vertices without entries left, too, but not those without
// neighbors.
__kernel void flatten_and_gather(
    const int n,
    const int skipped,
    __global const OFFSET *restrict offsets,
    __global int *parents,
    __global int *restrict worklist,
    __global int2 *restrict pieces,
    __global int *counters
#ifdef MARKED
    , __global uint *restrict unsettled
#endif
    )
{
#ifdef SHARE_BLOCKS
    int listed[GATHERED_BLOCK];
    int count = 0;
    const long block = GROUP_NEAR_OTHERS * (long)get_local_size(0) + (long)get_local_id(0);
    const long end = min((block + 1) * GATHERED_BLOCK, (long)n);
    for (long v = block * GATHERED_BLOCK; v < end; v++) {
        if (finalize_vertex(parents, (int)v) == counters[MOST_FREQUENT])
            continue;
        const OFFSET degree = offsets[v + 1] - offsets[v] - SKIPPED(counters, skipped);
        if (degree > LOW_DEGREE)
            append_row(n, (int)v, degree, worklist, pieces, counters);
        else if (degree > 0)
            listed[count++] = (int)v;
    }
    const int place = count ? atomic_add(counters + LOW_COUNT, count) : 0;
    for (int i = 0; i < count; i++)
        worklist[place + i] = listed[i];
#else
    __local int lengths[DEGREE_CLASSES];
    __local int begins[DEGREE_CLASSES];
    __local int labels[SLOTS];
    __local int counts[SLOTS];
    __local int best;
#ifdef MARKED
    __local uint marks[MARKED / 32];
#endif
    const int settled = agreed_label(n, parents, counters, labels, counts, &best);
    const int head = SKIPPED(counters, skipped);
    const int size = get_local_size(0);
    const long vertices = (long)LOOKS * size;
    for (long v = get_group_id(0) * vertices; v < n; v += get_num_groups(0) * vertices) {
        const long first = v + get_local_id(0);
        int roots[LOOKS];
        OFFSET degrees[LOOKS];
        flatten_together(n, parents, first, size, roots);
#ifdef MARKED
        CLEAR_UNSETTLED(marks, vertices)
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
        for (int i = 0; i < LOOKS; i++) {
            degrees[i] = NOT_LISTED;
            if (first + i * size < n && roots[i] != settled) {
#ifdef MARKED
                MARK_UNSETTLED(marks, (int)get_local_id(0) + i * size);
#endif
                const OFFSET degree = STREAMED_OFFSET(offsets, first + i * size + 1) -
                                      STREAMED_OFFSET(offsets, first + i * size);
                degrees[i] = degree ? max(degree - head, (OFFSET)0) : NOT_LISTED;
            }
        }
        append_rows(
            n, (int)first, size, LOOKS, degrees, worklist, pieces, counters, lengths, begins);
#ifdef MARKED
        // There were barriers since all have marked theirs.
        STORE_UNSETTLED(marks, vertices, v, n, unsettled)
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
#endif
}

#ifndef SHARE_BLOCKS
// The finalization after flatten_and_gather and finish_worklist.
__kernel void flatten_unsettled(
    const int n,
    __global int *parents,
    __global const int *restrict worklist,
    __global const int2 *restrict pieces,
    __global const int *restrict counters)
{
    flatten_listed(n, parents, worklist, pieces, counters);
}
#endif
#endif

// Copy the labels as sampling leaves them, for finishes that still need them after they have
// changed the parents (edge_map.h).
__kernel void keep_labels(
    const int n, __global const int *restrict parents, __global int *restrict sampled)
{
    const int v = get_global_id(0);
    if (v < n)
        sampled[v] = parents[v];
}

__kernel void finish_worklist(
    const int n,
    const int skipped,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global const int *restrict worklist,
    __global const int2 *restrict pieces,
    READ_COUNTERS counters
    FOREST_PARAMETER)
{
    const int head = SKIPPED(counters, skipped);
    FINISH_LISTED_ROWS(counters, head)
}

// Handle rows not known to be symmetric, after finish_vertices and flattening. Parents are roots
// now, so one look at both ends shows whether an entry was united. It was, unless its edge goes to
// a larger neighbor and is stored at this end only. If all edges turn out to be symmetric, as most
// graphs' are, this is one pass without a branch that a processor could mispredict, for half the
// work of uniting every edge from both ends. Only if that pass finds anything are the rows united
// one by one. After link_larger (short_rows.cl) any entry may be left, whichever way it leads.
__kernel void finish_larger(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global int *counters
    FOREST_PARAMETER)
{
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const long first = SHARE_BEGIN(item, items, n);
    const long last = SHARE_END(item, items, n);
    int missed = 0;
    for (long v = first; v < last; v += SHARE_STEP(items)) {
        const int parent = LOAD_PARENT(parents, v);
        for (OFFSET entry = offsets[v]; entry < offsets[v + 1]; entry++)
            missed |= LOAD_PARENT(parents, neighbors[entry]) ^ parent;
    }
    if (!missed)
        return;
    atomic_or(counters + UNITED_LATE, 1);
    for (long v = first; v < last; v += SHARE_STEP(items)) {
        int source = SOURCE(parents, (int)v);
        for (OFFSET entry = offsets[v]; entry < offsets[v + 1]; entry++)
            source = UNITE(parents, source, neighbors[entry]);
    }
}
