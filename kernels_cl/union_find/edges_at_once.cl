// All steps of a union over a list of edges in one launch, for graphs so small that launches take
// most of the time: first parents, edges, finalization. Our own; rows_at_once.cl does the same for
// rows.
//
// Invariant: in a phase, work-items do what those of initialization.cl, coo.cl and canonical.cl do
// in a launch, and a phase reads what the one before has written. `arrivals` is 0 before a launch
// and after it.
#include "device/counters.h"
#include "device/grid_stride.h"
#include "union_find/edge_blocks.h"
#include "union_find/finalize.h"
#include "union_find/phases.h"

// As in edges_at_once.py.
#define OWN_PARENTS 0
#define FIRST_PHASE OWN_PARENTS
#define EDGES 1
#define FINALIZATION 2

__kernel ALL_AT_ONCE void unite_edges_at_once(
    const int n,
    const OFFSET count,
    const int only_phase,
    __global const int *restrict sources,
    __global const int *restrict targets,
    __global int *parents,
    __global int *counters,
    volatile __global int *arrivals
    FOREST_PARAMETER)
{
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const long begin = SHARE_BEGIN(item, items, n);
    const long end = SHARE_END(item, items, n);
    PHASE(OWN_PARENTS)
    {
        CLEAR_COUNTERS(counters)
        for (long v = begin; v < end; v += SHARE_STEP(items)) {
            INITIALIZE_PARENT(parents, v, (int)v);
            INITIALIZE_EDGE(v, NO_EDGE);
        }
    }
    PHASE(EDGES)
    {
        const long turns = (long)BLOCKS_OF(count) * EDGES_OF_BLOCK;
        const long last = SHARE_END(item, items, turns);
        for (long turn = SHARE_BEGIN(item, items, turns); turn < last; turn += SHARE_STEP(items)) {
            const long i = edge_of_turn(turn, count);
            if (i >= count)
                continue;
            const int source = STREAMED(sources, i), target = STREAMED(targets, i);
#ifdef FOREST
            const OFFSET entry = (OFFSET)i;
#endif
            if (MAY_JOIN(parents, source, target))
                UNITE(parents, SOURCE(parents, source), target);
        }
    }
    // The edges of a forest do not need final parents.
#ifndef FOREST
    PHASE(FINALIZATION)
    {
        for (long v = begin; v < end; v += SHARE_STEP(items))
            (void)finalize_vertex(parents, (int)v);
    }
#endif
    END_PHASES()
}
