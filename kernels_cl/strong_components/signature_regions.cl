// The regions and signatures with which signatures.cl begins: from nothing, from segments of ids
// (ordered_segments.cl), or from what two searches have found (two_phase.cl), also in the regions
// that chains.cl has made.
//
// Invariant: each component lies within one region. A search that came to its end divides the
// vertices by whether it reached them, which those of one component share. A search that was given
// up divides nothing; what it reached names the pivot, which has the largest priority.
//
// Each work-item writes what belongs to its own vertex, so nothing races.
#include "strong_components/signature_regions.h"

__kernel void clear_control(
    const int n,
    const int bits,
    const int leaves,
    const int restarts,
    __global int *control,
    __global int *counters FOUND_PARAMETERS)
{
    clear_signatures(
        get_global_id(0), n, bits, leaves, restarts, control, counters FOUND_ARGUMENTS);
}

// Give every vertex its first region and signature, and list those that may be in a larger
// component than their own.
__kernel void begin_signatures(
    const int n,
    const int bits,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global int4 *signatures,
    __global int *list,
    __global int *labels,
    __global int *restrict hubs,
    __global int4 *restrict hub_pieces,
    __global int *restrict hub_rounds,
    __global int *control FOUND_PARAMETERS)
{
    __local int listed;
    __local int place;
    const int v = get_global_id(0);
    const bool is_unfinished =
        v < n
        && begin_vertex(
            v, bits, control[FLIP], offsets, back_offsets, signatures, labels FOUND_ARGUMENTS);
    list_tile(
        v, is_unfinished, offsets, back_offsets, list, hubs, hub_pieces, hub_rounds, control,
        &listed, &place);
}

// Segments of ids, in which all components lie, are regions; one of a single vertex is a component.
__kernel void use_segments(
    const int n,
    __global const int *restrict segments,
    __global int4 *restrict signatures,
    __global int *restrict labels)
{
    const int v = get_global_id(0);
    if (v >= n || IS_FINISHED(labels[v]))
        return;
    const int own = segments[v];
    const bool is_single =
        (v == 0 || segments[v - 1] != own) && (v == n - 1 || segments[v + 1] != own);
    signatures[v].s0 = is_single ? ~v : own;
    if (is_single)
        labels[v] = ALONE;
}

// List what is unfinished again, with the regions and signatures that it has.
__kernel void list_unfinished(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict labels,
    __global int *restrict list,
    __global int *restrict hubs,
    __global int4 *restrict hub_pieces,
    __global int *restrict hub_rounds,
    __global int *control)
{
    __local int listed;
    __local int place;
    const int v = get_global_id(0);
    list_tile(
        v, v < n && !IS_FINISHED(labels[v]), offsets, back_offsets, list, hubs, hub_pieces,
        hub_rounds, control, &listed, &place);
}

#ifdef SEARCHED
__kernel void note_searches(
    const int n,
    __global int *control, __global const int *restrict search, __global int *work)
{
    if (get_global_id(0) == 0)
        note_found(n, control, search, work);
}

// If the searches went on after that, or were given up, use what they have found.
__kernel void use_searches(
    const int n,
    const int bits,
    const int words,
    __global int4 *signatures,
    __global int *labels,
    __global const uint *restrict reached,
    __global const int *restrict search,
    __global const int *restrict control,
    __global int *work)
{
    const int v = get_global_id(0);
    if (v < n && !control[WERE_DONE])
        use_found(v, bits, signatures, labels, work FOUND_ARGUMENTS);
}
#endif
