// OBF: one-way-catch-them-young elimination, backward closures, forward seeds. Barnat and Moravec,
// Parallel algorithms for finding SCCs in implicitly given graphs, PDMC 2006. All subgraphs and all
// slices at once: OBFR-MP of Barnat, Chaloupka and van de Pol, Distributed algorithms for SCC
// decomposition, Journal of Logic and Computation 21, 2011; on a GPU Barnat, Bauch, Brim and Ceska,
// IPDPS 2011.
//
// What a pivot reaches is its range. Its first slice is the pivot's component. The successors of a
// slice in the range are candidates: those without a predecessor left in the range are components,
// and their successors are candidates too. The candidates that are left are the seeds of the next
// slice, which is their backward closure in the range. subgraph_numbers.cl numbers ranges and
// slices alike: 2 n + 1 numbers are enough, since each slice is a subgraph that has a pivot later.
//
// Invariant: nothing leads into a slice from the rest of its range, so it consists of whole
// components. All successors of what has left a range have been candidates.
//
// Races: a candidate that sees a stale label of an eliminated predecessor stays; that predecessor
// makes it a candidate again. `stamps` has the last round that made a vertex a candidate, so that a
// round appends it once.
#define SEARCH_PARAMETERS \
    __global int *labels, __global const int *changes, __global const int *ranges,          \
    __global int *stamps
#define SEARCH_ARGUMENTS labels, changes, ranges, stamps
// The range that an eliminated vertex or one of the latest slice has left.
#define SOUGHT(v, label) ((label) == ALONE ? ranges[v] : UNREACHED(label))
#define VISIT(neighbor, label, sought)                                                      \
    (LOAD_LABEL(labels, neighbor) == (sought)                                               \
     && atomic_xchg((volatile __global int *)(stamps + neighbor), round) != round)

#include "strong_components/expansion.h"
#include "strong_components/other_entries.h"

__kernel void begin_stamps(const int n, __global int *restrict stamps)
{
    const int v = get_global_id(0);
    if (v < n)
        stamps[v] = -1;
}

// Put the latest slices on the frontier: the components of the pivots, or what seeds have reached.
// Without `recursive`, only the ranges within the first subgraph, of number 0, are sliced.
__kernel void gather_slices(
    const int n,
    const int components,
    const int recursive,
    __global const int *restrict labels,
    __global const int *restrict changes,
    __global int *restrict numbers,
    NEXT_PARAMETERS)
{
    __local queue_t queue;
    const int v = get_global_id(0);
    if (v == 0)
        numbers[SLICE_ROUND] = RECORD_OF(0)[ROUND];
    begin_queue(&queue);
    if (v < n && IS_FINISHED(labels[v]) == components) {
        const int name = components ? ~labels[v] : labels[v];
        if (name >= numbers[FIRST_NUMBER] && name < numbers[NEXT_NUMBER]
            && (!components || recursive || changes[name] == name))
            remember(v, 0, &queue, offsets, next, next_pieces, search);
    }
    append_remembered(0, &queue, offsets, next, next_pieces, search);
}

// Make the successors of the frontier, of slices or eliminated vertices, candidates.
__kernel void find_candidates(ROUND_PARAMETERS)
{
    EXPAND_FRONTIER
}

// Say whether there are candidates, so that slices go on, and leave no record behind.
__kernel void say_whether_any_candidates(__global int *search, __global int *counters)
{
    if (get_global_id(0) > 0)
        return;
    counters[CHANGED] = RECORD_OF(1)[LIST_LENGTH] > 0 || RECORD_OF(1)[PIECE_COUNT] > 0;
    for (int list = 0; list < LENGTHS; list++)
        RECORD_OF(0)[list] = 0;
}

inline void eliminate(
    const int slot,
    const int v,
    __global int *labels,
    __global int *ranges,
    __global const OFFSET *restrict transposed_offsets,
    __global const int *restrict transposed_neighbors,
    __local hubs_t *hubs,
    __local queue_t *queue,
    NEXT_PARAMETERS)
{
    const int label = v < 0 ? FINISHED(0) : LOAD_LABEL(labels, v);
    if (has_other(labels, transposed_offsets, transposed_neighbors, v, label, hubs)
        || IS_FINISHED(label))
        return;
    ranges[v] = label;
    STORE_LABEL(labels, v, ALONE);
    remember(v, slot + 1, queue, offsets, next, next_pieces, search);
}

// Eliminate the candidates without a predecessor left in their range. A row of high degree is on
// the list of pieces; its first piece stands for it.
__kernel void eliminate_candidates(
    const int slot,
    __global const OFFSET *restrict offsets,
    __global const int *restrict frontier,
    __global const int2 *restrict frontier_pieces,
    __global int *restrict next,
    __global int2 *restrict next_pieces,
    __global int *search,
    __global int *work,
    __global int *counters,
    __global const OFFSET *restrict transposed_offsets,
    __global const int *restrict transposed_neighbors,
    __global int *labels,
    __global int *ranges)
{
    __local queue_t queue;
    __local hubs_t hubs;
    begin_round(slot, search, work, counters);
    begin_queue(&queue);
    const long stride = (long)get_num_groups(0) * GROUP_SIZE;
    const long begin = (long)get_group_id(0) * GROUP_SIZE;
    const long length = RECORD_OF(slot)[LIST_LENGTH];
    const long pieces = RECORD_OF(slot)[PIECE_COUNT];
    for (long first = begin; first < length; first += stride) {
        const long i = first + get_local_id(0);
        eliminate(
            slot, i < length ? frontier[i] : -1, labels, ranges, transposed_offsets,
            transposed_neighbors, &hubs, &queue, offsets, next, next_pieces, search);
    }
    for (long first = begin; first < pieces; first += stride) {
        const long i = first + get_local_id(0);
        eliminate(
            slot, i < pieces && frontier_pieces[i].y == 0 ? frontier_pieces[i].x : -1, labels,
            ranges, transposed_offsets, transposed_neighbors, &hubs, &queue, offsets, next,
            next_pieces, search);
    }
    append_remembered(slot + 1, &queue, offsets, next, next_pieces, search);
}

#define IS_SEED(v) (stamps[v] >= numbers[SLICE_ROUND] && !IS_FINISHED(labels[v]))

// One seed of each slice makes sure that the slice gets a number.
__kernel void elect_seeds(
    const int n,
    __global const int *restrict labels,
    __global const int *restrict stamps,
    __global const int *restrict numbers,
    __global int *election)
{
    const int v = get_global_id(0);
    if (v < n && IS_SEED(v))
        STORE_PARENT(election, labels[v], v);
}

__kernel void begin_slices(
    const int n,
    __global int *restrict labels,
    __global const int *restrict changes,
    __global const int *restrict stamps,
    __global const int *restrict numbers,
    NEXT_PARAMETERS)
{
    __local queue_t queue;
    const int v = get_global_id(0);
    begin_queue(&queue);
    if (v < n && IS_SEED(v)) {
        labels[v] += changes[labels[v]];
        remember(v, 0, &queue, offsets, next, next_pieces, search);
    }
    append_remembered(0, &queue, offsets, next, next_pieces, search);
}
