// How a finish unites the entries of a row, and puts rows on the lists of their degree classes
// (degree_classes.h).
//
// What the other end handles:
// - without sampling, if SYMMETRIC says that each edge is stored at both ends: the entries to
//   larger neighbors;
// - with SMALLER_FIRST, for rows not known to be symmetric: the same, but finish_larger looks at
//   those entries afterwards;
// - without either: nothing, since the edge may be stored at this end only;
// - with SAMPLED, which needs symmetric rows, or unsettled_ends.cl afterwards: nothing, since the
//   other end may have been left out as settled. The first `skipped` entries of each row were
//   sampled, and need no second look unless a union has given up some of them;
// - with READS_ALL_ROWS beside SAMPLED: as without sampling. No row is left out, so that rows need
//   not be symmetric.
#include "device/parents.h"
#include "union_find/find.h"
#include "union_find/unite.h"
#include "union_find/given_up_edge.h"
#include "device/counters.h"
#include "union_find/degree_classes.h"

#if defined(SAMPLED) && !defined(READS_ALL_ROWS)
#define SKIPS_SETTLED
#endif

#if !defined(SKIPS_SETTLED) && (defined(SYMMETRIC) || defined(SMALLER_FIRST))
#define SMALLER_ONLY
#define OTHER_END_DOES(v, neighbor) ((neighbor) >= (v))
#else
// A self loop joins nothing.
#define OTHER_END_DOES(v, neighbor) ((neighbor) == (v))
#endif

// Whether sampling has settled v: it has the most frequent label.
#ifdef SKIPS_SETTLED
#define HAS_SETTLED_LABEL(parents, counters, v) \
    (LOAD_PARENT(parents, v) == (counters)[MOST_FREQUENT])
// The whole condition, since compilers warn of a constant beside &&.
#define IS_OPEN(exists, parents, counters, v) \
    ((exists) && !HAS_SETTLED_LABEL(parents, counters, v))
#else
#define HAS_SETTLED_LABEL(parents, counters, v) 0
#define IS_OPEN(exists, parents, counters, v) (exists)
#endif

// How many entries at the head of a row need no second look.
#if defined(SAMPLED) && defined(UNITE_BOUNDED)
#define SKIPPED(counters, skipped) ((counters)[GAVE_UP] ? 0 : (skipped))
#else
#define SKIPPED(counters, skipped) (skipped)
#endif

// With GIVES_UP an entry whose finds or walk are long is left for given_up_rows.cl.
#ifdef GIVES_UP
#define READ_COUNTERS __global int *
#define GAVE_UP_PARAMETER , __global int *counters
#define GAVE_UP_ARGUMENT , counters
#define UNITE_ENTRY(parents, source, neighbor, is_shared) \
    unite_or_give_up(                                     \
        parents, source, neighbor, is_shared, counters + GAVE_UP_ROW LINK_ARGUMENTS)
#else
#define READ_COUNTERS __global const int *restrict
#define GAVE_UP_PARAMETER
#define GAVE_UP_ARGUMENT
#define UNITE_ENTRY(parents, source, neighbor, is_shared) \
    UNITE_IN_ROW(parents, source, neighbor, is_shared)
#endif

// Finish every lanes-th of the entries begin..end-1 of the row of v, from the lane-th on.
// `is_shared` says that it is one of a high degree, which is united as unite.h says.
inline void finish_entries(
    __global int *parents,
    __global const int *restrict neighbors,
    const int v,
    OFFSET begin,
    const OFFSET end,
    const int lane,
    const int lanes,
    const bool is_shared
    GAVE_UP_PARAMETER
    FOREST_PARAMETER)
{
    begin += lane;
    if (begin >= end)
        return;
#if defined(SMALLER_ONLY) && defined(SORTED)
    if (neighbors[begin] >= v)
        return;
#endif
    int source = SOURCE(parents, v);
    for (OFFSET entry = begin; entry < end; entry += lanes) {
        const int neighbor = neighbors[entry];
#ifdef SMALLER_ONLY
        if (OTHER_END_DOES(v, neighbor)) {
#ifdef SORTED
            break;
#else
            continue;
#endif
        }
#endif
        source = UNITE_ENTRY(parents, source, neighbor, is_shared);
    }
#ifdef UNITE_AS
    // Where v was a root, its union has linked it, or has seen it linked.
    if (is_shared && lane == 0 && source != v)
        STORE_PARENT(parents, v, source);
#endif
}

#ifdef INITIALIZATION_blocks
#include "union_find/leaving_entries.h"
#endif

// Finish the same entries of a row of middle degree, AHEAD of them at a time: so neither their
// loads nor those of what they lead to wait for each other. Most entries of such rows show at the
// first look that they join nothing new. On an H100 the rows of cliques of 40 with ids in order
// take 107 us by 8 lanes and 4 entries ahead in place of 315 by 32 lanes and one entry, with
// shuffled ids 296 in place of 360. Rows of low degree lose by it: a strip 8 wide takes 458 us in
// place of 396.
#define AHEAD 4
inline void finish_entries_ahead(
    __global int *parents,
    __global const int *restrict neighbors,
    const int v,
    const OFFSET first,
    const OFFSET last,
    const int lane,
    const int lanes
    GAVE_UP_PARAMETER
    FOREST_PARAMETER)
{
    OFFSET begin = first + lane;
    for (OFFSET left = last - begin; left > 0; left -= AHEAD * lanes, begin += AHEAD * lanes) {
        int ends[AHEAD];
        for (int i = 0; i < AHEAD; i++)
            ends[i] = i * lanes < left ? neighbors[begin + i * lanes] : v;
        // A bit for each entry that is still to be united.
        int open = 0;
        for (int i = 0; i < AHEAD; i++)
            open |= !OTHER_END_DOES(v, ends[i]) && MAY_JOIN(parents, v, ends[i]) ? 1 << i : 0;
        int source = open ? SOURCE(parents, v) : v;
        for (; open; open &= open - 1) {
            const OFFSET entry = begin + (OFFSET)popcount(~open & (open - 1)) * lanes;
            source = UNITE_ENTRY(parents, source, neighbors[entry], false);
        }
#if defined(SMALLER_ONLY) && defined(SORTED)
        if (OTHER_END_DOES(v, ends[AHEAD - 1]))
            return;
#endif
    }
}

#define FINISH_PART(v, first, last, lane, lanes)                                               \
    finish_entries(                                                                            \
        parents, neighbors, v, first, last, lane, lanes, false GAVE_UP_ARGUMENT FOREST_ARGUMENT);
#define FINISH_SHARED_PART(v, first, last, lane, lanes)                                        \
    finish_entries(                                                                            \
        parents, neighbors, v, first, last, lane, lanes, true GAVE_UP_ARGUMENT FOREST_ARGUMENT);
#define FINISH_PART_AHEAD(v, first, last, lane, lanes)                                         \
    finish_entries_ahead(                                                                      \
        parents, neighbors, v, first, last, lane, lanes GAVE_UP_ARGUMENT FOREST_ARGUMENT);
// Finish the rows on the lists of their degree classes, where those of low degree are not listed,
// or are. (To look ahead in all three takes NVIDIA's compiler 0.1 s more.)
#define FINISH_LONG_ROWS(counters, skipped)                                                    \
    VISIT_HIGH_ROWS(0, (counters)[HIGH_COUNT], skipped, FINISH_SHARED_PART)                    \
    VISIT_MIDDLE_ROWS(0, (counters)[MIDDLE_COUNT], skipped, FINISH_PART_AHEAD)
#define FINISH_LISTED_ROWS(counters, skipped)                                           \
    FINISH_LONG_ROWS(counters, skipped)                                                 \
    VISIT_LOW_ROWS(0, (counters)[LOW_COUNT], skipped, FINISH_PART)

// The degree classes, in the order of their counters, and how many places a row takes on the list
// of its class: a row of high degree takes one for each piece.
#define DEGREE_CLASSES 3
#define DEGREE_CLASS(degree) (((degree) > LOW_DEGREE) + ((degree) > HIGH_DEGREE))
#define PLACES(degree) ((degree) > HIGH_DEGREE ? (int)(((degree) + PIECE - 1) / PIECE) : 1)

// Put the row of v on the list of its degree class, from a place on. `pieces` holds (v, piece)
// pairs.
inline void put_row(
    const int n,
    const int v,
    const OFFSET degree,
    const int place,
    __global int *restrict worklist,
    __global int2 *restrict pieces)
{
    if (degree > HIGH_DEGREE)
        for (int piece = 0; piece < PLACES(degree); piece++)
            pieces[place + piece] = (int2)(v, piece);
    else
        worklist[degree > LOW_DEGREE ? n - 1 - place : place] = v;
}

// Put the row of v on its list.
inline void append_row(
    const int n,
    const int v,
    const OFFSET degree,
    __global int *restrict worklist,
    __global int2 *restrict pieces,
    __global int *counters)
{
    const int place = atomic_add(counters + LOW_COUNT + DEGREE_CLASS(degree), PLACES(degree));
    put_row(n, v, degree, place, worklist, pieces);
}

// Put some rows of each work-item of a group on their lists: of the vertices first, first + step,
// ..., each unless its degree is NOT_LISTED. The group takes its places together, since atomic
// functions on one word wait for each other: on an H100 about a nanosecond each, so that 13
// thousand rows of rmat22 took 14 us, and 131 thousand rows of small cliques 94. A processor, whose
// few work-items run at once, would only lose by its barriers.
#define NOT_LISTED -1
inline void append_rows(
    const int n,
    const int first,
    const int step,
    const int rows,
    const OFFSET *degrees,
    __global int *restrict worklist,
    __global int2 *restrict pieces,
    __global int *counters,
    __local int *lengths,
    __local int *begins)
{
#ifdef SHARE_BLOCKS
    for (int i = 0; i < rows; i++)
        if (degrees[i] != NOT_LISTED)
            append_row(n, first + i * step, degrees[i], worklist, pieces, counters);
#else
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    int places[LOOKS];
    for (int i = item; i < DEGREE_CLASSES; i += items)
        lengths[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < rows; i++)
        if (degrees[i] != NOT_LISTED)
            places[i] = atomic_add(lengths + DEGREE_CLASS(degrees[i]), PLACES(degrees[i]));
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < DEGREE_CLASSES; i += items)
        begins[i] = lengths[i] ? atomic_add(counters + LOW_COUNT + i, lengths[i]) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < rows; i++)
        if (degrees[i] != NOT_LISTED) {
            const int place = begins[DEGREE_CLASS(degrees[i])] + places[i];
            put_row(n, first + i * step, degrees[i], place, worklist, pieces);
        }
#endif
}
