// Rank numbers of 64 bits: equal numbers have equal ranks, and ranks compare as the numbers do.
//
// radix_sort.cl sorts pairs of 32 bits, so it runs twice: for the lower halves and then, keeping
// their order, for the upper halves. The rank of a number is how many of the sorted numbers up to
// it are larger than their predecessor. These are counted in blocks and summed (prefix_sum.cl), and
// each rank is written to the place of its number.
//
// Invariant: each index occurs once in pairs[].y, and sorted[] ascends when ranks are counted. So
// no place is written twice, and nothing races.
#include "device/grid_stride.h"

__kernel void pair_lower_halves(
    const int count, __global const ulong *restrict numbers, __global uint2 *restrict pairs)
{
    const long i = get_global_id(0);
    if (i < count)
        pairs[i] = (uint2)((uint)numbers[i], (uint)i);
}

__kernel void pair_upper_halves(
    const int count, __global const ulong *restrict numbers, __global uint2 *restrict pairs)
{
    const long i = get_global_id(0);
    if (i < count)
        pairs[i].x = (uint)(numbers[pairs[i].y] >> 32);
}

__kernel void gather_sorted(
    const int count,
    __global const ulong *restrict numbers,
    __global const uint2 *restrict pairs,
    __global ulong *restrict sorted)
{
    const long i = get_global_id(0);
    if (i < count)
        sorted[i] = numbers[pairs[i].y];
}

__kernel void count_larger(
    const int count,
    const int block,
    __global const ulong *restrict sorted,
    __global int *restrict counts)
{
    const long begin = BLOCK_BEGIN(block, count);
    const long end = BLOCK_END(block, count);
    if (begin >= end)
        return;
    int larger = 0;
    for (long i = max(1L, begin); i < end; i++)
        larger += sorted[i] != sorted[i - 1];
    counts[get_global_id(0)] = larger;
}

__kernel void write_ranks(
    const int count,
    const int block,
    __global const ulong *restrict sorted,
    __global const int *restrict counts,
    __global const uint2 *restrict pairs,
    __global uint *restrict ranks)
{
    const long begin = BLOCK_BEGIN(block, count);
    const long end = BLOCK_END(block, count);
    if (begin >= end)
        return;
    uint rank = (uint)counts[get_global_id(0)];
    for (long i = begin; i < end; i++) {
        rank += i > 0 && sorted[i] != sorted[i - 1];
        ranks[pairs[i].y] = rank;
    }
}
