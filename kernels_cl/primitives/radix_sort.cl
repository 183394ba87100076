// Sort pairs by the first number, digit by digit from the lowest: Satish, Harris and Garland,
// Designing efficient sorting algorithms for many-core GPUs, IPDPS 2009. A work-group takes a chunk
// of the pairs and counts their digits. A prefix sum over all digits and groups (scan_counts of
// prefix_sum.cl) says where its pairs of each digit go, and the work-group puts them there.
//
// Invariant: a pass keeps the order of pairs with the same digit, so after the last pass the pairs
// are sorted by all digits that were looked at. No two pairs get the same place, so nothing races.
#define DIGITS (1 << DIGIT_BITS)
#define DIGIT(pair) (((pair).x >> shift) & (DIGITS - 1))
#define WORDS ((GROUP_SIZE + 31) / 32)

__kernel void count_digits(
    const long count,
    const long chunk,
    const int shift,
    __global const int2 *restrict pairs,
    __global int *restrict counts)
{
    __local int own[DIGITS];
    const int item = get_local_id(0);
    for (int digit = item; digit < DIGITS; digit += GROUP_SIZE)
        own[digit] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const long end = min(count, (long)(get_group_id(0) + 1) * chunk);
    for (long i = (long)get_group_id(0) * chunk + item; i < end; i += GROUP_SIZE)
        atomic_inc(own + DIGIT(pairs[i]));
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int digit = item; digit < DIGITS; digit += GROUP_SIZE)
        counts[digit * get_num_groups(0) + get_group_id(0)] = own[digit];
}

// The group takes as many pairs at a time as it has work-items. Each work-item raises its flag at
// its digit; the flags of the work-items before it say how many pairs precede its own.
__kernel void scatter_pairs(
    const long count,
    const long chunk,
    const int shift,
    __global const int2 *restrict pairs,
    __global const int *restrict begins,
    __global int2 *restrict scattered)
{
    __local uint flags[DIGITS * WORDS];
    __local int next[DIGITS];
    const int item = get_local_id(0);
    for (int digit = item; digit < DIGITS; digit += GROUP_SIZE)
        next[digit] = begins[digit * get_num_groups(0) + get_group_id(0)];
    const long end = min(count, (long)(get_group_id(0) + 1) * chunk);
    for (long begin = (long)get_group_id(0) * chunk; begin < end; begin += GROUP_SIZE) {
        for (int word = item; word < DIGITS * WORDS; word += GROUP_SIZE)
            flags[word] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        const long i = begin + item;
        const int2 pair = i < end ? pairs[i] : (int2)(0, 0);
        const int digit = DIGIT(pair);
        if (i < end)
            atomic_or(flags + digit * WORDS + item / 32, 1u << item % 32);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < end) {
            int before = popcount(flags[digit * WORDS + item / 32] & ((1u << item % 32) - 1u));
            for (int word = 0; word < item / 32; word++)
                before += popcount(flags[digit * WORDS + word]);
            scattered[next[digit] + before] = pair;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int each = item; each < DIGITS; each += GROUP_SIZE)
            for (int word = 0; word < WORDS; word++)
                next[each] += popcount(flags[each * WORDS + word]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
