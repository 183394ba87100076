// Make the quotient of a graph: each vertex gets a number, and vertices of one number become one.
// Entries whose ends have different numbers become pairs (target, source); radix_sort.cl sorts them
// by target, and then, with their ends swapped, by source. Equal pairs are then neighbors, of which
// the first stays.
//
// Invariant: a block writes as many pairs as it has counted, from its begin on. So no place is
// written twice, none is left out, and nothing races.
#include "graph/entry_loop.h"

__kernel void count_between(
    const int n,
    const OFFSET entries,
    const OFFSET block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const int *restrict numbers,
    __global int *restrict counts)
{
    int count = 0;
    FOR_EACH_ENTRY_OF_BLOCK(
        block, entries, n, offsets, v, entry,
        count += numbers[v] != numbers[neighbors[entry]]);
    if (HAS_BLOCK(block, entries))
        counts[get_global_id(0)] = count;
}

// Returns the next place.
inline OFFSET pair_numbers(
    const int source, const int target, const OFFSET place, __global int2 *restrict pairs)
{
    if (source == target)
        return place;
    pairs[place] = (int2)(target, source);
    return place + 1;
}

__kernel void pair_between(
    const int n,
    const OFFSET entries,
    const OFFSET block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const int *restrict numbers,
    __global const OFFSET *restrict begins,
    __global int2 *restrict pairs)
{
    OFFSET place = HAS_BLOCK(block, entries) ? begins[get_global_id(0)] : 0;
    FOR_EACH_ENTRY_OF_BLOCK(
        block, entries, n, offsets, v, entry,
        place = pair_numbers(numbers[v], numbers[neighbors[entry]], place, pairs));
}

__kernel void swap_ends(const int count, __global int2 *pairs)
{
    const long i = get_global_id(0);
    if (i < count)
        pairs[i] = pairs[i].yx;
}

#define IS_FIRST(pairs, i) \
    ((i) == 0 || pairs[i].x != pairs[(i) - 1].x || pairs[i].y != pairs[(i) - 1].y)

__kernel void count_first(
    const int count,
    const int block,
    __global const int2 *restrict pairs,
    __global int *restrict counts)
{
    const long begin = BLOCK_BEGIN(block, count);
    const long end = BLOCK_END(block, count);
    if (begin >= end)
        return;
    int first = 0;
    for (long i = begin; i < end; i++)
        first += IS_FIRST(pairs, i);
    counts[get_global_id(0)] = first;
}

__kernel void take_first(
    const int count,
    const int block,
    __global const int2 *restrict pairs,
    __global const int *restrict counts,
    __global int2 *restrict taken)
{
    const long begin = BLOCK_BEGIN(block, count);
    const long end = BLOCK_END(block, count);
    if (begin >= end)
        return;
    int place = counts[get_global_id(0)];
    for (long i = begin; i < end; i++)
        if (IS_FIRST(pairs, i))
            taken[place++] = pairs[i];
}

// The vertices of each number, whose counts begin at 0. A component may have nearly all vertices,
// so a work-item adds up neighbors of one number before it adds them to the count, which all share.
__kernel void count_vertices(
    const int n,
    const int block,
    __global const int *restrict labels,
    __global const int *restrict ranks,
    __global int *restrict sizes)
{
    const long begin = BLOCK_BEGIN(block, n);
    const long end = BLOCK_END(block, n);
    if (begin >= end)
        return;
    int label = labels[begin];
    int count = 0;
    for (long v = begin; v < end; v++) {
        if (labels[v] != label) {
            atomic_add(sizes + ranks[label], count);
            label = labels[v];
            count = 0;
        }
        count++;
    }
    atomic_add(sizes + ranks[label], count);
}
