// Sort-based coalescing of the graft in Cong and Muzio, Fast parallel connected components algorithms
// on GPUs, Euro-Par 2014 workshops, section 3, which they argue against: edges are sorted by the
// source (radix_sort.cl), the components of the sources retrieved, the edges sorted by the target,
// and the components of the targets retrieved. Each retrieval then reads the parents in order.
//
// The graft itself is liu_tarjan.cl's connect, the shortcut its shortcut_full: Algorithm 1 of Cong
// and Muzio is what Liu and Tarjan would call PRF, Algorithm 2 CRFA.
//
// Invariant: the pairs are the edges, or one end of each and the component of the other, in any
// order; nothing writes a parent meanwhile.

__kernel void pair_ends(
    const OFFSET count,
    __global const int *restrict sources,
    __global const int *restrict targets,
    __global int2 *restrict pairs)
{
    const OFFSET i = get_global_id(0);
    if (i < count)
        pairs[i] = (int2)(sources[i], targets[i]);
}

// (source, target) becomes (target, component of the source).
__kernel void retrieve_sources(
    const OFFSET count, __global const int *restrict parents, __global int2 *pairs)
{
    const OFFSET i = get_global_id(0);
    if (i < count)
        pairs[i] = (int2)(pairs[i].y, parents[pairs[i].x]);
}

// Then both components, as an edge between them.
__kernel void retrieve_targets(
    const OFFSET count,
    __global const int2 *restrict pairs,
    __global const int *restrict parents,
    __global int *restrict sources,
    __global int *restrict targets)
{
    const OFFSET i = get_global_id(0);
    if (i >= count)
        return;
    sources[i] = pairs[i].y;
    targets[i] = parents[pairs[i].x];
}
