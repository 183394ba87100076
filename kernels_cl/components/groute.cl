// Connected components in Groute: Ben-Nun, Sutton, Pai and Pingali, Groute: an asynchronous
// multi-GPU programming model for irregular computations, PPoPP 2017, as Jaiganesh and Burtscher
// describe it, HPDC 2018, section 2. The edges come in segments of n/2. Each segment is hooked
// atomically; then multiple pointer jumping (shortcut_full of liu_tarjan.cl) points every vertex to
// its root.
//
// Atomic hooking: the pointer of a representative to itself is its lock. The compare-and-swap
// takes, uses and releases it in one step. Nobody waits for it, and no hook is lost, so an edge is
// looked at only once. unite.h has the invariant and says why the races are benign. Here the union
// uses a find that leaves the shortening of paths to the jumping.
#include "device/parents.h"
#include "union_find/find.h"
#include "union_find/unite.h"

__kernel void hook_segment(
    const OFFSET begin,
    const OFFSET end,
    __global const int *restrict sources,
    __global const int *restrict targets,
    __global int *parents)
{
    const OFFSET i = begin + (OFFSET)get_global_id(0);
    if (i >= end)
        return;
    const int source = sources[i];
    UNITE(parents, SOURCE(parents, source), targets[i]);
}
