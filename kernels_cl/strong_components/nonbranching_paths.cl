// Shorten non-branching paths to one arc each: of a vertex with one predecessor and one successor
// nothing else can be said than that whoever comes in goes out. In assembly graphs nearly all
// vertices are on such paths, which are called unitigs there, and in control flow many; a search
// takes a step for each, and no cycle is short, so that contraction.cl finds nothing. Own.
//
// R. Chikhi, A. Limasset and P. Medvedev, Compacting de Bruijn graphs from sequencing data quickly
// and in low memory, Bioinformatics 32, 2016 (unitigs).
//
// The first graph of what is unfinished (quotient.cl) has only arcs within regions, and no loops.
// By jumps (jump.h) the vertices of a path find the two branching vertices at its ends, `heads`
// and `parents`. Then they are contracted into that behind them, so that the path becomes an arc
// from the one to the other, or a loop, which is dropped. Once all labels are known, the vertices
// of a path are in the component of its ends, if this is one; or each is one by itself.
//
// Invariants: heads[v] reaches v, and v reaches parents[v], by non-branching vertices alone; both
// are v itself for a branching vertex, and for no other. A cycle of non-branching vertices alone
// has no end, and its vertices stay.
//
// Nothing races but jumps.
#include "device/counters.h"
#include "strong_components/accesses.h"
#include "strong_components/jump.h"
#include "strong_components/labels.h"
#include "strong_components/quotient.h"
#include "strong_components/rounds.h"

// The fields of a record.
#define ALTERED 0  // whether a jump led anywhere; so it is said before the first round
#define ROUND 1
#define RECORD 2
#define RECORD_OF(slot) (control + (slot) * RECORD)
#define CONTROL_FIELDS 8

// No end: of a vertex that is not contracted into another.
#define NO_END -1

// A row of more entries, all of which name one vertex, is left alone: one work-item reads it.
#define MOST_ENTRIES 64

// The only neighbor of a vertex, by however many arcs; NO_END if there is none or another.
inline int only_neighbor(
    const OFFSET begin, const OFFSET end, __global const int *restrict neighbors)
{
    if (end == begin || end - begin > MOST_ENTRIES)
        return NO_END;
    const int only = neighbors[begin];
    for (OFFSET entry = begin + 1; entry < end; entry++)
        if (neighbors[entry] != only)
            return NO_END;
    return only;
}

// Begin with the neighbors as ends, and count the vertices of paths.
__kernel void begin_paths(
    const int n,
    const int level,
    __global int *restrict sizes,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    __global int *restrict parents,
    __global int *restrict heads,
    __global int *restrict ends,
    __global int *control,
    __global int *counters)
{
    __local int count;
    const int v = get_global_id(0);
    if (get_local_id(0) == 0)
        count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v < CONTROL_FIELDS)
        control[v] = v == 2 * RECORD + ALTERED;
    if (v < COUNTERS)
        counters[v] = 0;
    if (v < n)
        ends[v] = NO_END;
    if (v < sizes[level]) {
        const int next = only_neighbor(offsets[v], offsets[v + 1], neighbors);
        const int before = only_neighbor(back_offsets[v], back_offsets[v + 1], back_neighbors);
        const bool branches = next == NO_END || before == NO_END;
        parents[v] = branches ? v : next;
        heads[v] = branches ? v : before;
        if (!branches)
            atomic_inc(&count);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && count > 0)
        atomic_add(sizes + ON_PATHS, count);
}

__kernel ALL_AT_ONCE void follow_paths(
    const int level,
    const int most_rounds,
    const int first_slot,
    __global const int *restrict sizes,
    __global int *parents,
    __global int *heads,
    __global int *control,
    __global int *counters,
    __global int *work ARRIVALS)
{
    __local int goes_on;
    __local int round;
    __local int is_altered;
    const int n = sizes[level];
    for (int slot = first_slot;; slot = (slot + 1) % 3) {
        __global int *now = RECORD_OF(slot);
        if (get_local_id(0) == 0) {
            volatile __global int *before = RECORD_OF((slot + 2) % 3);
            round = before[ROUND];
            goes_on = before[ALTERED] && round < most_rounds;
            is_altered = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_global_id(0) == 0) {
            RECORD_OF((slot + 1) % 3)[ALTERED] = 0;
            now[ROUND] = round + 1;
            counters[CHANGED] = goes_on;
            work[WORK_ROUNDS] += goes_on;
        }
        int altered = 0;
        const long end = goes_on ? n : 0;
        for (long v = get_global_id(0); v < end; v += get_global_size(0))
            altered |= jump(parents, (int)v) | jump(heads, (int)v);
        if (altered)
            SET_FLAG(is_altered);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0 && is_altered)
            STORE(now, ALTERED, 1);
        NEXT_ROUND(!goes_on);
    }
}

// What has found no end stays, as the vertices of cycles do; the others remember, as vertices of
// the given graph, where their paths begin.
__kernel void end_paths(
    const int level,
    __global const int *restrict sizes,
    __global const int *restrict origins,
    __global const int *restrict heads,
    __global int *restrict parents,
    __global int *restrict ends)
{
    const int v = get_global_id(0);
    if (v >= sizes[level])
        return;
    const int end = parents[v];
    if (end == v)
        return;
    if (heads[end] == end)
        ends[origins[v]] = origins[heads[v]];
    else
        parents[v] = v;
}

// The vertices of paths have the labels of those behind them.
__kernel void settle_paths(
    const int n, __global const int *restrict ends, __global int *restrict labels)
{
    const int v = get_global_id(0);
    if (v < n && ends[v] != NO_END && labels[ends[v]] != labels[v])
        labels[v] = ALONE;
}
