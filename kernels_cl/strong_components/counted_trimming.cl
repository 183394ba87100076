// Trimming by counts: each vertex knows how many successors and predecessors it has left, and is a
// component once it has none of either. So a round touches the arcs of what has just left, where
// trimming.cl looks at all rows; of graphs that are nearly acyclic little else is left to do.
//
// B. Guo and E. Sekerinski, Efficient parallel graph trimming by arc-consistency, The Journal of
// Supercomputing 78, 2022 (AC4Trim); A. B. Kahn, Topological sorting of large networks, CACM 5,
// 1962. Its own: both directions at once; all groups take pieces of long rows; a group goes on from
// what it finds by itself for some steps, as in two_phase.cl.
//
// Arcs count within a region (signatures.h) alone, and between unfinished vertices other than one
// and the same.
//
// The records are as in two_phase.cl. The list has (vertex, piece): the vertices that have left and
// whose arcs are to be taken away, in the order of the rounds.
//
// Invariants: a vertex is on the list once, with all pieces of its rows, and no other vertex of its
// component is: it has none. counts[v] is the number of arcs to successors whose pieces have not
// been taken, counts[n + v] the same of predecessors. If rounds are stopped, counts are too large,
// and vertices stay that might leave. They are after most_rounds; and whenever their number becomes
// a power of two from least_rounds on, if the second half of them has added less than half as much
// to the list as the first half and what was there before. All groups see the same record, so all
// stop at once.
//
// Why the races are benign: counts only fall, by atomic functions, and whoever takes the last arc
// of either kind tries to finish the vertex; the atomic minimum says who was first. A stale label
// shows a finished vertex as unfinished, and only its count falls in vain.
#include "device/counters.h"
#include "graph/entry_loop.h"
#include "strong_components/accesses.h"
#include "strong_components/labels.h"
#include "strong_components/rounds.h"

// The fields of a record.
#define BEGIN 0  // where the additions of the round begin
#define ADDED 1
#define ROUND 2
#define AT_POWER 3  // where the list ended when the number of rounds was last a power of two
#define RECORD 4
#define RECORD_OF(slot) (control + (slot) * RECORD)
#define CONTROL_FIELDS 16

#define QUEUE 2048
#define MOST_STEPS 8
#define DEGREE(of, v) ((of)[(v) + 1] - (of)[v])
#define PIECES_OF(v) \
    ((int)((max(DEGREE(offsets, v), DEGREE(back_offsets, v)) - 1) / ROW_PIECE) + 1)

__kernel void clear_counts(
    const int n, __global int *restrict counts, __global int *control, __global int *counters)
{
    const int v = get_global_id(0);
    if (v < CONTROL_FIELDS)
        control[v] = 0;
    if (v < COUNTERS)
        counters[v] = 0;
    if (v < n)
        counts[v] = counts[n + v] = 0;
}

inline bool are_joined(
    const int v,
    const int w,
    __global const int *restrict labels,
    __global const int4 *restrict signatures)
{
    return v != w && !IS_FINISHED(labels[v]) && !IS_FINISHED(labels[w])
        && signatures[v].s0 == signatures[w].s0 && signatures[v].s1 == signatures[w].s1;
}

inline void count_arc(
    const int v,
    const int w,
    const int n,
    __global const int *restrict labels,
    __global const int4 *restrict signatures,
    __global int *counts)
{
    if (!are_joined(v, w, labels, signatures))
        return;
    atomic_inc(counts + v);
    atomic_inc(counts + n + w);
}

__kernel void count_neighbors(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const int *restrict labels,
    __global const int4 *restrict signatures,
    __global int *counts)
{
    const OFFSET entries = offsets[n];
    FOR_EACH_ENTRY(
        n, entries, offsets, v, entry,
        count_arc(v, neighbors[entry], n, labels, signatures, counts));
}

// Finish the vertices that have no arcs of one kind, and list them.
__kernel void list_first(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict counts,
    __global int *restrict labels,
    __global int2 *restrict list,
    __global int *control)
{
    __local int listed;
    __local int place;
    const int v = get_global_id(0);
    if (get_local_id(0) == 0)
        listed = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const bool leaves = v < n && !IS_FINISHED(labels[v]) && (counts[v] == 0 || counts[n + v] == 0);
    const int pieces = leaves ? PIECES_OF(v) : 0;
    const int own_place = leaves ? atomic_add(&listed, pieces) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && listed > 0)
        place = atomic_add(RECORD_OF(2) + ADDED, listed);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (leaves)
        labels[v] = ALONE;
    for (int piece = 0; piece < pieces; piece++)
        list[place + own_place + piece] = (int2)(v, piece);
}

#define TRIMMING_PARAMETERS                                                                       \
    const int n, const int end, __global int *now, __global const OFFSET *restrict offsets,       \
    __global const int *restrict neighbors, __global const OFFSET *restrict back_offsets,         \
    __global const int *restrict back_neighbors, __global const int4 *restrict signatures,        \
    __global int *counts, __global int2 *list, __global int *labels, __local int2 *queue,         \
    __local int *queue_length
#define TRIMMING_ARGUMENTS                                                                        \
    n, end, now, offsets, neighbors, back_offsets, back_neighbors, signatures, counts, list,      \
    labels, queue, queue_length

// Take away an arc between v, which has left, and w.
inline void take_arc(
    const int v, const int2 region, const int w, __global int *own_counts, TRIMMING_PARAMETERS)
{
    if (v == w || IS_FINISHED(LOAD_LABEL(labels, w)))
        return;
    const int4 other = signatures[w];
    if (other.s0 != region.x || other.s1 != region.y || atomic_dec(own_counts + w) != 1)
        return;
    if (atomic_min((volatile __global int *)labels + w, ALONE) < 0)
        return;
    const int pieces = PIECES_OF(w);
    const int place = pieces == 1 ? atomic_inc(queue_length) : QUEUE;
    if (place < QUEUE) {
        queue[place] = (int2)(w, 0);
    } else {
        const int first = end + atomic_add(now + ADDED, pieces);
        for (int piece = 0; piece < pieces; piece++)
            list[first + piece] = (int2)(w, piece);
    }
}

// Some work-items take away the arcs of a piece, each half of them those of one direction.
inline void take_piece(const int2 piece, const int lane, const int lanes, TRIMMING_PARAMETERS)
{
    const int v = piece.x;
    const int2 region = signatures[v].s01;
    const int share = max(lanes / 2, 1);
    for (int way = lane / share; way < 2; way += max(lanes / share, 1)) {
        __global const OFFSET *of = way ? back_offsets : offsets;
        __global const int *entries = (way ? back_neighbors : neighbors) + of[v];
        const OFFSET past = min((OFFSET)(piece.y + 1) * ROW_PIECE, DEGREE(of, v));
        for (OFFSET i = (OFFSET)piece.y * ROW_PIECE + lane % share; i < past; i += share)
            take_arc(v, region, entries[i], counts + (way ? 0 : n), TRIMMING_ARGUMENTS);
    }
}

// How many work-items take each of so many pieces: fewer if these are many, since each waits for
// its loads.
#define LANES_FOR(pieces, items) ((pieces) * LANES > (items) ? ROW_LANES : LANES)

__kernel ALL_AT_ONCE void trim_by_counts(
    const int n,
    const int least_rounds,
    const int most_rounds,
    const int first_slot,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    __global const int4 *restrict signatures,
    __global int *counts,
    __global int2 *list,
    __global int *labels,
    __global int *control,
    __global int *counters,
    __global int *work ARRIVALS)
{
    __local int record[RECORD];
    __local int2 queue[QUEUE];
    __local int length;
    __local int place;
    __local int *queue_length = &length;
    const int item = get_local_id(0);
    const int items = get_local_size(0);

    for (int slot = first_slot;; slot = (slot + 1) % 3) {
        // A few work-items read the record for all of their group.
        for (int i = item; i < RECORD; i += items)
            record[i] = ((volatile __global int *)RECORD_OF((slot + 2) % 3))[i];
        if (item == 0)
            length = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        __global int *now = RECORD_OF(slot);
        const int begin = record[BEGIN];
        const int end = begin + record[ADDED];
        const int rounds = record[ROUND];
        const bool is_power = (rounds & (rounds - 1)) == 0;
        const bool is_slow
            = is_power && rounds >= least_rounds && 2 * (long)end < 3 * (long)record[AT_POWER];
        const bool goes_on = end > begin && rounds < most_rounds && !is_slow;
        if (get_global_id(0) == 0) {
            RECORD_OF((slot + 1) % 3)[ADDED] = 0;
            now[BEGIN] = end;
            now[ROUND] = rounds + 1;
            now[AT_POWER] = is_power ? end : record[AT_POWER];
            counters[CHANGED] = goes_on;
            work[WORK_ROUNDS] += goes_on;
        }
        const int last = goes_on ? end : begin;
        const long of_all = get_global_size(0);
        const int lanes = LANES_FOR(last - (long)begin, of_all);
        for (long i = begin + get_global_id(0) / lanes; i < last; i += of_all / lanes)
            take_piece(list[i], item % lanes, lanes, TRIMMING_ARGUMENTS);
        int queue_begin = 0;
        for (int step = 1; step < MOST_STEPS; step++) {
            barrier(CLK_LOCAL_MEM_FENCE);
            const int queue_end = length;
            barrier(CLK_LOCAL_MEM_FENCE);
            if (queue_end == queue_begin || queue_end - queue_begin > items
                || queue_end > QUEUE / 2)
                break;
            const int of_step = LANES_FOR(queue_end - queue_begin, items);
            for (int i = queue_begin + item / of_step; i < queue_end; i += items / of_step)
                take_piece(queue[i], item % of_step, of_step, TRIMMING_ARGUMENTS);
            queue_begin = queue_end;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const int count = min(length, QUEUE) - queue_begin;
        if (item == 0 && count > 0)
            place = atomic_add(now + ADDED, count);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = item; i < count; i += items)
            list[end + place + i] = queue[queue_begin + i];
        NEXT_ROUND(!goes_on);
    }
}

// What has left is in no region any more.
__kernel void leave_regions(
    const int n, __global const int *restrict labels, __global int4 *restrict signatures)
{
    const int v = get_global_id(0);
    if (v < n && labels[v] == ALONE)
        signatures[v].s01 = (int2)(~v, -1);
}
