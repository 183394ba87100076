// List the edges that have not the key of nearly all, as words of a key and an index, in any order:
// the host sorts them.
//
// Invariant: each such edge takes a place of its own, by an atomic function, which few edges need.
// A work-item that finds no place has counted it all the same, so that the length tells whether
// there was one for each, and goes no further.
#include "device/grid_stride.h"

__kernel void list_rare(
    const long count,
    __global const uint *restrict keys,
    const uint key,
    const uint most,
    __global ulong *restrict found,
    volatile __global uint *length)
{
    const long item = get_global_id(0), items = get_global_size(0);
    const long last = SHARE_END(item, items, count);
    for (long i = SHARE_BEGIN(item, items, count); i < last; i += SHARE_STEP(items)) {
        if (keys[i] == key)
            continue;
        const uint place = atomic_inc(length);
        if (place >= most)
            break;
        found[place] = (ulong)keys[i] << 32 | (uint)i;
    }
}
