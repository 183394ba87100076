// Number the components 0, 1, 2, ... in the order of their roots, which are their smallest
// vertices: a count of the roots in each block of BLOCK vertices, an exclusive prefix sum
// over the blocks (Blelloch, Prefix sums and their applications, 1990; one work-group, each
// item a slice), and from it the rank of each root and the label of each vertex.
//
// Invariant: roots[] is final and read only. labels[] of a root is written by rank_roots,
// then only read; labels[] of any other vertex is written once, by label_vertices.

__kernel void count_roots(
    const int n,
    const int block,
    __global const int *restrict roots,
    __global int *restrict counts)
{
    const long item = get_global_id(0);
    const long begin = item * block;
    if (begin >= n)
        return;
    const long end = min((long)n, begin + block);
    int count = 0;
    for (long v = begin; v < end; v++)
        count += roots[v] == v;
    counts[item] = count;
}

// counts[i] becomes the number of roots before block i, counts[blocks] that of all.
__kernel void scan_counts(const int blocks, __global int *restrict counts)
{
    __local int sums[SCAN_ITEMS];
    const int item = get_local_id(0);
    const int slice = (blocks + SCAN_ITEMS - 1) / SCAN_ITEMS;
    const int begin = min(blocks, item * slice);
    const int end = min(blocks, begin + slice);
    int sum = 0;
    for (int i = begin; i < end; i++)
        sum += counts[i];
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        int before = 0;
        for (int i = 0; i < SCAN_ITEMS; i++) {
            const int own = sums[i];
            sums[i] = before;
            before += own;
        }
        counts[blocks] = before;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int before = sums[item];
    for (int i = begin; i < end; i++) {
        const int own = counts[i];
        counts[i] = before;
        before += own;
    }
}

__kernel void rank_roots(
    const int n,
    const int block,
    __global const int *restrict roots,
    __global const int *restrict counts,
    __global int *restrict labels)
{
    const long item = get_global_id(0);
    const long begin = item * block;
    if (begin >= n)
        return;
    const long end = min((long)n, begin + block);
    int rank = counts[item];
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
