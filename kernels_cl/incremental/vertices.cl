// The parents of a stream of edges outside of batches: where they begin, and what they say.
//
// Invariant: no batch runs meanwhile, so no kernel but flatten_vertices races with anything: each
// writes one vertex from one work-item. The races of flatten_vertices are those of a finalization
// (canonical.cl): no root changes, and no store moves a vertex down.
#include "device/grid_stride.h"
#include "incremental/vertices.h"
#include "union_find/find.h"
#include "union_find/forest_edges.h"

// Make each vertex from `first` on a component of its own.
__kernel void begin_vertices(
    const int first, const int n, __global int *restrict parents FOREST_PARAMETER)
{
    // The last work-group may go beyond the largest int.
    const long place = first + (long)get_global_id(0);
    if (place >= n)
        return;
    const int v = (int)place;
    INITIALIZE_PARENT(parents, v, FIRST_PARENT(v));
    INITIALIZE_EDGE(v, NO_EDGE);
}

// Put each vertex under the smallest vertex of its component.
__kernel void restore_vertices(
    const int n,
    __global const int *restrict roots,
    __global int *restrict parents
    STATE_PARAMETER)
{
    const int v = get_global_id(0);
    if (v < n)
        INITIALIZE_PARENT(parents, v, roots[v]);
}

// Copy the parents, in which the smallest vertices of the components are then found. Trees of words
// (jtb.h) begin with each vertex for itself.
__kernel void copy_parents(
    const int n, __global const int *restrict parents, __global int *restrict copy)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
#ifdef STATE_words
    copy[v] = v;
#else
    const int parent = parents[v];
    copy[v] = parent < 0 ? v : parent;
#endif
}

// Point each vertex to its root, so that later edges show at the first look that they join nothing.
__kernel void flatten_vertices(const int n, __global int *parents)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int parent = LOAD_PARENT(parents, v);
    if (parent < 0)
        return;
    const int root = find_patient_lifting(parents, parent);
    if (root != parent)
        STORE_PARENT(parents, v, root);
}

// Count the vertices that are roots. The counter begins at 0.
__kernel void count_trees(
    const int n, __global const int *restrict parents, __global int *counter STATE_PARAMETER)
{
    __local int count;
    if (get_local_id(0) == 0)
        count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const long last = SHARE_END(item, items, n);
    int own = 0;
    for (long v = SHARE_BEGIN(item, items, n); v < last; v += SHARE_STEP(items))
#ifdef STATE_words
        own += union_state[v] < 0;
#else
        own += parents[v] == v || parents[v] < 0;
#endif
    if (own)
        atomic_add(&count, own);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && count)
        atomic_add(counter, count);
}

#if defined(FOREST) && defined(ENDS)
// The edges of the forest in ascending order, in two steps around a sort: pairs of the lower half
// of an edge's id and of the child that it linked, and then the ids and ends at the places of the
// sorted pairs. A root has no edge, whose lower half is the largest number, so roots come last.
__kernel void pair_links(
    const int n, __global const PLACE *restrict forest, __global int2 *restrict pairs)
{
    const int v = get_global_id(0);
    if (v < n)
        pairs[v] = (int2)((int)forest[v], v);
}

__kernel void gather_links(
    const int count,
    __global const int2 *restrict pairs,
    __global const int2 *restrict forest_ends,
    __global uint *restrict edge_ids,
    __global int2 *restrict ends)
{
    const int i = get_global_id(0);
    if (i >= count)
        return;
    edge_ids[i] = (uint)pairs[i].x;
    ends[i] = forest_ends[pairs[i].y];
}
#endif
