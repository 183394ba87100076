// First parents by blocks of neighboring ids (block_trees.h), a work-group each, and a list of the
// rows that have edges left: finish_blocks (finish_rows.cl) looks at no others.
//
// Invariant: from the first place of a block on, `rows` holds counts[block] of its vertices, in any
// order: those whose row is long or leads out of the block. No two blocks write to one place, so
// nothing races but what block_trees.h argues.
#include "device/counters.h"
#include "union_find/block_trees.h"

// The compiler must leave room for a group of this size.
#define ONE_GROUP __attribute__((reqd_work_group_size(GROUP, 1, 1)))

__kernel ONE_GROUP void unite_blocks(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents,
    __global int *restrict rows,
    __global int *restrict counts,
    __global int *restrict counters
    FOREST_PARAMETER)
{
    __local int trees[BLOCK_SIZE];
    __local int count;
    CLEAR_COUNTERS(counters)
    const int block = get_group_id(0);
    // Barriers within order what the group does with it.
    if (get_local_id(0) == 0)
        count = 0;
    uint leaving = join_block(n, block, offsets, neighbors, parents, trees FOREST_ARGUMENT);
    const int first = block << BLOCK_BITS;
    for (int v = first + (int)get_local_id(0); leaving; v += GROUP, leaving >>= 1)
        if (leaving & 1)
            rows[first + atomic_inc(&count)] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        counts[block] = count;
}
