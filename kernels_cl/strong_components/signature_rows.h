// How a vertex of signatures.cl, which says why the races are benign, takes what its rows have: by
// one work-item, by several, or by all groups, and what is settled then.
#include "strong_components/signatures.h"

// Rows from this degree on are for a whole work-group: the latency of LANES work-items that go
// through a row counts from some thousand entries on.
#define GROUP_DEGREE 4096

// So that loads of several entries are under way at a time: 39 graphs take 0.93 of the time by
// signatures (H200). Other compilers print warnings where they cannot.
#ifdef cl_nv_pragma_unroll
#define UNROLL_2 _Pragma("unroll 2")
#define UNROLL_4 _Pragma("unroll 4")
#else
#define UNROLL_2
#define UNROLL_4
#endif

// The parts of a signature.
#define IN 2
#define OUT 3

inline void raise(__global int4 *signatures, const int v, const int part, const int priority)
{
    atomic_max((volatile __global int *)(signatures + v) + part, priority);
}

// Take what the row of v has for one part of its signature. Returns whether any neighbor in the
// region is left.
inline bool look_around(
    const int v,
    const int4 own,
    const int part,
    OFFSET entry,
    const OFFSET end,
    const int step,
    __global const int *restrict neighbors,
    __global const int4 *signatures,
    int *largest)
{
    int is_followed = 0;
    int value = *largest;
    UNROLL_4
    for (; entry < end; entry += step) {
        const int w = neighbors[entry];
        const int4 other = load_signature(signatures, w);
        const int counts = (w != v) & (other.s0 == own.s0) & (other.s1 == own.s1);
        is_followed |= counts;
        value = max(value, counts ? (part == IN ? other.s2 : other.s3) : -1);
    }
    *largest = value;
    return is_followed;
}

// The same for both parts of a signature, by one work-item, which waits for the loads of both rows
// at once. Returns whether any neighbor in the region is left in both.
inline bool look_both_ways(
    const int v,
    const int4 own,
    const OFFSET begin,
    const OFFSET degree,
    const OFFSET back_begin,
    const OFFSET back_degree,
    __global const int *restrict neighbors,
    __global const int *restrict back_neighbors,
    __global const int4 *signatures,
    int *in,
    int *out)
{
    int is_preceded = 0, is_followed = 0;
    const OFFSET longer = max(degree, back_degree);
    UNROLL_2
    for (OFFSET i = 0; i < longer; i++) {
        const int u = i < back_degree ? back_neighbors[back_begin + i] : v;
        const int w = i < degree ? neighbors[begin + i] : v;
        const int4 before = load_signature(signatures, u);
        const int4 after = load_signature(signatures, w);
        const int precedes = (u != v) & (before.s0 == own.s0) & (before.s1 == own.s1);
        const int follows = (w != v) & (after.s0 == own.s0) & (after.s1 == own.s1);
        is_preceded |= precedes;
        is_followed |= follows;
        *in = max(*in, precedes ? before.s2 : -1);
        *out = max(*out, follows ? after.s3 : -1);
    }
    return is_preceded & is_followed;
}

// Jump: take what the vertex has that v's own signature names, and tell the one named by the other
// part.
#ifdef JUMP
inline int jump(
    const int v, const int part, const int own, __global const int4 *signatures, const int bits,
    const int flip)
{
    const int w = vertex_of(own, bits, flip);
    if (w == v)
        return own;
    const int4 other = load_signature(signatures, w);
    return max(own, part == IN ? other.s2 : other.s3);
}

// Returns whether there was anything to raise, after both loads, so that they do not wait for it.
inline int tell_both(
    const int v, const int in, const int out, __global int4 *signatures, const int bits,
    const int flip)
{
    const int first = vertex_of(in, bits, flip);
    const int last = vertex_of(out, bits, flip);
    const bool raises_in = last != v && load_signature(signatures, last).s2 < in;
    const bool raises_out = first != v && load_signature(signatures, first).s3 < out;
    if (raises_in)
        raise(signatures, last, IN, in);
    if (raises_out)
        raise(signatures, first, OUT, out);
    return raises_in | raises_out;
}

// Take what a vertex of the same component has, and give it what is more than that. Returns whether
// there was anything to raise.
inline int share_with(const int w, int *in, int *out, __global int4 *signatures)
{
    const int4 other = load_signature(signatures, w);
    *in = max(*in, other.s2);
    *out = max(*out, other.s3);
    if (other.s2 < *in)
        raise(signatures, w, IN, *in);
    if (other.s3 < *out)
        raise(signatures, w, OUT, *out);
    return other.s2 < *in | other.s3 < *out;
}
#endif

// Give v what has been found. Returns 1 if it changed, 2 if it left.
inline int settle(
    const int v,
    const int4 own,
    const bool is_linked,
    int in,
    int out,
    __global int4 *signatures,
    __global int *labels,
    const int bits,
    const int flip)
{
    if (!is_linked) {
        STORE((__global int *)(signatures + v), 0, ~v);
        STORE((__global int *)(signatures + v), 1, -1);
        STORE_LABEL(labels, v, ALONE);
        return 2;
    }
    int altered = 0;
#ifdef JUMP
    const int known = LOAD_LABEL(labels, v);
    in = jump(v, IN, in, signatures, bits, flip);
    out = jump(v, OUT, out, signatures, bits, flip);
    if (known != v)
        altered |= share_with(known, &in, &out, signatures);
    altered |= tell_both(v, in, out, signatures, bits, flip);
    if (in == out && vertex_of(in, bits, flip) != known)
        STORE_LABEL(labels, v, vertex_of(in, bits, flip));
#endif
    if (in > own.s2) {
        raise(signatures, v, IN, in);
        altered = 1;
    }
    if (out > own.s3) {
        raise(signatures, v, OUT, out);
        altered = 1;
    }
    return altered;
}

#define DEGREE(of, v) ((of)[(v) + 1] - (of)[v])
#define LARGER_DEGREE(v) max(DEGREE(offsets, v), DEGREE(back_offsets, v))
#define IS_FOR_GROUP(v) (LARGER_DEGREE(v) > GROUP_DEGREE)
#define SHARED_ROWS                                                                               \
    shared_rows, shared_in, shared_out, shared_preceded, shared_followed, offsets, neighbors,      \
    back_offsets, back_neighbors, signatures

// Look around from a vertex together with the other lanes.
inline void share_row(
    const int i,
    const int lane,
    const int lanes,
    __local const int *rows,
    __local int *ins,
    __local int *outs,
    __local int *preceded,
    __local int *followed,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    __global const int4 *signatures)
{
    const int v = rows[i];
    const int4 own = load_signature(signatures, v);
    // Each half of several lanes takes one of the two rows.
    const int share = max(lanes / 2, 1);
    for (int part = IN + lane / share; part <= OUT; part += max(lanes / share, 1)) {
        __global const OFFSET *of = part == IN ? back_offsets : offsets;
        const int before = part == IN ? own.s2 : own.s3;
        int largest = before;
        if (look_around(
                v, own, part, of[v] + lane % share, of[v + 1], share,
                part == IN ? back_neighbors : neighbors, signatures, &largest))
            SET_FLAG(*(part == IN ? preceded + i : followed + i));
        if (largest > before)
            atomic_max(part == IN ? ins + i : outs + i, largest);
    }
}

#define HUB_ARGUMENTS                                                                             \
    offsets, neighbors, back_offsets, back_neighbors, signatures, labels, hub_rounds

// Look around from a hub, in a piece of one of its rows. Returns whether it raised anything.
inline bool look_from_hub(
    const int4 piece,
    const int round,
    const int item,
    const int items,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    __global int4 *signatures,
    __global int *labels,
    __global int *hub_rounds)
{
    const int v = piece.s0;
    const int4 own = load_signature(signatures, v);
    if (own.s0 < 0 || IS_FINISHED(LOAD_LABEL(labels, v)))
        return false;
    const int part = piece.s3 ? IN : OUT;
    const int before = piece.s3 ? own.s2 : own.s3;
    int largest = before;
    __global const OFFSET *rows = piece.s3 ? back_offsets : offsets;
    const OFFSET begin = rows[v] + (OFFSET)piece.s2 * HUB_PIECE;
    const OFFSET end = min((OFFSET)(begin + HUB_PIECE), rows[v + 1]);
    if (look_around(
            v, own, part, begin + item, end, items, piece.s3 ? back_neighbors : neighbors,
            signatures, &largest))
        STORE(hub_rounds, 2 * piece.s1 + piece.s3, round);
    if (largest > before)
        raise(signatures, v, part, largest);
    return largest > before;
}

// Settle a hub by what its pieces have stored. Returns the same as settle.
inline int settle_hub(
    const int v,
    const int hub,
    const int round,
    __global int4 *signatures,
    __global int *labels,
    __global int *hub_rounds,
    const int bits,
    const int flip)
{
    const int4 own = load_signature(signatures, v);
    if (own.s0 < 0 || IS_FINISHED(LOAD_LABEL(labels, v)))
        return 0;
    const int since = min(LOAD(hub_rounds, 2 * hub), LOAD(hub_rounds, 2 * hub + 1));
    return settle(v, own, since >= round - 1, own.s2, own.s3, signatures, labels, bits, flip);
}
