// Look at all rows of a large graph once more if its finish has given up an edge (given_up_edge.h),
// and finalize again. Our own; edges_at_once.cl does the same for lists.
//
// Where first links are avoided, or ids follow a part of the graph from both its ends, finds may
// walk chains of thousands of vertices that nobody else shortens. What the finish has linked until
// then is flat before the second look, and no edge is given up any more.
//
// Invariant: as in finish_rows.cl, which has left the long rows on their lists; a phase reads what
// the one before has written, so all groups see the same GAVE_UP. `arrivals` is 0 before a launch
// and after it.
#include "device/grid_stride.h"
#include "union_find/finalize.h"
#include "union_find/finish_entries.h"
#include "union_find/phases.h"

// As in given_up_rows.py. The trees of components are flat before, since they are final otherwise.
#define FLAT_TREES 0
#define GIVEN_UP_ROWS 1
#define FINALIZATION 2
#ifdef FOREST
#define FIRST_PHASE FLAT_TREES
#else
#define FIRST_PHASE GIVEN_UP_ROWS
#endif

__kernel ALL_AT_ONCE void unite_given_up_rows(
    const int n,
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
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const long begin = SHARE_BEGIN(item, items, n);
    const long end = SHARE_END(item, items, n);
    if (counters[GAVE_UP]) {
#ifdef FOREST
        PHASE(FLAT_TREES)
        {
            for (long v = begin; v < end; v += SHARE_STEP(items))
                (void)finalize_vertex(parents, (int)v);
        }
#endif
        PHASE(GIVEN_UP_ROWS)
        {
            for (long v = begin; v < end; v += SHARE_STEP(items)) {
                const OFFSET first = offsets[v];
                const OFFSET last = offsets[v + 1];
#ifdef LONG_ROWS
                if (last - first > LOW_DEGREE)
                    continue;
#endif
                FINISH_PART((int)v, first, last, 0, 1)
            }
#ifdef LONG_ROWS
            FINISH_LONG_ROWS(counters, 0)
#endif
        }
#ifndef FOREST
        PHASE(FINALIZATION)
        {
            for (long v = begin; v < end; v += SHARE_STEP(items))
                (void)finalize_vertex(parents, (int)v);
        }
#endif
    }
    END_PHASES()
}
