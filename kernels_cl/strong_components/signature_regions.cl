// The regions and signatures with which signatures.cl begins: from nothing, from segments of ids
// (ordered_segments.cl), or from what two searches have found (two_phase.cl), also in the regions
// that chains.cl has made.
//
// Invariant: each component lies within one region. A search that came to its end divides the
// vertices by whether it reached them, which those of one component share. A search that was given
// up divides nothing; what it reached names the pivot, which has the largest priority.
//
// Each work-item writes what belongs to its own vertex, so nothing races.
#include "strong_components/signatures.h"

#define ARE_DONE(search) \
    ((search)[SEARCH_WAY_0] == SEARCH_DONE && (search)[SEARCH_WAY_1] == SEARCH_DONE)

// Most vertices have one successor or one predecessor, and some have none: not a cycle.
#define ARE_CHAINS(n, search) ((search)[SEARCH_NARROW] > (n) / 2 && (search)[SEARCH_ENDS] > 0)

// What no search has gone through is left to chains.cl if `leaves` is LEFT_CHAINS and chains make
// most of it, and to contraction.cl if it is LEFT_ROUNDS.
__kernel void clear_control(
    const int n,
    const int bits,
    const int leaves,
    __global int *control,
    __global int *counters
#ifdef SEARCHED
    , __global const int *search
#endif
    )
{
    const int i = get_global_id(0);
    if (i < COUNTERS)
        counters[i] = 0;
    if (i >= CONTROL_FIELDS)
        return;
    control[i] = 0;
    if (i == 2 * RECORD + WAY)
        control[i] = CLASSIFY;
    if (i == 2 * RECORD + WHICH)
        control[i] = 1;
#ifdef SEARCHED
    // The pivot gets the largest priority.
    if (i == FLIP && search[SEARCH_PIVOT] != INT_MAX)
        control[i] = (int)(mixed_id((uint)search[SEARCH_PIVOT], bits) ^ ((1u << bits) - 1u));
    const bool are_chains = leaves && ARE_CHAINS(n, search);
    if (!ARE_DONE(search) && (are_chains || leaves == LEFT_ROUNDS)) {
        if (i == 2 * RECORD + WAY)
            control[i] = IDLE;
        if (i == UNFINISHED)
            control[i] = are_chains ? LEFT_CHAINS : LEFT_ROUNDS;
    }
#endif
}

// What the second part of a region is where no signature names it: -1 at first, OF_PIVOT in the
// component of the pivot, less in chains.cl, and less by CLASS for each class of a later search.
#define OF_PIVOT -2
#define CLASS 8

// All work-items of a group list their vertices with one addition to the length of the list.
inline void list_vertex(
    const int v,
    const bool is_listed,
    __global int *restrict list,
    __global int *control,
    __local int *listed,
    __local int *place)
{
    if (get_local_id(0) == 0)
        *listed = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int own_place = is_listed ? atomic_inc(listed) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && *listed > 0)
        *place = atomic_add(RECORD_OF(2) + LISTED, *listed);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (is_listed)
        list[*place + own_place] = v;
}

// A vertex whose rows are cut in pieces: the pieces are (vertex, number of the hub, piece, 1 of the
// backward row).
inline void list_hub(
    const int v,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global int *restrict hubs,
    __global int4 *restrict pieces,
    __global int *restrict rounds,
    __global int *control)
{
    const OFFSET degree = offsets[v + 1] - offsets[v];
    const OFFSET back_degree = back_offsets[v + 1] - back_offsets[v];
    if (max(degree, back_degree) <= HUB_DEGREE)
        return;
    const int hub = atomic_inc(control + HUBS);
    hubs[hub] = v;
    rounds[2 * hub] = rounds[2 * hub + 1] = 0;
    const int count = (int)((degree - 1) / HUB_PIECE + 1);
    const int back_count = (int)((back_degree - 1) / HUB_PIECE + 1);
    const int place = atomic_add(control + HUB_PIECES, count + back_count);
    for (int i = 0; i < count + back_count; i++)
        pieces[place + i] = (int4)(v, hub, i < count ? i : i - count, i >= count);
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
    __global int *control
#ifdef SEARCHED
    , const int words, __global const uint *restrict reached, __global const int *restrict search
#endif
    )
{
    __local int listed;
    __local int place;
    const int v = get_global_id(0);
    bool is_unfinished = false;
    if (v < n) {
        const int flip = control[FLIP];
        const int own = priority_of(v, bits, flip);
        const bool is_single =
            offsets[v + 1] == offsets[v] || back_offsets[v + 1] == back_offsets[v];
        int4 signature = (int4)(is_single ? ~v : 0, -1, own, own);
        int label = is_single ? ALONE : 0;
#ifdef SEARCHED
        const bool is_forward = reached[v >> 5] >> (v & 31) & 1;
        const bool is_backward = reached[words + (v >> 5)] >> (v & 31) & 1;
        if (!is_single && is_forward && is_backward && ARE_DONE(search)) {
            label = FINISHED(search[SEARCH_PIVOT]);
            signature.s1 = OF_PIVOT;
        } else if (!is_single && ARE_DONE(search)) {
            signature.s0 = (is_forward ? 1 : 0) | (is_backward ? 2 : 0);
        }
#endif
        signatures[v] = signature;
        labels[v] = label;
        is_unfinished = !IS_FINISHED(label);
        if (is_unfinished)
            list_hub(v, offsets, back_offsets, hubs, hub_pieces, hub_rounds, control);
    }
    list_vertex(v, is_unfinished, list, control, &listed, &place);
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
    const bool is_unfinished = v < n && !IS_FINISHED(labels[v]);
    if (is_unfinished)
        list_hub(v, offsets, back_offsets, hubs, hub_pieces, hub_rounds, control);
    list_vertex(v, is_unfinished, list, control, &listed, &place);
}

#ifdef SEARCHED
// Whether both searches had ended before the chains were cut, and what they have found: all that
// are not listed, but those that have no successor or no predecessor.
__kernel void note_searches(
    const int n,
    __global int *control, __global const int *restrict search, __global int *work)
{
    if (get_global_id(0) > 0)
        return;
    control[WERE_DONE] = ARE_DONE(search);
    control[OF_SEARCHES] =
        ARE_DONE(search) ? n - RECORD_OF(2)[LISTED] - search[SEARCH_ENDS] : 0;
    work[WORK_COURSE] |= ARE_DONE(search) ? SEARCHES_ENDED : SEARCHES_PAUSED;
}

// If the searches went on after that, or were given up, use what they have found. A search that
// came to its end divides regions; one that was given up goes on from what it has reached.
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
    if (v >= n || control[WERE_DONE])
        return;
    if (v == 0 && !ARE_DONE(search))
        work[WORK_COURSE] |= SEARCHES_GAVE_UP;
    int4 signature = signatures[v];
    if (signature.s0 < 0)
        return;
    const bool is_forward = reached[v >> 5] >> (v & 31) & 1;
    const bool is_backward = reached[words + (v >> 5)] >> (v & 31) & 1;
    const bool is_done = search[SEARCH_WAY_0] == SEARCH_DONE;
    const bool is_back_done = search[SEARCH_WAY_1] == SEARCH_DONE;
    if (is_done && is_back_done && is_forward && is_backward) {
        labels[v] = FINISHED(search[SEARCH_PIVOT]);
        signatures[v] = (int4)(~v, OF_PIVOT, 0, 0);
        return;
    }
    signature.s1 -=
        CLASS * ((is_done && is_forward ? 1 : 0) | (is_back_done && is_backward ? 2 : 0));
    if (is_forward && !is_back_done)
        signature.s2 = (1 << bits) - 1;
    if (is_backward && !is_done)
        signature.s3 = (1 << bits) - 1;
    signatures[v] = signature;
}
#endif
