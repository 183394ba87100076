// Find out whether the edges of an array are in the order of their keys, or with FALLING in the
// opposite one. Self loops are no edges.
//
// Invariant: bounds[item] holds the keys of the first and the last edge of a work-item's block.
// Where a key of the block is smaller than the one before it, it is (1, 0), and without an edge
// (NO_KEY, NO_KEY). So the edges are in order if the bounds of all blocks with edges are. A
// work-item stops at the first key that is not in order.
//
// Most edges are no self loops, so if the keys of a run of edges ascend with those of the loops,
// which a processor sees for several edges at once, only the ends of the run are looked at. A run
// has RUN edges.
//
// find_key_bounds_below asks it of the entries of rows below the diagonal, which are in the order
// of their larger ends: whether the keys of a row ascend, and are all larger than those of the rows
// before it, or with FALLING all smaller. Rows must ascend, too, so that edges of one larger end
// are in the order of their entries above the diagonal. bounds[item] holds the least key of the
// first row of a block of rows and the largest one of the last row, with FALLING upside down.
#include "device/grid_stride.h"

#define NO_KEY ULONG_MAX
#ifdef FALLING
#define KEY_AT(i) (~keys[i])
#else
#define KEY_AT(i) keys[i]
#endif

// Whether no key of begin..end-1 is smaller than the one before it.
inline bool run_ascends(__global const uint *restrict keys, const long begin, const long end)
{
    int descents = 0;
    for (long i = begin + 1; i < end; i++)
        descents |= KEY_AT(i) < KEY_AT(i - 1);
    return !descents;
}

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
    bool ascends = true;
    for (long begin = BLOCK_BEGIN(block, count); ascends && begin < end; begin += RUN) {
        const long run_end = min(begin + RUN, end);
        if (run_ascends(keys, begin, run_end)) {
            long head = begin, tail = run_end - 1;
            while (head < run_end && sources[head] == targets[head])
                head++;
            if (head == run_end)
                continue;
            while (sources[tail] == targets[tail])
                tail--;
            ascends = KEY_AT(head) >= last;
            first = min(first, (ulong)KEY_AT(head));
            last = KEY_AT(tail);
            continue;
        }
        for (long i = begin; ascends && i < run_end; i++) {
            if (sources[i] == targets[i])
                continue;
            ascends = KEY_AT(i) >= last;
            first = min(first, (ulong)KEY_AT(i));
            last = KEY_AT(i);
        }
    }
    const ulong2 found = (ulong2)(first, first == NO_KEY ? NO_KEY : last);
    bounds[get_global_id(0)] = ascends ? found : (ulong2)(1, 0);
}

#ifdef BELOW
__kernel void find_key_bounds_below(
    const long n,
    const long block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global ulong2 *restrict bounds)
{
    if (!HAS_BLOCK(block, n))
        return;
    const int end = BLOCK_END(block, n);
    ulong first = NO_KEY, last = 0;
    bool ascends = true;
    for (int v = BLOCK_BEGIN(block, n); ascends && v < end; v++) {
        const OFFSET row = offsets[v], row_end = offsets[v + 1];
        OFFSET diagonal = row;
        for (OFFSET entry = row; entry < row_end; entry++) {
            ascends &= entry == row || neighbors[entry] > neighbors[entry - 1];
            diagonal += neighbors[entry] < v;
        }
        for (OFFSET entry = row + 1; entry < diagonal; entry++)
            ascends &= keys[entry] >= keys[entry - 1];
        if (!ascends || diagonal == row)
            continue;
#ifdef FALLING
        const ulong least = KEY_AT(diagonal - 1), most = KEY_AT(row);
#else
        const ulong least = KEY_AT(row), most = KEY_AT(diagonal - 1);
#endif
        ascends = first == NO_KEY || least > last;
        first = min(first, least);
        last = most;
    }
    const ulong2 found = (ulong2)(first, first == NO_KEY ? NO_KEY : last);
    bounds[get_global_id(0)] = ascends ? found : (ulong2)(1, 0);
}
#endif
