// Canonical roots: replace any root of each tree by the smallest vertex of the tree, for algorithms
// that do not link the larger root under the smaller.
//
// Invariant: every vertex points to its root, so a tree is all vertices with one parent.
// smallest[root] begins at the root itself and only falls, to vertices of the tree.
#include "device/parents.h"

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
