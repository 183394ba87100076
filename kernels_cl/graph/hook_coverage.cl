// A lower bound of what hook-based sampling covers: Hong, Dhulipala and Shun, GConn, PACT 2020,
// section 4.7. From some vertices, spread evenly over the ids, follow the walk that the first step
// of that sampling would make: from a vertex to its first neighbor, as long as that is smaller.
// Vertices whose walks end at the same vertex are joined after that step.
//
// Invariant: the walk goes down the ids, so it ends. A walk of more than `steps` steps is given up,
// since a sample must not cost more than it can save. Each work-item writes only its own sample, so
// nothing races.
#include "device/hash.h"

#define NO_END -1

__kernel void follow_first_neighbors(
    const int n,
    const int samples,
    const int steps,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict ends)
{
    const int sample = get_global_id(0);
    if (sample >= samples)
        return;
    int v = spread_place(sample, n);
    int end = NO_END;
    for (int step = 0; step <= steps; step++) {
        const OFFSET begin = offsets[v];
        const int next = begin < offsets[v + 1] ? neighbors[begin] : v;
        if (next >= v) {
            end = v;
            break;
        }
        v = next;
    }
    ends[sample] = end;
}
