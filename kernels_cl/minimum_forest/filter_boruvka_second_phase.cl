// The second phase of Filter-Boruvka (filter_boruvka.cl) on rows, after the rounds over the light
// edges: one more round vertex by vertex, and then what is left is put on the list.
//
// Most vertices are in one tree by now, the settled one, which abstains; the rows of its vertices
// are not looked at. Each vertex outside finds the lightest edge of its row that leaves its tree,
// and offers this edge alone to the tree's minimum. Most trees choose an edge to the settled tree,
// so few edges are left to be listed.
//
// A hub may be outside, too: that of another large component, or where hubs have the heavy edges.
// So a row of more than SECTION entries is taken in parts, each of which chooses as a vertex would:
// the first one ends where a section of SECTION entries begins, and each section that begins within
// the row is one more. Sections are spread among the vertices, so that no group has many. R-MAT
// with a hub of 10**6 neighbors, weights by ids, took 17 to 25 ms when 32 work-items shared such a
// row (H200), and 1 to 2 when sections (of 1024) had groups of their own behind those of the
// vertices; of equal weights the latter took 2.0, and takes 0.46. Neighboring rows of some hundred
// entries are as bad as a hub, so sections are short (shares_of_rows.py).
//
// Invariant: an edge that leaves a tree outside the settled one is in the row of a vertex outside.
// The tree's minimum is the lightest of the lightest edges of its vertices' parts, and the one part
// that has it hooks the tree, by a plain store, as in a round over a list.
#include "minimum_forest/chains.h"
#include "minimum_forest/edge_list.h"
#include "minimum_forest/hooks.h"
#include "minimum_forest/most_frequent.h"
#include "minimum_forest/reserve.h"
#include "minimum_forest/row_minimum.h"
#include "minimum_forest/tree_names.h"
#include "device/counters.h"
#include "device/hash.h"
#ifdef GLOBAL_BARRIER
#include "minimum_forest/together.h"
#endif

#define NOTHING ((OFFSET)-1)
#define IS_UNSETTLED(name) ((name) != NO_TREE && (name) != NAME_OF_TREE(counters[MOST_FREQUENT]))

// A part of a row, that of a vertex or of a section. `share` is that of the sections among all
// parts, in units of 2**-32: the number of sections before a part is its number times that, rounded
// down.
typedef struct {
    int v;
    OFFSET begin;
    OFFSET end;
} part_t;

inline int vertex_of_part(
    const uint part, const uint share, __global const int *restrict section_rows)
{
    const uint section = mul_hi(part, share);
    return mul_hi(part + 1, share) > section ? section_rows[section] : (int)(part - section);
}

// The entries of a part; a section that begins within a shorter row has none.
inline part_t part_of_row(
    const uint part,
    const uint share,
    __global const OFFSET *restrict offsets,
    __global const int *restrict section_rows)
{
    part_t found;
    found.v = vertex_of_part(part, share, section_rows);
    found.begin = offsets[found.v];
    found.end = offsets[found.v + 1];
    const int is_long = found.end - found.begin > SECTION;
    const uint section = mul_hi(part, share);
    if (mul_hi(part + 1, share) > section) {
        found.begin = (OFFSET)section * SECTION;
        found.end = is_long ? min(found.end, (OFFSET)(found.begin + SECTION)) : found.begin;
    }
    else if (is_long)
        found.end = (found.begin + SECTION - 1) / SECTION * SECTION;
    return found;
}

// Like find_naive while the path is short, then like find_halve.
inline int find_patient(__global int *trees, const int tree)
{
    int above = tree;
    // As in find_patient_lifting.
#pragma unroll 1
    for (int step = 0; step < PATIENCE; step++) {
        const int parent = LOAD_PARENT(trees, above);
        if (parent == above)
            return above;
        above = parent;
    }
    return find_halve(trees, above);
}

// The trees of some entries' ends, drawn at random; the most frequent of them is the settled one,
// if one is frequent.
#define VOTERS 1024
inline void find_settled(
    const OFFSET entries,
    __global const int *restrict neighbors,
    __global int *parents,
    __global int *trees,
    __global int *restrict counters,
    __local votes_t *votes)
{
    clear_votes(votes);
    for (int voter = get_local_id(0); voter < VOTERS && entries > 0; voter += get_local_size(0)) {
        const OFFSET entry = mul_hi(mixed_bits(voter + 1), (ulong)entries);
        const int name = LOAD_PARENT(parents, neighbors[entry]);
        add_vote(votes, find_halve(trees, TREE_OF_NAME(name)));
    }
    const int settled = most_frequent(votes, VOTERS);
    if (get_local_id(0) == 0)
        counters[MOST_FREQUENT] = settled;
}

// Give each vertex the name of the tree that its tree has become part of. The first group finds the
// settled tree meanwhile. The race is benign: a vertex's old name and its new one lead to the same
// root.
__kernel void rename_trees(
    const int n,
    const OFFSET entries,
    __global const int *restrict neighbors,
    __global int *parents,
    __global int *trees,
    __global int *restrict counters)
{
    __local votes_t votes;
    if (get_group_id(0) == 0) {
        find_settled(entries, neighbors, parents, trees, counters, &votes);
        return;
    }
    const int v = (int)(get_global_id(0) - GROUP_SIZE);
    const int name = v < n ? LOAD_PARENT(parents, v) : NO_TREE;
    if (name == NO_TREE)
        return;
    // The paths are short if each round has flattened the trees that it has hooked. Nobody shortens
    // short ones, since very many would store to the same trees.
    const int tree = TREE_OF_NAME(name);
    const int root = find_patient(trees, tree);
    if (root != tree)
        STORE_PARENT(parents, v, NAME_OF_TREE(root));
}

// The same after the round of the vertices, whose minima are cleared on the way. The settled tree
// has abstained, so its vertices keep its name. The trees may have hooked each other in a chain
// (chains.h): then a vertex may get the name of an ancestor, which rename_again needs.
__kernel void rename_unsettled(
    const int n,
    const int most_trees,
    __global int *restrict parents,
    __global int *trees,
    __global minimum_t *minima,
    __global int *counters)
{
    const int v = get_global_id(0);
    if (v >= n || !IS_UNSETTLED(parents[v]))
        return;
    const int tree = TREE_OF_NAME(parents[v]);
    CLEAR_MINIMUM(minima, most_trees, tree);
    int is_long = 0;
    const int root = go_towards_root(trees, tree, &is_long);
    if (root != tree)
        parents[v] = NAME_OF_TREE(root);
    if (is_long)
        MARK(counters, LONG_CHAINS);
}

// Give the vertices of long chains the names of their roots: in rounds behind the barrier, until
// all are there. Without it some launches are rounds, and in the last one each walks to its root,
// which is not far then.
#ifdef GLOBAL_BARRIER
__kernel ALL_AT_ONCE void rename_again(
    const int n,
    __global int *restrict parents,
    __global int *trees,
    __global const int *restrict counters,
    volatile __global int *state)
{
    int is_left = counters[LONG_CHAINS];
    for (int round = 0; is_left; round = (round + 1) % 3) {
        is_left = 0;
        for (uint v = get_global_id(0); v < (uint)n; v += get_global_size(0))
            if (IS_UNSETTLED(parents[v]))
                parents[v] = NAME_OF_TREE(
                    go_towards_root(trees, TREE_OF_NAME(parents[v]), &is_left));
        is_left = is_path_left(state, round, is_left);
    }
    CLEAR_STATE(state)
}
#else
__kernel void rename_again(
    const int n,
    const int is_last,
    __global int *restrict parents,
    __global int *trees,
    __global const int *restrict counters)
{
    int is_left = 0;
    if (!counters[LONG_CHAINS])
        return;
    for (uint v = get_global_id(0); v < (uint)n; v += get_global_size(0)) {
        if (!IS_UNSETTLED(parents[v]))
            continue;
        const int tree = TREE_OF_NAME(parents[v]);
        parents[v] = NAME_OF_TREE(
            is_last ? find_patient(trees, tree) : go_towards_root(trees, tree, &is_left));
    }
}
#endif

// The lightest of every step-th entry of a row that leaves the tree of this name, or NOTHING.
inline OFFSET lightest_leaving(
    const int name,
    const OFFSET begin,
    const OFFSET end,
    const int step,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const uint *restrict indices,
    __global const int *restrict parents,
    uint *lightest)
{
    OFFSET choice = NOTHING;
    *lightest = UINT_MAX;
    for (OFFSET entry = begin; entry < end; entry += READS * step) {
        int others[READS];
        uint some[READS];
        for (int i = 0; i < READS; i++) {
            const OFFSET place = min((OFFSET)(entry + i * step), (OFFSET)(end - 1));
            others[i] = neighbors[place];
            some[i] = keys[place];
        }
        for (int i = 0; i < READS; i++)
            others[i] = parents[others[i]];
        for (int i = 0; i < READS; i++) {
            const OFFSET place = min((OFFSET)(entry + i * step), (OFFSET)(end - 1));
            if (others[i] != name &&
                (choice == NOTHING || is_lighter(some[i], place, *lightest, choice, indices))) {
                *lightest = some[i];
                choice = place;
            }
        }
    }
    return choice;
}

__kernel void choose_unsettled(
    const uint parts,
    const uint share,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const uint *restrict indices,
    __global const int *restrict parents,
    __global const int *restrict section_rows,
    __global OFFSET *restrict chosen,
    __global minimum_t *minima,
    __global const int *restrict counters)
{
    __local uint shared_parts[GROUP_SIZE];
    __local int shared_count;
    __local uint values[GROUP_SIZE];
    const int item = get_local_id(0);
    const uint own = get_global_id(0);
    if (item == 0)
        shared_count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int name = own < parts ? parents[vertex_of_part(own, share, section_rows)] : NO_TREE;
    if (IS_UNSETTLED(name)) {
        const part_t part = part_of_row(own, share, offsets, section_rows);
        if (part.end - part.begin > SHORT_PART)
            shared_parts[atomic_inc((volatile __local int *)&shared_count)] = own;
        else {
            uint key;
            const OFFSET choice = lightest_leaving(
                name, part.begin, part.end, 1, neighbors, keys, indices, parents, &key);
            chosen[own] = choice;
            if (choice != NOTHING)
                OFFER_EDGE(minima, TREE_OF_NAME(name), key, indices[choice])
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int count = shared_count;
    for (int i = 0; i < count; i += GROUP_SIZE / LANES) {
        const int place = i + item / LANES;
        const int is_taken = place < count;
        int tree = NO_TREE;
        uint key = UINT_MAX;
        OFFSET choice = NOTHING;
        if (is_taken) {
            const part_t part = part_of_row(shared_parts[place], share, offsets, section_rows);
            tree = parents[part.v];
            choice = lightest_leaving(
                tree, part.begin + item % LANES, part.end, LANES,
                neighbors, keys, indices, parents, &key);
        }
        const int is_candidate = key == least_of_lanes(key, values) && choice != NOTHING;
        const uint index = is_candidate ? indices[choice] : UINT_MAX;
        const uint least = least_of_lanes(index, values);
        // Several lanes may have the same entry. The race is benign: they store the same value.
        if (is_taken && index == least)
            chosen[shared_parts[place]] = choice;
        if (least != UINT_MAX && index == least)
            OFFER_EDGE(minima, TREE_OF_NAME(tree), key, index)
    }
}

#ifndef INT64
__kernel void offer_unsettled_indices(
    const uint parts,
    const uint share,
    const int most_trees,
    __global const uint *restrict keys,
    __global const uint *restrict indices,
    __global const int *restrict parents,
    __global const int *restrict section_rows,
    __global const OFFSET *restrict chosen,
    __global minimum_t *minima,
    __global const int *restrict counters)
{
    const uint part = get_global_id(0);
    if (part >= parts)
        return;
    const int name = parents[vertex_of_part(part, share, section_rows)];
    if (!IS_UNSETTLED(name) || chosen[part] == NOTHING)
        return;
    const OFFSET entry = chosen[part];
    OFFER_INDEX(minima, most_trees, TREE_OF_NAME(name), keys[entry], indices[entry])
}
#endif

// Hook each tree whose minimum a part has chosen. Of two trees that have chosen the same edge the
// larger one hooks.
__kernel void hook_unsettled(
    const uint parts,
    const uint share,
    const int most_trees,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const uint *restrict indices,
    __global const int *restrict parents,
    __global const int *restrict section_rows,
    __global const OFFSET *restrict chosen,
    __global const minimum_t *restrict minima,
    __global int *restrict trees,
    __global const int *restrict roots,
    __global int *restrict linked,
    __global const int *restrict counters)
{
    const uint part = get_global_id(0);
    if (part >= parts)
        return;
    const int name = parents[vertex_of_part(part, share, section_rows)];
    if (!IS_UNSETTLED(name) || chosen[part] == NOTHING)
        return;
    const OFFSET entry = chosen[part];
    const uint key = keys[entry], index = indices[entry];
    const int own = TREE_OF_NAME(name);
    if (!IS_MINIMUM(minima, most_trees, own, key, index))
        return;
    const int other = TREE_OF_NAME(parents[neighbors[entry]]);
    if (own < other && IS_MINIMUM(minima, most_trees, other, key, index))
        return;
    STORE_PARENT(trees, own, other);
    linked[ROOT_OF_TREE(roots, own)] = index;
}

// Put on the empty list the edges between trees that are outside the settled tree even now, or
// leave it; an edge to the settled tree is seen from its other end. A part without a choice has no
// such edge, and had none before.
inline int is_listed(
    const int v, const int source, const int neighbor, const int target, const int settled)
{
    return target != source && (target == settled || neighbor >= v);
}
#define IS_LISTED(entry)                                                                           \
    is_listed(part.v, source, neighbors[entry], parents[neighbors[entry]], settled)

__kernel void list_unsettled(
    const uint parts,
    const uint share,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const uint *restrict indices,
    __global const int *restrict parents,
    __global const int *restrict section_rows,
    __global const OFFSET *restrict chosen,
    __global uint4 *restrict list,
    __global int *restrict counters)
{
    __local uint shared_parts[GROUP_SIZE];
    __local int shared_count;
    __local uint taken, first;
    const int item = get_local_id(0);
    const int settled = NAME_OF_TREE(counters[MOST_FREQUENT]);
    const uint own_part = get_global_id(0);
    part_t mine = {0, 0, 0};
    if (item == 0)
        shared_count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own_part < parts && IS_UNSETTLED(parents[vertex_of_part(own_part, share, section_rows)]) &&
        chosen[own_part] != NOTHING) {
        mine = part_of_row(own_part, share, offsets, section_rows);
        if (mine.end - mine.begin > SHORT_PART) {
            shared_parts[atomic_inc((volatile __local int *)&shared_count)] = own_part;
            mine.end = mine.begin;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int count = shared_count;
    for (int begin_part = -GROUP_SIZE / LANES; begin_part < count;
         begin_part += GROUP_SIZE / LANES) {
        // The work-item's own short part first, then its share of the others.
        const int i = begin_part + item / LANES;
        part_t part = {0, 0, 0};
        if (i < 0)
            part = mine;
        else if (i < count)
            part = part_of_row(shared_parts[i], share, offsets, section_rows);
        const int lanes = i < 0 ? 1 : LANES;
        const OFFSET begin = part.begin + (i < 0 ? 0 : item % LANES);
        const OFFSET end = part.end;
        const int source = parents[part.v];
        // First count the edges, then take places for all of the group's at once.
        uint own = 0;
        for (OFFSET entry = begin; entry < end; entry += lanes)
            own += IS_LISTED(entry);
        RESERVE(LENGTH_OF_LIST(OTHERS), own, place)
        uint next = place;
        if (own)
            for (OFFSET entry = begin; entry < end; entry += lanes)
                if (IS_LISTED(entry))
                    list[next++] = (uint4)(
                        TREE_OF_NAME(source), TREE_OF_NAME(parents[neighbors[entry]]),
                        keys[entry], indices[entry]);
    }
}
