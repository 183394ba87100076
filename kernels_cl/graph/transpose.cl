// Make the rows of the opposite arcs from pairs (target, source) sorted by target (radix_sort.cl).
//
// Invariant: the sort keeps the order of pairs with the same target, and the rows list their
// sources in ascending order, so the neighbors in every row of the transpose ascend. Each work-item
// writes its own places, so nothing races.

__kernel void pair_entries(
    const OFFSET count,
    __global const int *restrict sources,
    __global const int *restrict targets,
    __global int2 *restrict pairs)
{
    const OFFSET i = get_global_id(0);
    if (i < count)
        pairs[i] = (int2)(targets[i], sources[i]);
}

__kernel void take_neighbors(
    const OFFSET count, __global const int2 *restrict pairs, __global int *restrict neighbors)
{
    const OFFSET i = get_global_id(0);
    if (i < count)
        neighbors[i] = pairs[i].y;
}

// Find where each row begins, by bisection: millions of rows may be empty, and all work-items have
// equal work. There is one more offset than rows, for the end of the last row.
__kernel void find_offsets(
    const int n,
    const OFFSET count,
    __global const int2 *restrict pairs,
    __global OFFSET *restrict offsets)
{
    const int v = get_global_id(0);
    if (v > n)
        return;
    OFFSET low = 0;
    OFFSET high = count;
    while (low < high) {
        const OFFSET middle = low + (high - low) / 2;
        if (pairs[middle].x < v)
            low = middle + 1;
        else
            high = middle;
    }
    offsets[v] = low;
}
