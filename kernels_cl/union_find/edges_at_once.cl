// All steps of a union over a list of edges in one launch, for graphs so small that launches take
// most of the time: first parents, edges, finalization. Our own; rows_at_once.cl does the same for
// rows.
//
// With GIVES_UP an edge of which the walk or the finds are long is given up (given_up_edge.h). Then
// all trees are flattened, and all edges are looked at once more, of which none is given up any
// more. With GIVEN_UP_ALONE that is all there is to do, for a large list: launches of other kernels
// have done the rest, and flattened the trees but for a forest.
//
// Invariant: in a phase, work-items do what those of initialization.cl, coo.cl and canonical.cl do
// in a launch, and a phase reads what the one before has written: so all groups see the same
// GAVE_UP, which nobody sets after the first look at the edges. `arrivals` is 0 before a launch and
// after it.
#include "device/counters.h"
#include "device/grid_stride.h"
#include "union_find/edge_blocks.h"
#include "union_find/finalize.h"
#include "union_find/phases.h"

// As in edges_at_once.py. Flat trees are final, unless an edge was given up.
#define OWN_PARENTS 0
#define EDGES 1
#define FLAT_TREES 2
#define GIVEN_UP_EDGES 3
#define FINALIZATION 4
#ifndef GIVEN_UP_ALONE
#define FIRST_PHASE OWN_PARENTS
#elif defined(FOREST)
#define FIRST_PHASE FLAT_TREES
#else
#define FIRST_PHASE GIVEN_UP_EDGES
#endif

// The edges of a forest do not need final parents.
#ifdef FOREST
#define NEEDS_ROOTS(counters) ((counters)[GAVE_UP])
#else
#define NEEDS_ROOTS(counters) true
#endif

#define FOR_EACH_EDGE_UNITE(may_give_up)                                                        \
    for (long turn = SHARE_BEGIN(item, items, turns); turn < last; turn += SHARE_STEP(items)) { \
        const long place = edge_of_turn(turn, count);                                           \
        if (place < count)                                                                      \
            unite_edge_of_list(                                                                 \
                place, 0, may_give_up, sources, targets, parents, counters FOREST_ARGUMENT);    \
    }

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
    const long turns = (long)BLOCKS_OF(count) * EDGES_OF_BLOCK;
    const long last = SHARE_END(item, items, turns);
#ifndef GIVEN_UP_ALONE
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
        FOR_EACH_EDGE_UNITE(true)
    }
#endif
#if FIRST_PHASE <= FLAT_TREES && (defined(GIVES_UP) || !defined(FOREST))
    PHASE(FLAT_TREES)
    {
        if (NEEDS_ROOTS(counters))
            for (long v = begin; v < end; v += SHARE_STEP(items))
                (void)finalize_vertex(parents, (int)v);
    }
#endif
#ifdef GIVES_UP
    if (counters[GAVE_UP]) {
        PHASE(GIVEN_UP_EDGES)
        {
            FOR_EACH_EDGE_UNITE(false)
        }
#ifndef FOREST
        PHASE(FINALIZATION)
        {
            for (long v = begin; v < end; v += SHARE_STEP(items))
                (void)finalize_vertex(parents, (int)v);
        }
#endif
    }
#endif
    END_PHASES()
}
