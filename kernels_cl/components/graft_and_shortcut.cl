// Sort-based coalescing of the graft in Cong and Muzio, Fast parallel connected components
// algorithms on GPUs, Euro-Par 2014 workshops, section 3. (They argue against it.) The edges are
// sorted by source (radix_sort.cl) and the components of the sources are retrieved; then the edges
// are sorted by target and the components of the targets are retrieved. Each retrieval reads the
// parents in order.
//
// The graft itself is connect of liu_tarjan.cl, and the shortcut is its shortcut_full: in the terms
// of Liu and Tarjan, Algorithm 1 of Cong and Muzio is PRF and Algorithm 2 is CRFA.
//
// Invariant: each pair is an edge, or one end of an edge and the component of the other end, in any
// order. Nothing writes a parent in the meantime, so there is no race.

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

// Turn (source, target) into (target, component of the source).
__kernel void retrieve_sources(
    const OFFSET count, __global const int *restrict parents, __global int2 *pairs)
{
    const OFFSET i = get_global_id(0);
    if (i < count)
        pairs[i] = (int2)(pairs[i].y, parents[pairs[i].x]);
}

// Then turn it into both components, as an edge between them.
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
