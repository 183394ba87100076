// The last step of every algorithm with labels: the smallest vertex of each component is its root.
//
// Invariant: all vertices are finished, and two of them have one label if they are in one
// component, except those that are ALONE. Only atomic functions touch `smallest` after it is
// cleared; the look that saves most of them may be stale, and then sees a larger vertex.
#include "strong_components/labels.h"

#ifdef RACE_FREE
#define SET_LIKELY(likely, name) ((void)atomic_xchg(&(likely), (name)))
#else
#define SET_LIKELY(likely, name) ((void)((likely) = (name)))
#endif

__kernel void clear_smallest(const int count, __global int *restrict smallest)
{
    const int name = get_global_id(0);
    if (name < count)
        smallest[name] = INT_MAX;
}

// Most vertices may be in one component, whose atomic functions would wait for each other. So a
// group first finds its own smallest vertex of a component that it has seen: which one, is left to
// a race that any of them may win.
__kernel void find_smallest(
    const int n, __global const int *restrict labels, __global int *smallest)
{
    __local int likely;
    __local int group_smallest;
    const int v = get_global_id(0);
    if (get_local_id(0) == 0) {
        likely = -1;
        group_smallest = INT_MAX;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int name = v < n && labels[v] != ALONE ? ~labels[v] : -1;
    if (name >= 0)
        SET_LIKELY(likely, name);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (name >= 0 && name == likely)
        atomic_min(&group_smallest, v);
    else if (name >= 0)
        (void)OFFER_PARENT(smallest, name, v);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && group_smallest != INT_MAX)
        (void)OFFER_PARENT(smallest, likely, group_smallest);
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
