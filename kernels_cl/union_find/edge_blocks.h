// Edges of a list, in blocks of EDGES_OF_BLOCK that follow each other.
//
// Most edges join what is joined already, and most of those show it at a look at both parents,
// before anybody finds anything.
//
// Where a list is in order, edges that follow each other are of one vertex, or of neighbors: those
// that are in work at once link long chains, or wait for each other at one hub. With PERMUTED the
// blocks come in a pseudo-random order, so that they are of places far apart, and a block is still
// read in whole sectors of memory.
//
// Invariant: each place below the count is that of exactly one turn, since the order of the blocks
// is a permutation. unite.h says why the races are benign.
#include "device/parents.h"
#include "device/streamed.h"
#include "primitives/permutation.h"
#include "union_find/find.h"
#include "union_find/given_up_edge.h"

#define BLOCKS_OF(count) ((count) / EDGES_OF_BLOCK + ((count) % EDGES_OF_BLOCK > 0))

// The place of the edge of a turn; the count, or a place beyond, if that has none.
inline long edge_of_turn(const long turn, const OFFSET count)
{
    const OFFSET blocks = BLOCKS_OF(count);
    const long block = turn / EDGES_OF_BLOCK;
    if (block >= blocks)
        return count;
    return (long)PLACE_OF((OFFSET)block, blocks) * EDGES_OF_BLOCK + turn % EDGES_OF_BLOCK;
}

// Unite the edge at a place, unless a look at both parents shows that it joins nothing. With
// GIVES_UP it may be left to others if that takes long. For a forest the edge has the number
// first + place.
inline void unite_edge_of_list(
    const long place,
    const OFFSET first,
    const bool may_give_up,
    __global const int *restrict sources,
    __global const int *restrict targets,
    __global int *parents,
    __global int *counters
    FOREST_PARAMETER)
{
    const int source = STREAMED(sources, place), target = STREAMED(targets, place);
    if (!MAY_JOIN(parents, source, target))
        return;
#ifdef FOREST
    const OFFSET entry = first + (OFFSET)place;
#endif
#ifdef GIVES_UP
    if (may_give_up)
        UNITE_OR_GIVE_UP(parents, SOURCE(parents, source), target, counters);
    else
#endif
        UNITE(parents, SOURCE(parents, source), target);
}
