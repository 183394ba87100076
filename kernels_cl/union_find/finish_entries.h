// How a finish unites the entries of a row, and puts rows on the lists of their degree classes
// (degree_classes.h).
//
// What the other end handles:
// - without sampling, if SYMMETRIC says that each edge is stored at both ends: the entries to
//   larger neighbors;
// - with SMALLER_FIRST, for rows not known to be symmetric: the same, but finish_larger looks at
//   those entries afterwards;
// - without either: nothing, since the edge may be stored at this end only;
// - with SAMPLED, which needs symmetric rows: nothing, since the other end may have been left out
//   as settled. The first `skipped` entries of each row were sampled.
#include "device/parents.h"
#include "union_find/find.h"
#include "union_find/unite.h"
#include "device/counters.h"
#include "union_find/degree_classes.h"

#if !defined(SAMPLED) && (defined(SYMMETRIC) || defined(SMALLER_FIRST))
#define SMALLER_ONLY
#endif

// Finish every lanes-th of the entries begin..end-1 of the row of v, from the lane-th on.
inline void finish_entries(
    __global int *parents,
    __global const int *restrict neighbors,
    const int v,
    OFFSET begin,
    const OFFSET end,
    const int lane,
    const int lanes
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
        if (neighbor >= v) {
#ifdef SORTED
            break;
#else
            continue;
#endif
        }
#endif
        source = UNITE(parents, source, neighbor);
    }
}

// Put the row of v on the list of its degree class. `pieces` holds (v, piece) pairs.
inline void append_row(
    const int n,
    const int v,
    const OFFSET degree,
    __global int *restrict worklist,
    __global int2 *restrict pieces,
    __global int *counters)
{
    if (degree > HIGH_DEGREE) {
        const int count = (int)((degree + PIECE - 1) / PIECE);
        const int place = atomic_add(counters + HIGH_COUNT, count);
        for (int piece = 0; piece < count; piece++)
            pieces[place + piece] = (int2)(v, piece);
    }
    else if (degree > LOW_DEGREE) {
        worklist[n - 1 - atomic_inc(counters + MIDDLE_COUNT)] = v;
    }
    else {
        worklist[atomic_inc(counters + LOW_COUNT)] = v;
    }
}
