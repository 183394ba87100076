// The first round of Filter-Boruvka (filter_boruvka.cl): each vertex is a tree, and hooks along the
// lightest edge of its row, after Boruvka (reference/boruvka.py); then the trees are numbered. The
// threshold of the light edges is guessed meanwhile (threshold.h).
//
// Invariant: a vertex that hooks does so along its lightest edge in the order of (key, index),
// which is total; so the hooks are edges of the minimum spanning forest. Only its own work-items
// write a vertex, so nothing races. All edges of a cycle of hooks would be one and the same edge,
// so a cycle has two vertices, of which number_trees makes the smaller one the root.
#include "minimum_forest/lightest_edges.h"
#include "minimum_forest/reserve.h"
#include "minimum_forest/row_minimum.h"
#include "minimum_forest/threshold.h"
#include "minimum_forest/tree_names.h"
#include "union_find/find.h"
#ifdef GLOBAL_BARRIER
#include "minimum_forest/together.h"
#endif

#define NO_EDGE (-1)

// Make each vertex a tree, for edges that are no rows.
__kernel void make_trees(
    const int n,
    __global int *restrict trees,
    __global int *restrict linked,
    __global minimum_t *even_minima,
    __global minimum_t *odd_minima)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    trees[v] = v;
    linked[v] = NO_EDGE;
    INITIALIZE_MINIMUM(even_minima, n, v);
#ifndef GLOBAL_BARRIER
    INITIALIZE_MINIMUM(odd_minima, n, v);
#endif
}

// Clear the counters and guess the threshold, for edges that are no rows, and on a processor.
__kernel void guess_threshold(GUESS_PARAMETERS)
{
#ifdef FILTER
    __local guess_t own;
#endif
    GUESS(own);
}

// Record that the sections that begin within a row do so, those from `lane` on in steps of `lanes`.
inline void record_sections(
    const int row,
    const OFFSET begin,
    const OFFSET end,
    const int lane,
    const int lanes,
    __global int *restrict section_rows)
{
    for (OFFSET section = (begin + SECTION - 1) / SECTION + lane; section * SECTION < end;
         section += lanes)
        section_rows[section] = row;
}

typedef struct {
    int rows[GROUP_SIZE];
    int count;
    uint values[GROUP_SIZE];
} shared_rows_t;

// Hook each vertex along the lightest edge of its row. LANES work-items share a row of more than
// SHORT_ROW entries. A row of more than hub_row entries chooses nothing: the neighbors of a hub
// choose it, so it need not choose. On the way, record the row in which each section of SECTION
// entries begins, and the last row for those behind the last entry, up to and including the end of
// its chunk.
inline void choose(
    const int v,
    const int n,
    const OFFSET entries,
    const int hub_row,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const uint *restrict indices,
    __global int *restrict parents,
    __global int *restrict section_rows,
    __global int *restrict linked,
    __local shared_rows_t *shared)
{
    const int item = get_local_id(0);
    if (item == 0)
        shared->count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v < n) {
        const OFFSET begin = offsets[v];
        const OFFSET end = offsets[v + 1];
        if (v == n - 1) {
            const OFFSET end_of_chunks = (entries + CHUNK - 1) / CHUNK * (CHUNK / SECTION);
            for (OFFSET place = (entries + SECTION - 1) / SECTION; place <= end_of_chunks; place++)
                section_rows[place] = v;
        }
        int parent = begin < end ? v : NO_TREE;
        int edge = NO_EDGE;
        if (end - begin > SHORT_ROW)
            shared->rows[atomic_inc((volatile __local int *)&shared->count)] = v;
        else if (begin < end) {
            uint lightest;
            const OFFSET choice = lightest_entry(begin, end, 1, keys, indices, &lightest);
            parent = neighbors[choice];
            edge = indices[choice];
            record_sections(v, begin, end, 0, 1, section_rows);
        }
        parents[v] = parent;
        linked[v] = edge;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const int count = shared->count;
    for (int i = 0; i < count; i += GROUP_SIZE / LANES) {
        const int place = i + item / LANES;
        const int row = place < count ? shared->rows[place] : -1;
        int chooses = row >= 0;
        uint lightest = UINT_MAX;
        OFFSET choice = 0;
        if (row >= 0) {
            const OFFSET begin = offsets[row];
            const OFFSET end = offsets[row + 1];
            record_sections(row, begin, end, item % LANES, LANES, section_rows);
            chooses = end - begin <= hub_row;
            if (chooses)
                choice = lightest_entry(
                    begin + item % LANES, end, LANES, keys, indices, &lightest);
        }
        const int is_candidate = lightest == least_of_lanes(lightest, shared->values);
        const uint index = is_candidate && chooses ? indices[choice] : UINT_MAX;
        const uint least = least_of_lanes(index, shared->values);
        // Several lanes may have the same entry. The race is benign: they store the same values.
        if (chooses && index == least) {
            parents[row] = neighbors[choice];
            linked[row] = index;
        }
    }
}

// The first group clears the counters and guesses the threshold meanwhile, which takes 20 us. On a
// processor guess_threshold does: choose_from_rows took PoCL 11.7 ms in place of 8.2 when it was in
// a branch (R-MAT, 2**18 vertices).
__kernel void choose_from_rows(
    GUESS_PARAMETERS,
    __global int *restrict parents,
    __global int *restrict section_rows,
    __global int *restrict linked)
{
    __local shared_rows_t shared;
#ifdef SHARE_BLOCKS
    const int first_group = 0;
#else
    const int first_group = 1;
#ifdef FILTER
    __local guess_t own;
#endif
    // No processor returns here, before the barriers of what follows.
    if (get_group_id(0) == 0) {
        GUESS(own);
        return;
    }
#endif
    choose(
        (int)(get_global_id(0) - first_group * GROUP_SIZE), n, entries, hub_row, offsets, neighbors,
        keys, indices, parents, section_rows, linked, &shared);
}

// If two vertices have chosen each other, the smaller one is the root. Number the trees, and
// prepare their minima. The races are benign: only a root's entry changes, to the name of its tree,
// and nobody whose own entry depends on it takes a name for himself: the smaller of two vertices
// that have chosen each other reads the entry of the larger one, which is no root.
__kernel void number_trees(
    const int n,
    const int most_trees,
    __global int *parents,
    __global int *restrict linked,
    __global int *restrict roots,
    __global int *restrict trees,
    __global minimum_t *even_minima,
    __global minimum_t *odd_minima,
    __global int *restrict counters)
{
    __local uint taken, first;
    const int item = get_local_id(0);
    const int v = get_global_id(0);
    const int parent = v < n ? LOAD_PARENT(parents, v) : NO_TREE;
    const int is_root =
        parent == v || (v < parent && LOAD_PARENT(parents, parent) == v);
    RESERVE(counters + TREES, is_root, tree)
    if (!is_root)
        return;
    STORE_PARENT(parents, v, NAME_OF_TREE((int)tree));
    linked[v] = NO_EDGE;
    roots[tree] = v;
    trees[tree] = tree;
    INITIALIZE_MINIMUM(even_minima, most_trees, tree);
#ifndef GLOBAL_BARRIER
    INITIALIZE_MINIMUM(odd_minima, most_trees, tree);
#endif
}

// Go up a path from `above`, STRIDE steps at most. Returns a name, or how far it got.
inline int go_up(__global const int *parents, int above)
{
    for (int step = 0; step < STRIDE && !IS_NAME(above); step++)
        above = LOAD_PARENT(parents, above);
    return above;
}

#ifdef SHARE_BLOCKS
// Path halving, to the root, by a processor's work-items, which follow each other: the first one
// shortens the path for all.
inline int name_above(__global int *parents, int v)
{
    int parent = LOAD_PARENT(parents, v);
    while (!IS_NAME(parent)) {
        const int grandparent = LOAD_PARENT(parents, parent);
        if (IS_NAME(grandparent))
            return grandparent;
        STORE_PARENT(parents, v, grandparent);
        v = grandparent;
        parent = LOAD_PARENT(parents, v);
    }
    return parent;
}
#define END_OF_WALK(parents, above) name_above(parents, above)
#else
#define END_OF_WALK(parents, above) above
#endif

// Give every vertex the name of its tree, if no path is longer than PATIENCE. A vertex on a longer
// path gets an ancestor at least, which flatten_again needs. The races are benign: an entry that is
// no name is always an ancestor in the tree.
__kernel void flatten(const int n, __global int *parents, __global int *counters)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    int above = LOAD_PARENT(parents, v);
    if (IS_NAME(above))
        return;
    for (int step = 0; step < PATIENCE && !IS_NAME(above); step += STRIDE)
        above = go_up(parents, above);
    if (!IS_NAME(above)) {
        atomic_or((volatile __global int *)counters + LONG_PATHS, 1);
        above = END_OF_WALK(parents, above);
    }
    STORE_PARENT(parents, v, above);
}

// Flatten paths that were too long. Each round takes every vertex further by STRIDE times its step
// before. With a barrier across groups (global_barrier.h) there are rounds until all have a name.
// Without it a launch is a round, and the host makes as many as the longest path could need: no
// work-item of a GPU walks to the end of a path, which took nearly all of 17,814 accesses one after
// the other where each of 2^17 vertices was linked to one of the next 50 (tests/kernel_work). On a
// processor flatten has left short paths, since it may have stored an ancestor in the place of a
// name; rounds took a path of 2^18 vertices with falling weights 10.8 ms in place of 5.6. Here
// nobody shortens the path of another one: that could take the name from it.
#ifdef GLOBAL_BARRIER
__kernel ALL_AT_ONCE void flatten_again(
    const int n,
    __global int *parents,
    __global const int *restrict counters,
    volatile __global int *state)
{
    int is_left = counters[LONG_PATHS];
    for (int round = 0; is_left; round = (round + 1) % 3) {
        is_left = 0;
        for (uint v = get_global_id(0); v < (uint)n; v += get_global_size(0)) {
            int above = LOAD_PARENT(parents, v);
            if (IS_NAME(above))
                continue;
            above = go_up(parents, above);
            STORE_PARENT(parents, v, above);
            is_left |= !IS_NAME(above);
        }
        is_left = is_path_left(state, round, is_left);
    }
    CLEAR_STATE(state)
}
#else
__kernel void flatten_again(
    const int n, __global int *parents, __global const int *restrict counters)
{
    if (!counters[LONG_PATHS])
        return;
    for (uint v = get_global_id(0); v < (uint)n; v += get_global_size(0)) {
        int above = LOAD_PARENT(parents, v);
        if (IS_NAME(above))
            continue;
        above = go_up(parents, above);
#ifdef SHARE_BLOCKS
        while (!IS_NAME(above))
            above = go_up(parents, above);
#endif
        STORE_PARENT(parents, v, above);
    }
}
#endif
