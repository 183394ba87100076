// Check whether an adjacency is valid, whether its rows are sorted, and whether each edge is stored
// at both ends.
//
// Symmetry is decided as Freivalds (1977) checks a product of matrices: for the adjacency A and
// random vectors a and b, here two keyed hashes of a vertex's id,
//     sum over the entries (v, u) of  a(v) b(u) - b(v) a(u)  =  a'(A - A')b    modulo 2**64.
// A symmetric adjacency gives zero. Any other gives zero with a probability of at most 1.5 *
// 2**-64, doubled for each factor of 2 that all entries of A - A' have in common: modulo 2, A - A'
// is alternating and so has rank 2 or more, hence 2**i divides (A - A')b with a probability of at
// most 4**-i, and the product with a is zero then with a probability of 2**(i - 64). Each process
// draws a new key. A row needs only the sums of a(u) and b(u) over its entries, and no branch.
// Transposing the adjacency would be exact and cost twenty times as much.
//
// Invariant: nothing outside the buffers is read, whatever they hold, since a row is looked at only
// if its offsets are in order. LANES work-items share a row. Each work-item writes its own sum, so
// only the atomic update of `faults` is shared.
#include "device/grid_stride.h"

#define FALLING 1       // an offset is below the previous one, or beyond the entries
#define OUT_OF_RANGE 2  // a neighbor is not a vertex
#define UNSORTED 4      // a neighbor is smaller than the previous one

inline ulong first_hash(const int v, const ulong key)
{
    ulong hash = ((ulong)(uint)v + key) * 0x9e3779b97f4a7c15ul;
    hash = (hash ^ (hash >> 32)) * (key | 1);
    return hash ^ (hash >> 29);
}

inline ulong second_hash(const ulong first)
{
    return (first ^ (first >> 32)) * 0xd6e8feb86659fd93ul;
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
        ulong firsts = 0, seconds = 0;
        for (OFFSET entry = begin + lane; entry < end; entry += LANES) {
            const int u = neighbors[entry];
            out_of_range |= (uint)u >= (uint)n;
            unsorted |= u < neighbors[max(begin, entry - 1)];
            const ulong first = first_hash(u, key);
            firsts += first;
            seconds += second_hash(first);
        }
        const ulong own = first_hash(v, key);
        sum += own * seconds - second_hash(own) * firsts;
    }
    sums[item] = sum;
    const int fault =
        (falling ? FALLING : 0) | (out_of_range ? OUT_OF_RANGE : 0) | (unsorted ? UNSORTED : 0);
    if (fault)
        atomic_or(faults, fault);
}
