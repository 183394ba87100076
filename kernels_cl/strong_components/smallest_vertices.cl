// The last step of every algorithm with labels: the smallest vertex of each component is its root.
//
// Invariant: all vertices are finished, and two of them have one label if they are in one
// component, except those that are ALONE. Only atomic functions touch `smallest` after it is
// cleared; the look that saves most of them may be stale, and then sees a larger vertex.
#include "strong_components/labels.h"

__kernel void clear_smallest(const int count, __global int *restrict smallest)
{
    const int name = get_global_id(0);
    if (name < count)
        smallest[name] = INT_MAX;
}

__kernel void find_smallest(
    const int n, __global const int *restrict labels, __global int *smallest)
{
    const int v = get_global_id(0);
    if (v < n && labels[v] != ALONE)
        (void)OFFER_PARENT(smallest, ~labels[v], v);
}

__kernel void take_smallest(
    const int n,
    __global const int *restrict labels,
    __global const int *restrict smallest,
    __global int *restrict roots)
{
    const int v = get_global_id(0);
    if (v < n)
        roots[v] = labels[v] == ALONE ? v : smallest[~labels[v]];
}
