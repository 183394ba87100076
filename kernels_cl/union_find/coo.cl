// Edges in coordinate form, an array of sources and one of targets, after Hong, Dhulipala and Shun,
// GConn, PACT 2020, sections 2 and 3.2: one work-item per edge. Neighboring work-items read
// neighboring edges, whatever the lengths of the rows. On a processor a work-item takes blocks.
//
// coo: take the edges as they are, or in blocks (edge_blocks.h).
// coo-relabel: take the edges in pieces of about n/2, and replace each end by its parent before a
// piece is looked at, so that most edges of later pieces show at once that they join nothing new.
//
// Invariant: a parent is in the component of its vertex, so a relabeled edge joins the same two
// trees as the edge itself. The races are those of parents.h and unite.h, which say why they are
// benign.
#include "device/parents.h"
#include "device/counters.h"
#include "primitives/permutation.h"

#ifdef FIND
#include "device/grid_stride.h"
#include "union_find/edge_blocks.h"

// On a processor a work-item looks at all edges of a block before it unites the first of them, so
// that the loads do not wait for each other.
__kernel void unite_edges(
    const OFFSET count,
    __global const int *restrict sources,
    __global const int *restrict targets,
    __global int *parents,
    __global int *counters
    FOREST_PARAMETER)
{
#ifdef FOREST
    const OFFSET first = count * min(counters[EVEN_PIECE], counters[ODD_PIECE]);
#else
    const OFFSET first = 0;
#endif
#ifdef SHARE_BLOCKS
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const OFFSET blocks = BLOCKS_OF(count);
    const long end = SHARE_END(item, items, blocks);
    for (long block = SHARE_BEGIN(item, items, blocks); block < end; block++) {
        const long begin = (long)PLACE_OF((OFFSET)block, blocks) * EDGES_OF_BLOCK;
        const int length = (int)min((long)EDGES_OF_BLOCK, count - begin);
        int may_join[EDGES_OF_BLOCK];
        for (int j = 0; j < length; j++)
            may_join[j] = MAY_JOIN(parents, sources[begin + j], targets[begin + j]);
        for (int j = 0; j < length; j++) {
            if (!may_join[j])
                continue;
            const int source = sources[begin + j];
#ifdef FOREST
            const OFFSET entry = first + (OFFSET)(begin + j);
#endif
            UNITE(parents, SOURCE(parents, source), targets[begin + j]);
        }
    }
#else
    const long place = edge_of_turn(get_global_id(0), count);
    if (place < count)
        unite_edge_of_list(
            place, first, true, sources, targets, parents, counters FOREST_ARGUMENT);
#endif
}
#endif

// Relabel the next piece and write it to an array of its own; after the last edge, write edges that
// join nothing. Even pieces read their number from the counter that odd pieces write, and the other
// way round, so that no work-item reads what another one of the launch writes.
__kernel void relabel_piece(
    const OFFSET count,
    const OFFSET piece_size,
    const int next,
    __global const int *restrict sources,
    __global const int *restrict targets,
    __global int *parents,
    __global int *restrict piece_sources,
    __global int *restrict piece_targets,
    __global int *restrict counters)
{
    const OFFSET i = get_global_id(0);
    const int piece = counters[next];
    if (i == 0)
        counters[EVEN_PIECE + ODD_PIECE - next] = piece + 1;
    if (i >= piece_size)
        return;
    const long place = (long)piece * piece_size + i;
    int source = 0, target = 0;
    if (place < count) {
        const OFFSET edge = PLACE_OF((OFFSET)place, count);
        source = LOAD_PARENT(parents, sources[edge]);
        target = LOAD_PARENT(parents, targets[edge]);
    }
    piece_sources[i] = source;
    piece_targets[i] = target;
}
