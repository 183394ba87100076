// ECL-CC's initialization: Jaiganesh and Burtscher, HPDC 2018, sections 3 and 5.1.
// Its computation and finalization are gconn.cl's with UNITE_ecl.
//
// Invariant: parents[v] becomes v or a smaller neighbor of v, so the parents already
// form trees within components, without one compare-and-swap. No work-item reads a
// parent here: there is nothing to race with.
#include "parents.h"
#include "counters.h"

__kernel void initialize(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents,
    __global int *restrict counters)
{
    CLEAR_COUNTERS(counters)
    const int v = get_global_id(0);
    if (v >= n)
        return;
    int parent = v;
#ifndef INITIALIZATION_self
    const OFFSET end = offsets[v + 1];
    for (OFFSET entry = offsets[v]; entry < end; entry++) {
        const int neighbor = neighbors[entry];
        if (neighbor < parent) {
            parent = neighbor;
#ifdef INITIALIZATION_first_smaller
            break;
#endif
        }
#ifdef SORTED
        // Neighbors ascend: the first is the smallest.
        break;
#endif
    }
#endif
    STORE_PARENT(parents, v, parent);
}
