// The first parents by unions within blocks: what edges between neighboring ids join is joined in
// local memory, before any kernel unites in global memory. A work-group has BLOCK vertices with
// ids in a row. Where ids follow the structure, as those of road networks, meshes and crawls do,
// most edges lead to such neighbors, and a union there costs neither an atomic function of the
// whole device nor a walk through its memory.
//
// Invariant: that of parents.h. In local memory roots[i] is i, or the place of a vertex of the same
// block, of the same component and above it (vertex_order.h). Each parent that is written is a
// root of such a tree. The unions are Union-Async's; only the first LOW_DEGREE entries of a row
// take part. Every edge is looked at again by the finish, so nothing is lost where one is left out.
//
// Why the races are benign: as in unite.h. Local memory has no stale values, and a path is
// shortened by stores of ancestors only.
#include "device/parents.h"
#include "device/counters.h"
#include "union_find/forest_edges.h"

#ifdef RACE_FREE
#define LOAD_LOCAL(roots, i) atomic_or((roots) + (i), 0)
#define STORE_LOCAL(roots, i, value) ((void)atomic_xchg((roots) + (i), (value)))
#else
#define LOAD_LOCAL(roots, i) ((roots)[i])
#define STORE_LOCAL(roots, i, value) ((void)((roots)[i] = (value)))
#endif

// Path halving, as find_halve.
inline int local_root(volatile __local int *roots, int i)
{
    int parent = LOAD_LOCAL(roots, i);
    while (parent != i) {
        const int grandparent = LOAD_LOCAL(roots, parent);
        if (grandparent == parent)
            return parent;
        STORE_LOCAL(roots, i, grandparent);
        i = grandparent;
        parent = LOAD_LOCAL(roots, i);
    }
    return i;
}

__kernel void unite_blocks(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents,
    __global int *restrict counters
    FOREST_PARAMETER)
{
    __local volatile int roots[BLOCK];
    CLEAR_COUNTERS(counters)
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    const long first = (long)get_group_id(0) * BLOCK;
    const int base = (int)min(first, (long)n);
    const int size = min(BLOCK, n - base);
    for (int i = item; i < size; i += items) {
        roots[i] = i;
        INITIALIZE_EDGE(base + i, NO_EDGE);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int i = item; i < size; i += items) {
        const OFFSET begin = offsets[base + i];
        const OFFSET end = begin + min(offsets[base + i + 1] - begin, (OFFSET)LOW_DEGREE);
        for (OFFSET entry = begin; entry < end; entry++) {
            const int other = neighbors[entry] - base;
#ifdef SYMMETRIC
            // The edge is stored at its other end, too.
            if (other < 0 || other >= i)
#else
            if (other < 0 || other >= size || other == i)
#endif
                continue;
            int one_root = local_root(roots, i);
            int other_root = local_root(roots, other);
            while (one_root != other_root) {
                const int upper = UPPER(base + one_root, base + other_root) - base;
                const int lower = one_root ^ other_root ^ upper;
                const int seen = atomic_cmpxchg(roots + lower, lower, upper);
                if (seen == lower) {
                    INITIALIZE_EDGE(base + lower, entry);
                    break;
                }
                one_root = local_root(roots, seen);
                other_root = local_root(roots, upper);
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < size; i += items)
        INITIALIZE_PARENT(parents, base + i, base + local_root(roots, i));
}
