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
// A processor goes through the rows. On a GPU the work-items of a group take the entries of a piece
// in turn, whatever the lengths of the rows, and look up the row of each: with a team of work-items
// for each row, rows of two entries took a road network 7 ms.
//
// Invariant: nothing outside the buffers is read, whatever they hold: a processor looks at a row
// only if its offsets are in order, and the look-up of a row ends at a vertex even if they are not.
// Each work-item, or group, writes its own sum, so only the atomic update of `faults` is shared.
#include "device/grid_stride.h"
#include "graph/row_search.h"

#define FALLING 1       // an offset is below the previous one, or beyond the entries
#define OUT_OF_RANGE 2  // a neighbor is not a vertex
#define UNSORTED 4      // a neighbor is smaller than the previous one
#define LONG_ROW 8      // no fault: a row has more than LOW_DEGREE entries

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

// The bits for the faults of a neighbor, after the previous one of its row.
inline int faults_of(const int n, const int u, const int before)
{
    return ((uint)u >= (uint)n ? OUT_OF_RANGE : 0) | (u < before ? UNSORTED : 0);
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
#ifdef SHARE_BLOCKS
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const long last = SHARE_END(item, items, n);
    ulong sum = 0;
    int fault = 0;
    for (long v = SHARE_BEGIN(item, items, n); v < last; v++) {
        const OFFSET begin = offsets[v];
        const OFFSET end = offsets[v + 1];
        if (begin < 0 || begin > end || end > entries) {
            fault |= FALLING;
            continue;
        }
        fault |= end - begin > LOW_DEGREE ? LONG_ROW : 0;
        ulong firsts = 0, seconds = 0;
        for (OFFSET entry = begin; entry < end; entry++) {
            const int u = neighbors[entry];
            fault |= faults_of(n, u, neighbors[max(begin, entry - 1)]);
            const ulong first = first_hash(u, key);
            firsts += first;
            seconds += second_hash(first);
        }
        const ulong own = first_hash(v, key);
        sum += own * seconds - second_hash(own) * firsts;
    }
    sums[item] = sum;
#else
    __local ulong group_sums[LOCAL_SIZE];
    const int item = get_local_id(0);
    int fault = 0;
    for (long v = get_global_id(0); v < n; v += get_global_size(0))
        if (offsets[v] < 0 || offsets[v] > offsets[v + 1] || offsets[v + 1] > entries)
            fault |= FALLING;
        else if (offsets[v + 1] - offsets[v] > LOW_DEGREE)
            fault |= LONG_ROW;
    ulong sum = 0;
    for (long begin = (long)get_group_id(0) * PIECE; begin < entries;
         begin += (long)get_num_groups(0) * PIECE) {
        const long end = min(begin + PIECE, (long)entries);
        const int first_row = row_between(offsets, 0, n, begin);
        const int last_row = row_between(offsets, first_row, n, end - 1);
        for (long entry = begin + item; entry < end; entry += LOCAL_SIZE) {
            const int v = row_between(offsets, first_row, last_row + 1, entry);
            const int u = neighbors[entry];
            const long row_begin = max(offsets[v], (OFFSET)0);
            fault |= faults_of(n, u, neighbors[max(row_begin, entry - 1)]);
            const ulong own = first_hash(v, key);
            const ulong other = first_hash(u, key);
            sum += own * second_hash(other) - second_hash(own) * other;
        }
    }
    group_sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        // As in prefix_sum.cl.
#pragma unroll 1
        for (int i = 1; i < LOCAL_SIZE; i++)
            sum += group_sums[i];
        sums[get_group_id(0)] = sum;
    }
#endif
    if (fault)
        atomic_or(faults, fault);
}
