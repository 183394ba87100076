// Is an adjacency valid, are its rows sorted, and does each edge stand at both ends?
//
// Symmetry is decided as Freivalds (1977) checks a product of matrices. With a random number
// h(v) for each vertex, here a keyed hash of its id, entry (v, u) adds
//     h(v) h(u)^2 - h(v)^2 h(u)    modulo 2**64,
// which changes its sign when u and v change places: a symmetric adjacency sums to zero, and
// any other is a non-zero polynomial in the h, which random values make zero with a chance of
// about 2**-60. The keys are new in each process. A row needs only the sums of h(u) and
// h(u)^2 over its entries, and no branch. Transposing the adjacency would be exact and cost
// twenty times as much.
//
// Nothing is read outside the buffers, whatever they hold: a row is looked at only if its
// offsets are in order. LANES work-items share a row; each work-item leaves its own sum.
#include "share.h"

#define FALLING 1       // an offset is below the one before, or beyond the entries
#define OUT_OF_RANGE 2  // a neighbor is not a vertex
#define UNSORTED 4      // a neighbor is smaller than the one before it

inline ulong vertex_hash(const int v, const ulong key)
{
    ulong hash = ((ulong)(uint)v + key) * 0x9e3779b97f4a7c15ul;
    hash = (hash ^ (hash >> 32)) * (key | 1);
    return hash ^ (hash >> 29);
}

__kernel void fingerprint(
    const int n,
    const OFFSET entries,
    const ulong key,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global ulong *restrict sums,
    volatile __global int *faults)
{
    const int item = get_global_id(0);
    const int items = get_global_size(0) / LANES;
    const int lane = item % LANES;
    const long last = SHARE_END(item / LANES, items, n);
    ulong sum = 0;
    int falling = 0, out_of_range = 0, unsorted = 0;
    for (long v = SHARE_BEGIN(item / LANES, items, n); v < last; v += SHARE_STEP(items)) {
        const OFFSET begin = offsets[v];
        const OFFSET end = offsets[v + 1];
        if (begin < 0 || begin > end || end > entries) {
            falling = 1;
            continue;
        }
        ulong first_powers = 0, second_powers = 0;
        for (OFFSET entry = begin + lane; entry < end; entry += LANES) {
            const int u = neighbors[entry];
            out_of_range |= (uint)u >= (uint)n;
            unsorted |= u < neighbors[max(begin, entry - 1)];
            const ulong hash = vertex_hash(u, key);
            first_powers += hash;
            second_powers += hash * hash;
        }
        const ulong own = vertex_hash(v, key);
        sum += own * second_powers - own * own * first_powers;
    }
    sums[item] = sum;
    const int fault =
        (falling ? FALLING : 0) | (out_of_range ? OUT_OF_RANGE : 0) | (unsorted ? UNSORTED : 0);
    if (fault)
        atomic_or(faults, fault);
}
