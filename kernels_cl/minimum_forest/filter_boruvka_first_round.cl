// The first round of Filter-Boruvka (filter_boruvka.cl): each vertex is a tree, and hooks along the
// lightest edge of its row, after Boruvka (reference/boruvka.py); then the trees are numbered. This
// file also guesses the threshold of the light edges from a sample, as ECL-MST does (Fallin,
// Gonzalez, Seo and Burtscher, SC 2023).
//
// Invariant: a vertex that hooks does so along its lightest edge in the order of (key, index),
// which is total; so the hooks are edges of the minimum spanning forest. Only its own work-items
// write a vertex, so nothing races. All edges of a cycle of hooks would be one and the same edge,
// so a cycle has two vertices, of which number_trees makes the smaller one the root.
#include "minimum_forest/lightest_edges.h"
#include "minimum_forest/reserve.h"
#include "minimum_forest/row_minimum.h"
#include "minimum_forest/tree_names.h"
#include "device/counters.h"
#include "device/hash.h"
#include "union_find/find.h"
#ifdef GLOBAL_BARRIER
#include "minimum_forest/together.h"
#endif

#define NO_EDGE (-1)
// Hubs have many of the edges if they have one end in so many.
#define HUBBY 4
// All edges with the threshold's key are light, unless that makes so many times as many; hubs make
// no difference to that. R-MAT of 2**20 vertices and five weights took 0.69 ms with the bound of the
// half of the edges that hubs leave (H200), since by their indices the light ones are those of a few
// rows.
#define MOST_EQUAL 4

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

inline ulong drawn_number(const int seed, const int i, const ulong numbers)
{
    return mul_hi(mixed_bits(((ulong)seed << 32 | i) + 1), numbers);
}

#ifdef ROWS
// Whether a row has an entry: by bisection, or else among its first ones.
#define MOST_LOOKED 64
inline int has_entry(
    OFFSET begin, const OFFSET end, const int neighbor, __global const int *restrict neighbors)
{
    int found = 0;
#ifdef SORTED
    OFFSET last = end;
    while (last - begin > 1) {
        const OFFSET middle = begin + (last - begin) / 2;
        if (neighbors[middle] <= neighbor)
            begin = middle;
        else
            last = middle;
    }
    found = begin < end && neighbors[begin] == neighbor;
#else
    for (int i = 0; i < MOST_LOOKED && begin + i < end; i++)
        found |= neighbors[begin + i] == neighbor;
#endif
    return found;
}

// Whether one of two rows has the other's vertex as an entry; if all edges are in both rows, the
// shorter one tells.
inline int are_neighbors(
    const int one,
    const int other,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors)
{
    const OFFSET begin = offsets[one], other_begin = offsets[other];
    const OFFSET end = offsets[one + 1], other_end = offsets[other + 1];
#ifdef SYMMETRIC
    if (other_end - other_begin < end - begin)
        return has_entry(other_begin, other_end, one, neighbors);
    return has_entry(begin, end, other, neighbors);
#else
    return has_entry(begin, end, other, neighbors) ||
           has_entry(other_begin, other_end, one, neighbors);
#endif
}
#endif

// Clear the counters. If there is a filter, one work-group guesses its threshold: the key of the
// edge at a rank of a sample, and its index where by keys alone many more edges would be light, as
// where most weights are equal.
//
// The rank is that of the c n-th lightest edge, where n is the number of vertices with neighbors,
// guessed from a sample of vertices. If hubs have many of the edges, as many sampled ends of edges
// are hubs. Then half as many light edges join most vertices, since the others would go from hub to
// hub. Up to twice as many come first where neighbors of one vertex are neighbors themselves, as in
// cliques and meshes: there so few light edges leave no large tree, outside of which the second
// phase would find little to do. The share of the closed pairs among sampled pairs of neighbors, 0
// in random graphs and grids, says how many more.
__kernel void guess_threshold(
    const int n,
    const OFFSET entries,
    const int seed,
    const float rank_of_all,
    const int hub_row,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const uint *restrict indices,
    __global int *restrict counters)
{
    CLEAR_COUNTERS(counters)
#ifdef FILTER
    __local ulong sample[SAMPLES];
    __local uint connected, hubs, pairs, closed_pairs;
    if (get_local_id(0) == 0)
        connected = hubs = pairs = closed_pairs = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_local_id(0); i < SAMPLES; i += get_local_size(0)) {
        const OFFSET entry = drawn_number(seed, i, entries);
#ifdef NUMBERED
        const uint index = indices[entry];
#else
        const uint index = entry;
#endif
        sample[i] = (ulong)keys[entry] << 32 | index;
#ifdef ROWS
        const int v = drawn_number(seed, SAMPLES + i, n);
        const OFFSET begin = offsets[v];
        const OFFSET degree = offsets[v + 1] - begin;
        if (degree > 1) {
            const OFFSET first = drawn_number(seed, 2 * SAMPLES + i, degree);
            const OFFSET further = 1 + drawn_number(seed, 3 * SAMPLES + i, degree - 1);
            const int one = neighbors[begin + first];
            const OFFSET rest = degree - first;
            const OFFSET second = further < rest ? first + further : further - rest;
            const int other = neighbors[begin + second];
            if (one != other && one != v && other != v) {
                atomic_inc((volatile __local uint *)&pairs);
                if (are_neighbors(one, other, offsets, neighbors))
                    atomic_inc((volatile __local uint *)&closed_pairs);
            }
        }
#ifdef NUMBERED
        const int end = neighbors[entry];
        if (offsets[v + 1] > offsets[v])
            atomic_inc((volatile __local uint *)&connected);
        if (offsets[end + 1] - offsets[end] > hub_row)
            atomic_inc((volatile __local uint *)&hubs);
#endif
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    float wanted = rank_of_all;
#ifdef NUMBERED
    wanted *= (float)max(connected, 1u) / SAMPLES;
#endif
#ifdef ROWS
    wanted *= 1 + (float)closed_pairs / max(pairs, 1u);
#endif
    const int most_equal = MOST_EQUAL * (min((int)wanted, SAMPLES - 1) + 1);
#ifdef NUMBERED
    if (hubs * HUBBY > SAMPLES)
        wanted /= 2;
#endif
    const int rank = min((int)wanted, SAMPLES - 1);
    for (int i = get_local_id(0); i < SAMPLES; i += get_local_size(0)) {
        int below = 0, with_equal_keys = 0;
        for (int j = 0; j < SAMPLES; j++) {
            below += sample[j] < sample[i] || (sample[j] == sample[i] && j < i);
            with_equal_keys += sample[j] >> 32 <= sample[i] >> 32;
        }
        if (below == rank) {
            counters[THRESHOLD] = (int)(uint)(sample[i] >> 32);
            counters[THRESHOLD_INDEX] =
                with_equal_keys > most_equal ? (int)(uint)sample[i] : ALL_INDICES;
        }
    }
#endif
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

// Hook each vertex along the lightest edge of its row. LANES work-items share a row of more than
// SHORT_ROW entries. A row of more than long_row entries chooses nothing: the neighbors of a hub
// choose it, so it need not choose. On the way, record the row in which each section of SECTION
// entries begins, and the last row.
__kernel void choose_from_rows(
    const int n,
    const OFFSET entries,
    const int long_row,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const uint *restrict indices,
    __global int *restrict parents,
    __global int *restrict section_rows,
    __global int *restrict linked)
{
    __local int shared_rows[GROUP_SIZE];
    __local int shared_count;
    __local uint values[GROUP_SIZE];
    const int v = get_global_id(0);
    const int item = get_local_id(0);
    if (item == 0)
        shared_count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v < n) {
        const OFFSET begin = offsets[v];
        const OFFSET end = offsets[v + 1];
        if (v == n - 1)
            section_rows[(entries + SECTION - 1) / SECTION] = v;
        int parent = begin < end ? v : NO_TREE;
        int edge = NO_EDGE;
        if (end - begin > SHORT_ROW)
            shared_rows[atomic_inc((volatile __local int *)&shared_count)] = v;
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
    const int count = shared_count;
    for (int i = 0; i < count; i += GROUP_SIZE / LANES) {
        const int place = i + item / LANES;
        const int row = place < count ? shared_rows[place] : -1;
        int chooses = row >= 0;
        uint lightest = UINT_MAX;
        OFFSET choice = 0;
        if (row >= 0) {
            const OFFSET begin = offsets[row];
            const OFFSET end = offsets[row + 1];
            record_sections(row, begin, end, item % LANES, LANES, section_rows);
            chooses = end - begin <= long_row;
            if (chooses)
                choice = lightest_entry(
                    begin + item % LANES, end, LANES, keys, indices, &lightest);
        }
        const int is_candidate = lightest == least_of_lanes(lightest, values);
        const uint index = is_candidate && chooses ? indices[choice] : UINT_MAX;
        const uint least = least_of_lanes(index, values);
        // Several lanes may have the same entry. The race is benign: they store the same values.
        if (chooses && index == least) {
            parents[row] = neighbors[choice];
            linked[row] = index;
        }
    }
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
// name; rounds took a path of 2^18 vertices with falling weights 10.8 ms in place of 5.6.
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
        STORE_PARENT(parents, v, IS_NAME(above) ? above : END_OF_WALK(parents, above));
    }
}
#endif
