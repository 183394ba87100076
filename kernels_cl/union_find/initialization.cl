// A first parent for each vertex (first_parent.h). finish_rows.cl with UNITE_ecl does ECL-CC's
// computation and finalization.
#include "device/counters.h"
#include "union_find/first_parent.h"

__kernel void initialize(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents,
    __global int *restrict counters
    FOREST_PARAMETER)
{
    CLEAR_COUNTERS(counters)
    for (long v = get_global_id(0); v < n; v += get_global_size(0))
        give_first_parent((int)v, offsets, neighbors, parents FOREST_ARGUMENT);
}

// Point each vertex to its grandparent, after first links or the hooks of a sample and before the
// first union: for a processor, whose cores go through the vertices in order. Where ids are the
// order, parents come before their children, so that a core flattens what is within its part, and
// a path is as long as there are parts on it. A union would find it as long as first links made it:
// a row of a grid for each row. As the cores shorten such paths together, they take the words of
// each other's caches, and more cores took no less time (docs/performance/processor.md, "Why
// samples did not get faster").
//
// Invariant: no work-item unites meanwhile, so a root stays its own parent, and the parent of a
// child becomes an ancestor. Two reads may see parents old or new: both are above the child.
__kernel void halve_paths(const int n, __global int *parents)
{
    const int v = get_global_id(0);
    if (v < n)
        STORE_PARENT(parents, v, LOAD_PARENT(parents, LOAD_PARENT(parents, v)));
}
