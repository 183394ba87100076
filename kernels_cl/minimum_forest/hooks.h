// Hook trees along the edges that they have chosen, in the rounds of Filter-Boruvka.
//
// `trees` holds the parent of each tree, and `roots` the vertex whose entry in `linked` is free for
// the edge that makes the tree a child. Without NUMBERED a tree is called after that vertex.
#include "minimum_forest/lightest_edges.h"

#ifdef NUMBERED
#define ROOT_OF_TREE(roots, tree) (roots)[tree]
#else
#define ROOT_OF_TREE(roots, tree) (tree)
#endif

// Offer the index of an edge of the list to the minima of its two ends.
#ifndef INT64
inline void offer_index(const int n, const uint4 edge, __global minimum_t *minima)
{
    OFFER_INDEX(minima, n, edge.x, edge.z, edge.w)
    OFFER_INDEX(minima, n, edge.y, edge.z, edge.w)
}
#endif

// Hook along an edge that one of its trees or both have chosen.
inline void hook(
    const uint4 edge,
    const int of_source,
    const int of_target,
    __global int *trees,
    __global const int *roots,
    __global int *linked)
{
    const uint child = of_source && of_target ? max(edge.x, edge.y) : of_source ? edge.x : edge.y;
    STORE_PARENT(trees, child, (int)(edge.x ^ edge.y ^ child));
    linked[ROOT_OF_TREE(roots, child)] = edge.w;
}

// Hook along an edge if a tree has chosen it.
inline void hook_if_chosen(
    const int n,
    const uint4 edge,
    __global const minimum_t *minima,
    __global int *trees,
    __global const int *roots,
    __global int *linked)
{
    const int of_source = IS_MINIMUM(minima, n, edge.x, edge.z, edge.w);
    const int of_target = IS_MINIMUM(minima, n, edge.y, edge.z, edge.w);
    if (of_source || of_target)
        hook(edge, of_source, of_target, trees, roots, linked);
}
