// The last steps, and on a processor a first one. The finalization of GConn's Algorithm 1 (Hong,
// Dhulipala and Shun, PACT 2020, section 3.5): point every vertex to its root. Then replace any
// root of each tree by the smallest vertex of the tree, for algorithms that do not link the larger
// root under the smaller. None depends on the union, so all variants with one finalization share a
// program.
//
// Invariant of the finalization: that of finalize.h. Of the last step: every vertex points to its
// root, so a tree is all vertices with one parent. smallest[root] begins at the root itself and
// only falls, to vertices of the tree.
#include "device/grid_stride.h"
#include "union_find/flatten_together.h"

// A work-item takes LOOKS vertices, and those of a group are adjacent.
__kernel void flatten(const int n, __global int *parents)
{
    const int size = get_local_size(0);
    const long first = (long)get_group_id(0) * LOOKS * size + get_local_id(0);
    int roots[LOOKS];
    flatten_together(n, parents, first, size, roots);
}

#ifdef SHARE_BLOCKS
// Point each vertex to its grandparent, after first links or the hooks of a sample and before the
// first union: for a processor, each of whose cores takes work-groups, and so vertices, that follow
// each other. Where ids are the order a parent comes before its children, so that a core leaves one
// link on a path for each part that other cores have of it. Without that a union walks as many
// links as a grid has rows; and as all cores shorten such paths together, each takes the words of
// the others' caches, so that more cores took no less time (docs/performance/processor.md, "Why
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
#endif

// One vertex a work-item, by the find of an option.
__kernel void finalize(const int n, __global int *parents)
{
    const int v = get_global_id(0);
    if (v < n)
        (void)finalize_vertex(parents, v);
}

// Finalize again after finish_larger, which seldom leaves anything to do. The device decides
// whether it has; the host need not ask.
__kernel void finalize_again(
    const int n, __global int *parents, __global const int *restrict counters)
{
    if (!counters[UNITED_LATE])
        return;
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const long last = SHARE_END(item, items, n);
    for (long v = SHARE_BEGIN(item, items, n); v < last; v += SHARE_STEP(items))
        (void)finalize_vertex(parents, (int)v);
}

__kernel void begin_smallest(const int n, __global int *restrict smallest)
{
    const int v = get_global_id(0);
    if (v < n)
        smallest[v] = v;
}

// All vertices of a giant tree would queue for one number. A plain load shows most of them that
// they need not. The race is benign: a stale value can only be too large, which costs a needless
// atomic.
__kernel void lower_smallest(const int n, __global int *parents, __global int *smallest)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int root = LOAD_PARENT(parents, v);
    if (LOAD_PARENT(smallest, root) > v)
        LOWER_PARENT(smallest, root, v);
}

__kernel void take_smallest(
    const int n, __global const int *restrict smallest, __global int *parents)
{
    const int v = get_global_id(0);
    if (v < n)
        parents[v] = smallest[parents[v]];
}
