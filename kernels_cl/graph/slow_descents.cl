// Whether first parents would make long chains: from some vertices, spread evenly over the ids,
// follow the walk that ECL-CC's first links make (Jaiganesh and Burtscher, HPDC 2018, section 3),
// from a vertex to its first smaller neighbor.
//
// A walk is slow if it takes `steps` steps and its second half gets less than `drop` ids away. Ids
// then follow a long thin structure, such as a path in order, and whoever links by id makes one
// chain of it. In a wide grid in order the walks are long as well, but get far: the work-items that
// run at the same time have neighboring ids, so they meet few steps of them.
//
// Invariant: the walk goes down the ids, so it ends. Each work-item writes only its own sample, so
// nothing races.
#include "device/hash.h"

#define MOST_ENTRIES 16

__kernel void find_slow_descents(
    const int n,
    const int samples,
    const int steps,
    const int drop,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict is_slow)
{
    const int sample = get_global_id(0);
    if (sample >= samples)
        return;
    int v = spread_place(sample, n);
    int middle = v;
    int step = 0;
    for (; step < steps; step++) {
        if (step == steps / 2)
            middle = v;
        const OFFSET begin = offsets[v];
        const OFFSET end = begin + min(offsets[v + 1] - begin, (OFFSET)MOST_ENTRIES);
        OFFSET entry = begin;
        while (entry < end && neighbors[entry] >= v)
            entry++;
        if (entry == end)
            break;
        v = neighbors[entry];
    }
    is_slow[sample] = step == steps && middle - v < drop;
}
