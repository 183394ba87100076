// Find out whether the edges of an array are in the order of their keys. Self loops are no edges.
//
// Invariant: bounds[item] holds the keys of the first and the last edge of a work-item's block.
// Where a key of the block is smaller than the one before it, it is (1, 0), and without an edge
// (NO_KEY, NO_KEY). So the edges are in order if the bounds of all blocks with edges are. A
// work-item stops at the first key that is not in order.
#include "device/grid_stride.h"

#define NO_KEY ULONG_MAX

__kernel void find_key_bounds(
    const long count,
    const long block,
    __global const int *restrict sources,
    __global const int *restrict targets,
    __global const uint *restrict keys,
    __global ulong2 *restrict bounds)
{
    if (!HAS_BLOCK(block, count))
        return;
    const long end = BLOCK_END(block, count);
    ulong first = NO_KEY, last = 0;
    for (long i = BLOCK_BEGIN(block, count); i < end; i++) {
        const uint key = keys[i];
        if (sources[i] == targets[i])
            continue;
        if (key < last) {
            first = 1;
            last = 0;
            break;
        }
        first = min(first, (ulong)key);
        last = key;
    }
    bounds[get_global_id(0)] = (ulong2)(first, first == NO_KEY ? NO_KEY : last);
}
