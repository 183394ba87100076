// Number the components 0, 1, 2, ... in the order of their roots, which are their smallest
// vertices. Count the roots in each block of vertices, sum the counts over the blocks
// (prefix_sum.cl), and from that derive the rank of each root and the label of each vertex.
//
// Invariant: roots[] is final and only read. rank_roots writes labels[] of a root, which is only
// read afterwards. label_vertices writes labels[] of any other vertex, once. So nothing races.
#include "device/grid_stride.h"

__kernel void count_roots(
    const int n,
    const int block,
    __global const int *restrict roots,
    __global int *restrict counts)
{
    const long begin = BLOCK_BEGIN(block, n);
    const long end = BLOCK_END(block, n);
    if (begin >= end)
        return;
    int count = 0;
    for (long v = begin; v < end; v++)
        count += roots[v] == v;
    counts[get_global_id(0)] = count;
}

__kernel void rank_roots(
    const int n,
    const int block,
    __global const int *restrict roots,
    __global const int *restrict counts,
    __global int *restrict labels)
{
    const long begin = BLOCK_BEGIN(block, n);
    const long end = BLOCK_END(block, n);
    if (begin >= end)
        return;
    int rank = counts[get_global_id(0)];
    for (long v = begin; v < end; v++)
        if (roots[v] == v)
            labels[v] = rank++;
}

__kernel void label_vertices(
    const int n, __global const int *restrict roots, __global int *labels)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int root = roots[v];
    if (root != v)
        labels[v] = labels[root];
}
