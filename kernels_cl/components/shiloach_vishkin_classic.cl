// Shiloach and Vishkin's algorithm as published: An O(log n) parallel connectivity algorithm,
// Journal of Algorithms 3, 1982; on a GPU, as the baseline SV of Cong and Muzio, Euro-Par 2014
// workshops. A round: shortcut once; hook stars to smaller neighbors; hook the stagnant stars, to
// which nothing has happened, to any neighbor; shortcut once. Each step is a kernel, since each
// needs the previous one to be complete everywhere.
//
// Invariant: a vertex that has children and is not a root points to a smaller vertex. So the root
// of a tree is smaller than all its vertices with children. Smaller hooks keep this true: the
// target of a hook has children or is a root, is smaller than the hooked root and no smaller than
// its own root, so roots get smaller along the hooks and there are no cycles. A stagnant root may
// be hooked to a larger vertex, but the shortcut after it takes all its children away.
// Two stagnant stars are never neighbors, since the larger one would have been hooked to the
// smaller. So a stagnant star is hooked to a tree whose pointers do not change in the meantime.
// At the end, the root of a tree is not its smallest vertex; canonical.cl corrects this.
//
// Why the races beyond those in parents.h are benign: only roots are hooked, by one of several
// writers, any of which may win, and a stale load shows a root as it was when the kernel began. In
// the shortcuts only a vertex's own work-item stores its pointer, and whoever reads it in the
// meantime gets an ancestor.
#include "device/parents.h"
#include "device/counters.h"

// `active` marks the roots of the trees to which something has happened. The race is benign: all
// work-items store the same value.
#define MARK_ACTIVE(v) STORE_PARENT(active, v, 1)

__kernel void no_active(const int n, __global int *restrict active)
{
    const int v = get_global_id(0);
    if (v < n)
        active[v] = 0;
}

// Step 1. `previous` keeps the pointer: if it stays the same, it points to a root.
__kernel void shortcut_and_mark(
    const int n,
    __global int *parents,
    __global int *restrict previous,
    __global int *active,
    __global int *counters)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int parent = LOAD_PARENT(parents, v);
    const int grandparent = LOAD_PARENT(parents, parent);
    previous[v] = parent;
    if (grandparent != parent) {
        STORE_PARENT(parents, v, grandparent);
        MARK_ACTIVE(grandparent);
        MARK_CHANGED(counters);
    }
}

#include "union_find/edge_map.h"

// Step 2, from one end of an edge. Returns whether the root of that end was hooked.
inline int hook_smaller_end(
    __global int *parents,
    __global const int *restrict previous,
    __global int *active,
    const int v,
    const int neighbor)
{
    const int root = LOAD_PARENT(parents, v);
    if (root != previous[v])
        return 0;
    const int target = LOAD_PARENT(parents, neighbor);
// If the root is hooked as low already, the work-item that did so has marked the target.
    if (target >= root || LOAD_PARENT(parents, root) <= target)
        return 0;
    LOWER_PARENT(parents, root, target);
    MARK_ACTIVE(target);
    return 1;
}

__kernel void hook_smaller(
    ENTRY_PARAMETERS,
    __global int *parents,
    __global const int *restrict previous,
    __global int *active,
    __global int *counters)
{
    int changed = 0;
#define PROCESS(source, target)                                              \
    changed |= hook_smaller_end(parents, previous, active, source, target)   \
        | hook_smaller_end(parents, previous, active, target, source)
    VISIT_ENTRIES
#undef PROCESS
    if (changed)
        MARK_CHANGED(counters);
}

// Step 3, from one end of an edge.
inline void hook_stagnant_end(
    __global int *parents, __global const int *restrict active, const int v, const int neighbor)
{
    const int root = LOAD_PARENT(parents, v);
    if (LOAD_PARENT(parents, root) != root || active[root])
        return;
    const int target = LOAD_PARENT(parents, neighbor);
    if (target != root)
        STORE_PARENT(parents, root, target);
}

__kernel void hook_stagnant(
    ENTRY_PARAMETERS, __global int *parents, __global const int *restrict active)
{
#define PROCESS(source, target)                                \
    {                                                          \
        hook_stagnant_end(parents, active, source, target);    \
        hook_stagnant_end(parents, active, target, source);    \
    }
    VISIT_ENTRIES
}

// Step 4. It also clears `active` for the next round.
__kernel void shortcut_and_clear(const int n, __global int *parents, __global int *restrict active)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int parent = LOAD_PARENT(parents, v);
    const int grandparent = LOAD_PARENT(parents, parent);
    if (grandparent != parent)
        STORE_PARENT(parents, v, grandparent);
    active[v] = 0;
}
