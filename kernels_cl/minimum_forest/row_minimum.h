// The lightest entry of a row, found by one work-item or by LANES of them side by side.

inline int is_lighter(
    const uint key,
    const OFFSET entry,
    const uint other_key,
    const OFFSET other,
    __global const uint *restrict indices)
{
    // Few keys are equal, so the indices are hardly ever read.
    return key < other_key || (key == other_key && indices[entry] < indices[other]);
}

// The lightest of every step-th entry of a row from `begin` on, READS of them at a time; a place
// after the end stands for the last entry. The row is not empty.
#define READS 4
inline OFFSET lightest_entry(
    const OFFSET begin,
    const OFFSET end,
    const int step,
    __global const uint *restrict keys,
    __global const uint *restrict indices,
    uint *lightest)
{
    OFFSET choice = min(begin, (OFFSET)(end - 1));
    *lightest = keys[choice];
    for (OFFSET entry = begin + step; entry < end; entry += READS * step) {
        uint some[READS];
        for (int i = 0; i < READS; i++)
            some[i] = keys[min((OFFSET)(entry + i * step), (OFFSET)(end - 1))];
        for (int i = 0; i < READS; i++) {
            const OFFSET other = min((OFFSET)(entry + i * step), (OFFSET)(end - 1));
            if (is_lighter(some[i], other, *lightest, choice, indices)) {
                *lightest = some[i];
                choice = other;
            }
        }
    }
    return choice;
}

// The least of the values of LANES work-items side by side. All of the group must come here.
inline uint least_of_lanes(const uint value, __local uint *values)
{
#if defined(NVIDIA_PTX) && LANES <= 32 && GROUP_SIZE % 32 == 0
    uint least = value;
    for (int width = LANES / 2; width > 0; width /= 2) {
        uint other;
        asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;"
                     : "=r"(other) : "r"(least), "r"(width));
        least = min(least, other);
    }
    return least;
#else
    const int item = get_local_id(0);
    values[item] = value;
    for (int width = LANES / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item % LANES < width)
            values[item] = min(values[item], values[item + width]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint least = values[item - item % LANES];
    barrier(CLK_LOCAL_MEM_FENCE);
    return least;
#endif
}
