// An exclusive prefix sum of counts: Blelloch, Prefix sums and their applications, 1990. One
// work-group does it; each of its work-items takes a slice. If `is_least`, what becomes of a count
// is the least of those before it instead.
//
// Invariant: counts[i] becomes the sum of the counts before i, and counts[blocks] the sum of all.
// Barriers separate the steps that write and read the slices' sums, so nothing races.
#include "primitives/combine.h"

__kernel void scan_counts(
    const int blocks, const int is_least, __global int *restrict counts)
{
    __local int sums[SCAN_ITEMS];
    const int item = get_local_id(0);
    const int slice = (blocks + SCAN_ITEMS - 1) / SCAN_ITEMS;
    const int begin = min(blocks, item * slice);
    const int end = min(blocks, begin + slice);
    int sum = NEUTRAL(is_least);
    for (int i = begin; i < end; i++)
        sum = combined(is_least, sum, counts[i]);
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        int before = NEUTRAL(is_least);
        // Else NVIDIA's compiler writes out all steps, which takes it 0.1 s.
#pragma unroll 1
        for (int i = 0; i < SCAN_ITEMS; i++) {
            const int own = sums[i];
            sums[i] = before;
            before = combined(is_least, before, own);
        }
        counts[blocks] = before;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int before = sums[item];
    for (int i = begin; i < end; i++) {
        const int own = counts[i];
        counts[i] = before;
        before = combined(is_least, before, own);
    }
}
