// List the edges of a forest in ascending order, given the edge that linked each vertex: mark the
// user's id of each edge in a set of bits, count the marks of each block of words, sum the counts
// (prefix_sum.cl), and list the marks of each block. The forest is that of Hong, Dhulipala and
// Shun, GConn, PACT 2020, Algorithm 2 (forest_edges.h).
//
// Invariant: forest[v] is the place of the edge that made v a child, or -1 for a root, and
// no edge made two vertices children. So the set has as many marks as there are children. Marks are
// set by an atomic or, since several edges share a word; nothing else races. On a processor a
// work-item takes a block of vertices, and one atomic function for each run of edges of one word.
//
// If a variant reads arrays of edges, entries[i] is the entry of edge i. edge_ids[i] is the user's
// edge of entry i. Either is NULL where it would be i for every i. ID is the type of an edge's id.
#include "device/grid_stride.h"
#include "graph/row_search.h"

__kernel void clear_marks(const int words, __global uint *restrict marks)
{
    const int word = get_global_id(0);
    if (word < words)
        marks[word] = 0;
}

__kernel void mark_edges(
    const int n,
    __global const OFFSET *restrict forest,
    __global const OFFSET *restrict entries,
    __global const ID *restrict edge_ids,
    __global uint *marks)
{
    const long item = get_global_id(0), items = get_global_size(0);
    const long end = SHARE_END(item, items, n);
    ID word = 0;
    uint bits = 0;
    for (long v = SHARE_BEGIN(item, items, n); v < end; v += SHARE_STEP(items)) {
        const OFFSET place = forest[v];
        if (place == (OFFSET)-1)
            continue;
        const OFFSET entry = entries ? entries[place] : place;
        const ID edge = edge_ids ? edge_ids[entry] : (ID)entry;
        if (edge >> 5 != word) {
            if (bits)
                atomic_or((volatile __global uint *)(marks + word), bits);
            word = edge >> 5;
            bits = 0;
        }
        bits |= 1u << (edge & 31);
    }
    if (bits)
        atomic_or((volatile __global uint *)(marks + word), bits);
}

__kernel void count_marks(
    const int words,
    const int block,
    __global const uint *restrict marks,
    __global int *restrict counts)
{
    const long begin = BLOCK_BEGIN(block, words);
    const long end = BLOCK_END(block, words);
    if (begin >= end)
        return;
    int count = 0;
    for (long word = begin; word < end; word++)
        count += popcount(marks[word]);
    counts[get_global_id(0)] = count;
}

// By now counts[i] is the number of marks before block i.
__kernel void list_marks(
    const int words,
    const int block,
    __global const uint *restrict marks,
    __global const int *restrict counts,
    __global ID *restrict edges)
{
    const long begin = BLOCK_BEGIN(block, words);
    const long end = BLOCK_END(block, words);
    if (begin >= end)
        return;
    long place = counts[get_global_id(0)];
    for (long word = begin; word < end; word++)
        for (uint left = marks[word]; left; left &= left - 1)
            edges[place++] = (ID)word * 32 + popcount(~left & (left - 1));
}

// Find the two ends of edges that are entries of the rows: the row of each entry and its neighbor.
__kernel void find_ends(
    const int count,
    __global const ID *restrict edges,
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict sources,
    __global int *restrict targets)
{
    const int i = get_global_id(0);
    if (i >= count)
        return;
    const OFFSET entry = (OFFSET)edges[i];
    sources[i] = row_between(offsets, 0, n, entry);
    targets[i] = neighbors[entry];
}

// Gather the same from a graph that is stored as arrays of edges.
__kernel void gather_ends(
    const int count,
    __global const ID *restrict edges,
    __global const int *restrict all_sources,
    __global const int *restrict all_targets,
    __global int *restrict sources,
    __global int *restrict targets)
{
    const int i = get_global_id(0);
    if (i >= count)
        return;
    sources[i] = all_sources[edges[i]];
    targets[i] = all_targets[edges[i]];
}
