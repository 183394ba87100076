// The rows of the opposite arcs, out of pairs (target, source) sorted by target (radix_sort.cl).
//
// Invariant: the sort keeps the order of pairs with the same target, and the rows list their sources
// in ascending order, so the neighbors of every row of the transpose ascend.

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

// Where each row begins, by bisection: rows may be empty by the million, and no work-item has more to
// do than another. One more than there are rows, for the end of the last one.
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
