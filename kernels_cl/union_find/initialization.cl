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
