// The last step of every algorithm with labels: the smallest vertex of each component is its root.
//
// Invariant: two vertices that are finished have one label if they are in one component, except
// those that are ALONE; those that are not finished yet get no root, and the step comes again. Only
// atomic functions touch `smallest` after it is cleared; the look that saves most of them may be
// stale, and then sees a larger vertex.
#include "device/global_barrier.h"
#include "strong_components/labels.h"

#ifdef RACE_FREE
#define SET_LIKELY(likely, name) ((void)atomic_xchg(&(likely), (name)))
#else
#define SET_LIKELY(likely, name) ((void)((likely) = (name)))
#endif

// Most vertices may be in one component, whose atomic functions would wait for each other. So a
// group first finds its own smallest vertex of a component that it has seen: which one, is left to
// a race that any of them may win.
inline void find_smallest_of_tile(
    const int v,
    const int n,
    __global const int *labels,
    __global int *smallest,
    __local int *likely,
    __local int *group_smallest)
{
    if (get_local_id(0) == 0) {
        *likely = -1;
        *group_smallest = INT_MAX;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int name = v < n && labels[v] != ALONE ? ~labels[v] : -1;
    if (name >= 0)
        SET_LIKELY(*likely, name);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (name >= 0 && name == *likely)
        atomic_min(group_smallest, v);
    else if (name >= 0)
        (void)OFFER_PARENT(smallest, name, v);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && *group_smallest != INT_MAX)
        (void)OFFER_PARENT(smallest, *likely, *group_smallest);
}

inline void take_smallest_of(
    const int v,
    __global const int *labels,
    __global const int *smallest,
    __global int *restrict roots)
{
    const int label = labels[v];
    if (label == ALONE)
        roots[v] = v;
    else if (IS_FINISHED(label))
        roots[v] = smallest[~label];
}

__kernel void clear_smallest(const int count, __global int *restrict smallest)
{
    const int name = get_global_id(0);
    if (name < count)
        smallest[name] = INT_MAX;
}

__kernel void find_smallest(
    const int n, __global const int *restrict labels, __global int *smallest)
{
    __local int likely;
    __local int group_smallest;
    find_smallest_of_tile(get_global_id(0), n, labels, smallest, &likely, &group_smallest);
}

__kernel void take_smallest(
    const int n,
    __global const int *restrict labels,
    __global const int *restrict smallest,
    __global int *restrict roots)
{
    const int v = get_global_id(0);
    if (v < n)
        take_smallest_of(v, labels, smallest, roots);
}

#ifdef GLOBAL_BARRIER
// All three in one launch.
__kernel ALL_AT_ONCE void name_components(
    const int n,
    const int count,
    __global const int *restrict labels,
    __global int *smallest,
    __global int *restrict roots,
    __global int *arrivals)
{
    __local int likely;
    __local int group_smallest;
    const int items = get_global_size(0);
    for (long name = get_global_id(0); name < count; name += items)
        smallest[name] = INT_MAX;
    wait_for_all_groups(arrivals);
    for (long begin = get_global_id(0) - get_local_id(0); begin < n; begin += items) {
        const int v = (int)min(begin + (long)get_local_id(0), (long)n);
        find_smallest_of_tile(v, n, labels, smallest, &likely, &group_smallest);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    wait_for_all_groups(arrivals);
    for (long v = get_global_id(0); v < n; v += items)
        take_smallest_of((int)v, labels, smallest, roots);
    leave_groups(arrivals);
}
#endif
