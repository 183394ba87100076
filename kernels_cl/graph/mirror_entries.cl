// Entry (v, u) of the rows is the mirror image of entry (u, v). For a minimum spanning forest both
// are the same edge, which is worth the lighter of the two, and its index is the lighter entry, or
// the first of them on a tie.
//
// find_mirrors is for clean rows: they ascend strictly, which also rules out parallel edges, hold
// no self loop, and the two entries of each edge have equal keys. Then the index of both entries is
// the place of the one above the diagonal, the first of them. Of two entries that are mirror images
// of each other, the one in the longer row searches the shorter row for the other: on R-MAT nearly
// all entries are in long rows, and most are also in a short one. compare_keys comes afterwards, so
// that the search can go on while the weights are still on their way.
//
// Invariant: suppose no fault is found and half of the entries have searched. Of two mirror images
// only one searches, and no two find the same entry, since rows have no entry twice. So each entry
// has searched or was found, and the rows are exactly symmetric.
//
// list_sources is for all rows, as arrays of edges: it writes the source of each entry, and drops
// entries by writing their target in its place, so that they become self loops. It drops an entry
// below the diagonal if it finds an entry of the same edge above it that is no heavier, by
// bisection in the row of its smaller end. That one comes first in the order of (key, index), so
// the forest stays the same. If rows do not ascend, bisection may miss it, and then both entries
// stay: parallel edges, of which the forest takes the lighter one. It also counts those that it
// drops for an equal one.
//
// list_sources_above is the same where each entry below the diagonal has an equal one above it, and
// as many of the same ends and key are on either side: it drops all those below, without a search,
// and tells whether that was right. Each edge has a number that is as good as random, by a seed of
// this run, and the numbers of one side and of the other have the same sum modulo 2**64. Of two
// sides that differ in an entry the sums are equal by chance once in 2**64 runs.
//
// Each work-item writes only the sources of its own entries; the index of an entry is written by
// the entry that searches, for both. The counts and the faults are shared, by atomic functions: a
// work-item that reads older faults only looks at more entries than it needs to.
#include "device/hash.h"
#include "graph/entry_loop.h"

#define FAULTY_ROW 1    // a row falls, or has an entry twice, or a self loop
#define NO_EQUAL_MIRROR 2 // an edge is not stored at its other end, or weighs differently there

// The place of a vertex among the entries begin..end-1 of an ascending row, or -1.
inline OFFSET place_in_row(
    __global const int *restrict neighbors, OFFSET begin, OFFSET end, const int vertex)
{
    while (begin < end) {
        const OFFSET middle = begin + (end - begin) / 2;
        const int seen = neighbors[middle];
        if (seen == vertex)
            return middle;
        if (seen < vertex)
            begin = middle + 1;
        else
            end = middle;
    }
    return -1;
}

// Add up the numbers of a group's work-items, all of which call it.
inline void add_to_total(
    const uint number, __local uint *group_total, volatile __global uint *total)
{
    if (get_local_id(0) == 0)
        *group_total = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (number)
        atomic_add(group_total, number);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && *group_total)
        atomic_add(total, *group_total);
}

// Returns whether the entry searches.
inline uint find_mirror(
    const int v,
    const OFFSET entry,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global uint *restrict indices,
    int *fault)
{
    const OFFSET begin = offsets[v];
    const int neighbor = neighbors[entry];
    if ((entry > begin && neighbor <= neighbors[entry - 1]) || neighbor == v) {
        *fault |= FAULTY_ROW;
        return 0;
    }
    const OFFSET other_begin = offsets[neighbor], other_end = offsets[neighbor + 1];
    const OFFSET degree = offsets[v + 1] - begin, other_degree = other_end - other_begin;
    if (degree < other_degree || (degree == other_degree && v < neighbor))
        return 0;
    const OFFSET mirror = place_in_row(neighbors, other_begin, other_end, v);
    if (mirror < 0) {
        *fault |= NO_EQUAL_MIRROR;
        return 0;
    }
    indices[entry] = indices[mirror] = (uint)min(entry, mirror);
    return 1;
}

__kernel void find_mirrors(
    const int n,
    const OFFSET entries,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global uint *restrict indices,
    volatile __global int *faults,
    volatile __global uint *searches)
{
    __local uint group_count;
    int fault = atomic_or(faults, 0);
    uint count = 0;
    FOR_EACH_ENTRY(
        n, entries, offsets, v, entry,
        count += fault ? 0 : find_mirror(v, entry, offsets, neighbors, indices, &fault));
    if (fault)
        atomic_or(faults, fault);
    add_to_total(count, &group_count, searches);
}

#ifdef KEY
// The two entries of an edge weigh the same.
__kernel void compare_keys(
    const long entries,
    __global const KEY *restrict keys,
    __global const uint *restrict indices,
    volatile __global int *faults)
{
    const long item = get_global_id(0), items = get_global_size(0);
    const long last = SHARE_END(item, items, entries);
    int fault = 0;
    for (long i = SHARE_BEGIN(item, items, entries); i < last; i += SHARE_STEP(items))
        if (keys[indices[i]] != keys[i])
            fault = NO_EQUAL_MIRROR;
    if (fault)
        atomic_or(faults, fault);
}

// Returns whether the entry is kept, and counts it if it is dropped for an equal one.
inline uint list_source(
    const int v,
    const OFFSET entry,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const KEY *restrict keys,
    const int look_for_mirrors,
    __global int *restrict sources,
    uint *equal)
{
    const int neighbor = neighbors[entry];
    int source = v;
    if (look_for_mirrors && neighbor < v) {
        const OFFSET mirror =
            place_in_row(neighbors, offsets[neighbor], offsets[neighbor + 1], v);
        if (mirror >= 0 && keys[mirror] <= keys[entry]) {
            source = neighbor;
            *equal += keys[mirror] == keys[entry];
        }
    }
    sources[entry] = source;
    return source != neighbor;
}

__kernel void list_sources(
    const int n,
    const OFFSET entries,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const KEY *restrict keys,
    const int look_for_mirrors,
    __global int *restrict sources,
    volatile __global uint *totals)
{
    __local uint group_count;
    uint kept = 0, equal = 0;
    FOR_EACH_ENTRY(
        n, entries, offsets, v, entry,
        kept += list_source(
            v, entry, offsets, neighbors, keys, look_for_mirrors, sources, &equal));
    add_to_total(kept, &group_count, totals);
    barrier(CLK_LOCAL_MEM_FENCE);
    add_to_total(equal, &group_count, totals + 1);
}

// Returns whether the entry is kept.
inline uint list_above(
    const int v,
    const OFFSET entry,
    __global const int *restrict neighbors,
    __global const KEY *restrict keys,
    const ulong seed,
    __global int *restrict sources,
    ulong *difference)
{
    const int neighbor = neighbors[entry];
    const int smaller = min(v, neighbor), larger = max(v, neighbor);
    sources[entry] = smaller;
    if (smaller == larger)
        return 0;
    const ulong ends = (ulong)smaller << 32 | (uint)larger;
    // The ends are mixed before the key is added, or else for one seed in a hundred the numbers of
    // two edges that share an end are equal for keys with a difference that does not depend on it.
    const ulong number = mixed_bits(mixed_bits(ends ^ seed) + keys[entry]);
    *difference += v == smaller ? number : -number;
    return v == smaller;
}

// For a processor, on which a search took 25 to 100 ms where this takes 8 to 20.
__kernel void list_sources_above(
    const int n,
    const OFFSET entries,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const KEY *restrict keys,
    const ulong seed,
    __global int *restrict sources,
    __global ulong *restrict differences,
    volatile __global uint *kept)
{
    __local uint group_count;
    uint count = 0;
    ulong difference = 0;
    FOR_EACH_ENTRY(
        n, entries, offsets, v, entry,
        count += list_above(v, entry, neighbors, keys, seed, sources, &difference));
    differences[get_global_id(0)] = difference;
    add_to_total(count, &group_count, kept);
}
#endif
