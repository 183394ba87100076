// Guess from a sample which edges are light, in Filter-Boruvka (filter_boruvka.cl), as ECL-MST does
// (Fallin, Gonzalez, Seo and Burtscher, SC 2023, section 3.3).
//
// Any threshold leads to the same forest: it says how much is done in which phase.
#include "device/counters.h"
#include "device/hash.h"

// Hubs have many of the edges if they have one end in so many.
#define HUBBY 4
// All edges with the threshold's key are light, unless that makes so many times as many; hubs make
// no difference to that. R-MAT of 2**20 vertices and five weights took 0.69 ms by the half of the
// edges that hubs leave (H200), since by their indices the light ones are those of a few rows.
#define MOST_EQUAL 4

#define GUESS_PARAMETERS                                                                           \
    const int n, const OFFSET entries, const int seed, const int rank_of_all,                      \
    const int hub_row, __global const OFFSET *restrict offsets,                                    \
    __global const int *restrict neighbors, __global const uint *restrict keys,                    \
    __global const uint *restrict indices, __global int *restrict counters
#define GUESS_ARGUMENTS                                                                            \
    n, entries, seed, rank_of_all, hub_row, offsets, neighbors, keys, indices, counters

// The key of a lower rank is too much a matter of chance: where each vertex has hundreds of edges,
// one in a hundred of all are many more than vertices, and few for a GPU to look at. On a processor
// a complete graph of 3,000 vertices took 44.5 ms with it and 35 without, though one of 1,500 took
// 12 and 15.
#ifdef SHARE_BLOCKS
#define LEAST_RANK 0
#else
#define LEAST_RANK 2
#endif

typedef struct {
#ifdef FILTER
    ulong sample[SAMPLES];
#endif
    uint connected, hubs, pairs, closed_pairs;
} guess_t;

inline ulong drawn_number(const int seed, const int i, const ulong numbers)
{
    return mul_hi(mixed_bits(((ulong)seed << 32 | i) + 1), numbers);
}

#ifdef ROWS
// Whether a row has an entry: by bisection, or else among its first ones.
#define MOST_LOOKED 64
inline int has_entry(
    OFFSET begin, const OFFSET end, const int neighbor, __global const int *restrict neighbors)
{
    int found = 0;
#ifdef SORTED
    OFFSET last = end;
    while (last - begin > 1) {
        const OFFSET middle = begin + (last - begin) / 2;
        if (neighbors[middle] <= neighbor)
            begin = middle;
        else
            last = middle;
    }
    found = begin < end && neighbors[begin] == neighbor;
#else
    for (int i = 0; i < MOST_LOOKED && begin + i < end; i++)
        found |= neighbors[begin + i] == neighbor;
#endif
    return found;
}

// Whether one of two rows has the other's vertex as an entry; if all edges are in both rows, the
// shorter one tells.
inline int are_neighbors(
    const int one,
    const int other,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors)
{
    const OFFSET begin = offsets[one], other_begin = offsets[other];
    const OFFSET end = offsets[one + 1], other_end = offsets[other + 1];
#ifdef SYMMETRIC
    if (other_end - other_begin < end - begin)
        return has_entry(other_begin, other_end, one, neighbors);
    return has_entry(begin, end, other, neighbors);
#else
    return has_entry(begin, end, other, neighbors) ||
           has_entry(other_begin, other_end, one, neighbors);
#endif
}
#endif

// Clear the counters; the first work-group does. If there is a filter, it guesses the threshold:
// the key of the edge at a rank of a sample, and its index where by keys alone many more edges
// would be light, as where most weights are equal.
//
// The rank is that of the c n-th lightest edge, where n is the number of vertices with neighbors,
// guessed from a sample of vertices. If hubs have many of the edges, as many sampled ends of edges
// are hubs. Then half as many light edges join most vertices, since the others would go from hub to
// hub. Up to twice as many come first where neighbors of one vertex are neighbors themselves, as in
// cliques and meshes: there so few light edges leave no large tree, outside of which the second
// phase would find little to do. The share of the closed pairs among sampled pairs of neighbors, 0
// in random graphs and grids, says how many more.
inline void guess(GUESS_PARAMETERS, __local guess_t *own)
{
    CLEAR_COUNTERS(counters)
#ifdef FILTER
    if (get_local_id(0) == 0)
        own->connected = own->hubs = own->pairs = own->closed_pairs = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_local_id(0); i < SAMPLES; i += get_local_size(0)) {
        const OFFSET entry = drawn_number(seed, i, entries);
#ifdef NUMBERED
        const uint index = indices[entry];
#else
        const uint index = entry;
#endif
        own->sample[i] = (ulong)keys[entry] << 32 | index;
#ifdef ROWS
        const int v = drawn_number(seed, SAMPLES + i, n);
        const OFFSET begin = offsets[v];
        const OFFSET degree = offsets[v + 1] - begin;
        if (degree > 1) {
            const OFFSET first = drawn_number(seed, 2 * SAMPLES + i, degree);
            const OFFSET further = 1 + drawn_number(seed, 3 * SAMPLES + i, degree - 1);
            const int one = neighbors[begin + first];
            const OFFSET rest = degree - first;
            const OFFSET second = further < rest ? first + further : further - rest;
            const int other = neighbors[begin + second];
            if (one != other && one != v && other != v) {
                atomic_inc((volatile __local uint *)&own->pairs);
                if (are_neighbors(one, other, offsets, neighbors))
                    atomic_inc((volatile __local uint *)&own->closed_pairs);
            }
        }
#ifdef NUMBERED
        const int end = neighbors[entry];
        if (offsets[v + 1] > offsets[v])
            atomic_inc((volatile __local uint *)&own->connected);
        if (offsets[end + 1] - offsets[end] > hub_row)
            atomic_inc((volatile __local uint *)&own->hubs);
#endif
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    // The rank if no vertex was isolated, in units of 1 / RANK_UNIT.
    float wanted = (float)rank_of_all / RANK_UNIT;
#ifdef NUMBERED
    wanted *= (float)max(own->connected, 1u) / SAMPLES;
#endif
#ifdef ROWS
    wanted *= 1 + (float)own->closed_pairs / max(own->pairs, 1u);
#endif
    const int most_equal = MOST_EQUAL * (min((int)wanted, SAMPLES - 1) + 1);
#ifdef NUMBERED
    if (own->hubs * HUBBY > SAMPLES)
        wanted /= 2;
#endif
    const int rank = clamp((int)wanted, LEAST_RANK, SAMPLES - 1);
    for (int i = get_local_id(0); i < SAMPLES; i += get_local_size(0)) {
        int below = 0, with_equal_keys = 0;
        for (int j = 0; j < SAMPLES; j++) {
            below += own->sample[j] < own->sample[i] || (own->sample[j] == own->sample[i] && j < i);
            with_equal_keys += own->sample[j] >> 32 <= own->sample[i] >> 32;
        }
        if (below == rank) {
            counters[THRESHOLD] = (int)(uint)(own->sample[i] >> 32);
            counters[THRESHOLD_INDEX] =
                with_equal_keys > most_equal ? (int)(uint)own->sample[i] : ALL_INDICES;
        }
    }
#endif
}

// The call, with the local memory of a kernel that has a filter: without one nothing would use it,
// and PoCL 5 aborts.
#ifdef FILTER
#define GUESS(own) guess(GUESS_ARGUMENTS, &own)
#else
#define GUESS(own) guess(GUESS_ARGUMENTS, 0)
#endif
