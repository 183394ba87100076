// What belongs to a vertex, and the control of the rounds, when signatures begin
// (signature_regions.cl), in a launch of its own or before the first round (signatures.cl).
#include "strong_components/signatures.h"

// What two searches have found.
#ifdef SEARCHED
#define FOUND_PARAMETERS                                                                          \
    , const int words, __global const uint *restrict reached, __global const int *restrict search
#define FOUND_ARGUMENTS , words, reached, search
#else
#define FOUND_PARAMETERS
#define FOUND_ARGUMENTS
#endif

#define ARE_DONE(search) \
    ((search)[SEARCH_WAY_0] == SEARCH_DONE && (search)[SEARCH_WAY_1] == SEARCH_DONE)

// Most vertices have one successor or one predecessor, and some have none: not a cycle.
#define ARE_CHAINS(n, search) ((search)[SEARCH_NARROW] > (n) / 2 && (search)[SEARCH_ENDS] > 0)

// What the second part of a region is where no signature names it: -1 at first, OF_PIVOT in the
// component of the pivot, less in chains.cl, and less by CLASS for each class of a later search.
#define OF_PIVOT -2
#define CLASS 8

// What no search has gone through is left to chains.cl if `leaves` is LEFT_CHAINS and chains make
// most of it, and to contraction.cl if it is LEFT_ROUNDS.
inline void clear_signatures(
    const int i,
    const int n,
    const int bits,
    const int leaves,
    const int restarts,
    __global int *control,
    __global int *counters FOUND_PARAMETERS)
{
    if (i < COUNTERS)
        counters[i] = 0;
    if (i >= CONTROL_FIELDS)
        return;
    int value = 0;
    if (i == 2 * RECORD + WAY)
        value = CLASSIFY;
    if (i == 2 * RECORD + WHICH || (i == RESTARTS && restarts))
        value = 1;
#ifdef SEARCHED
    // The pivot gets the largest priority.
    if (i == FLIP && search[SEARCH_PIVOT] != INT_MAX)
        value = (int)(mixed_id((uint)search[SEARCH_PIVOT], bits) ^ ((1u << bits) - 1u));
    const bool is_left =
        leaves == LEFT_ROUNDS || (leaves == LEFT_CHAINS && ARE_CHAINS(n, search));
    if (is_left && !ARE_DONE(search)) {
        if (i == 2 * RECORD + WAY)
            value = IDLE;
        if (i == UNFINISHED)
            value = leaves;
    }
#endif
    control[i] = value;
}

// A vertex whose rows are cut in pieces: the pieces are (vertex, number of the hub, piece, 1 of the
// backward row).
inline void list_hub(
    const int v,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global int *restrict hubs,
    __global int4 *restrict hub_pieces,
    __global int *restrict hub_rounds,
    __global int *control)
{
    const OFFSET degree = offsets[v + 1] - offsets[v];
    const OFFSET back_degree = back_offsets[v + 1] - back_offsets[v];
    if (max(degree, back_degree) <= HUB_DEGREE)
        return;
    const int hub = atomic_inc(control + HUBS);
    hubs[hub] = v;
    hub_rounds[2 * hub] = hub_rounds[2 * hub + 1] = 0;
    const int count = (int)((degree - 1) / HUB_PIECE + 1);
    const int back_count = (int)((back_degree - 1) / HUB_PIECE + 1);
    const int place = atomic_add(control + HUB_PIECES, count + back_count);
    for (int i = 0; i < count + back_count; i++)
        hub_pieces[place + i] = (int4)(v, hub, i < count ? i : i - count, i >= count);
}

// All work-items of a group list their vertices with one addition to the length of the list.
inline void list_tile(
    const int v,
    const bool is_listed,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global int *restrict list,
    __global int *restrict hubs,
    __global int4 *restrict hub_pieces,
    __global int *restrict hub_rounds,
    __global int *control,
    __local int *listed,
    __local int *place)
{
    if (is_listed)
        list_hub(v, offsets, back_offsets, hubs, hub_pieces, hub_rounds, control);
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

// Give a vertex its first region and signature. Returns whether it may be in a component with
// others.
inline bool begin_vertex(
    const int v,
    const int bits,
    const int flip,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global int4 *signatures,
    __global int *labels FOUND_PARAMETERS)
{
    const int own = priority_of(v, bits, flip);
    const bool is_single =
        offsets[v + 1] == offsets[v] || back_offsets[v + 1] == back_offsets[v];
    int4 signature = (int4)(is_single ? ~v : 0, -1, own, own);
    int label = is_single ? ALONE : v;
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
    return !IS_FINISHED(label);
}

#ifdef SEARCHED
// Whether both searches had ended before the chains were cut, and what they have found: all that
// are not listed, but those that have no successor or no predecessor.
inline void note_found(
    const int n, __global int *control, __global const int *restrict search, __global int *work)
{
    control[OF_ROUNDS] = search[SEARCH_ROUNDS];
    control[WERE_DONE] = ARE_DONE(search);
    control[OF_SEARCHES] =
        ARE_DONE(search) ? n - RECORD_OF(2)[LISTED] - search[SEARCH_ENDS] : 0;
    work[WORK_COURSE] |= ARE_DONE(search) ? SEARCHES_ENDED : SEARCHES_PAUSED;
}

// Give a vertex what searches have found that were given up, or ended after the vertex had begun. A
// search that came to its end divides regions; one that was given up goes on from what it has
// reached, and vertex 0 notes it.
inline void use_found(
    const int v,
    const int bits,
    __global int4 *signatures,
    __global int *labels,
    __global int *work FOUND_PARAMETERS)
{
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
