// A second look at rows of which the finish has given edges up (given_up_edge.h). Our own;
// edges_at_once.cl does the same for lists.
//
// Where first links are avoided, ids follow a part of the graph from both its ends, or a sample
// leaves parts of a long thin structure, finds and walks may take thousands of steps along chains
// that nobody else shortens. What the finish has linked until then is flat before the second look,
// and no edge is given up any more. Without a sample all rows are read again (ALL_ROWS), otherwise
// those that were listed, as unsettled vertices are (flatten_and_gather in finish_rows.cl).
//
// After a sample this launch is the finalization, too, which mostly is all it does. Where all
// vertices are to be flattened a launch of as many groups as run at once takes longer than one
// before it of as many as there are vertices: 108 us in place of 85 on road24 (H100). A forest has
// no finalization; after a sample it gives nothing up.
//
// Invariant: as in finish_rows.cl, which has left the rows on their lists; a phase reads what the
// one before has written, so all groups see the same GAVE_UP_ROW. `arrivals` is 0 before a launch
// and after it.
#include "device/grid_stride.h"
#include "union_find/flatten_listed.h"
#include "union_find/finish_entries.h"
#include "union_find/phases.h"

// As in given_up_rows.py.
#define FLAT_TREES 0
#define GIVEN_UP_ROWS 1
#define FINALIZATION 2
#ifdef ALL_ROWS
#define FLATTEN flatten_all(n, parents);
#else
#define FLATTEN flatten_listed(n, parents, worklist, pieces, counters);
#endif
// Whether trees are flattened before the rows: always as a finalization; never after one.
#if defined(FOREST)
#define FLATTENS(gave_up) (gave_up)
#define FIRST_PHASE FLAT_TREES
#elif defined(ALL_ROWS)
#define FLATTENS(gave_up) false
#define FIRST_PHASE GIVEN_UP_ROWS
#else
#define FLATTENS(gave_up) true
#define FIRST_PHASE FLAT_TREES
#endif

__kernel ALL_AT_ONCE void unite_given_up_rows(
    const int n,
    const int skipped,
    const int only_phase,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global const int *restrict worklist,
    __global const int2 *restrict pieces,
    __global const int *restrict counters,
    volatile __global int *arrivals
    FOREST_PARAMETER)
{
    const int gave_up = counters[GAVE_UP_ROW];
    if (FLATTENS(gave_up)) {
        PHASE(FLAT_TREES)
        {
            FLATTEN
        }
    }
    if (gave_up) {
        PHASE(GIVEN_UP_ROWS)
        {
            const int head = SKIPPED(counters, skipped);
#ifdef ALL_ROWS
            const int item = get_global_id(0);
            const int items = get_global_size(0);
            const long end = SHARE_END(item, items, n);
            for (long v = SHARE_BEGIN(item, items, n); v < end; v += SHARE_STEP(items)) {
                const OFFSET first = offsets[v] + head;
                const OFFSET last = offsets[v + 1];
#ifdef LONG_ROWS
                if (last - first > LOW_DEGREE)
                    continue;
#endif
                FINISH_PART((int)v, first, last, 0, 1)
            }
#ifdef LONG_ROWS
            FINISH_LONG_ROWS(counters, head)
#endif
#else
            FINISH_LISTED_ROWS(counters, head)
#endif
        }
#ifndef FOREST
        PHASE(FINALIZATION)
        {
            FLATTEN
        }
#endif
    }
    END_PHASES()
}
