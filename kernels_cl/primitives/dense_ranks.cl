// The ranks of numbers of 64 bits: equal numbers have equal ranks, and ranks compare as they do.
//
// radix_sort.cl sorts pairs of 32 bits, so it is asked twice, for the lower halves and, keeping
// their order, for the upper ones. Then a number's rank is how many of the sorted ones are larger
// than their predecessor, up to it: counted in blocks, summed up (prefix_sum.cl), and written to where the
// number came from.
//
// Invariant: pairs[i].y is each index once; sorted[] ascends when ranks are counted.

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
    const long item = get_global_id(0);
    const long begin = item * block;
    if (begin >= count)
        return;
    const long end = min((long)count, begin + block);
    int larger = 0;
    for (long i = max(1L, begin); i < end; i++)
        larger += sorted[i] != sorted[i - 1];
    counts[item] = larger;
}

__kernel void write_ranks(
    const int count,
    const int block,
    __global const ulong *restrict sorted,
    __global const int *restrict counts,
    __global const uint2 *restrict pairs,
    __global uint *restrict ranks)
{
    const long item = get_global_id(0);
    const long begin = item * block;
    if (begin >= count)
        return;
    const long end = min((long)count, begin + block);
    uint rank = (uint)counts[item];
    for (long i = begin; i < end; i++) {
        rank += i > 0 && sorted[i] != sorted[i - 1];
        ranks[pairs[i].y] = rank;
    }
}
