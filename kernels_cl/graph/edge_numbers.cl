// Number the edges of symmetric rows at both of their ends, and check that the two ends agree.
//
// The number of an edge is given by its entry in the row of its smaller end, in the order of the
// rows. The entry in the other row finds that entry by bisection. On the way the rows are checked:
// they must ascend strictly, which also rules out parallel edges, and hold no self loop.
//
// Invariant: suppose no fault is found and half of the entries are those of smaller ends. Then each
// of the other entries has found one of these, and no two the same, since rows have no entry twice.
// So the rows are exactly symmetric, and each number is at two entries.
//
// Each work-item takes a block of entries, as in edge_arrays.cl, and writes only the numbers of its
// own entries.
#include "graph/row_search.h"
#include "device/grid_stride.h"

// The type of a key, uint or ulong, and of an index into keys.
#ifndef KEY
#define KEY uint
#endif
#ifndef INDEX
#define INDEX int
#endif

#define FAULTY_ROW 1   // a row falls, or has an entry twice, or a self loop
#define NO_MIRROR 2    // an edge is not stored at its other end
#define UNEQUAL_KEYS 4 // the two ends of an edge weigh differently

__kernel void number_smaller_ends(
    const int n,
    const OFFSET entries,
    const OFFSET block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict begins,
    __global int *restrict indices,
    volatile __global int *faults)
{
    const OFFSET begin = (OFFSET)BLOCK_BEGIN(block, entries);
    const OFFSET end = (OFFSET)BLOCK_END(block, entries);
    if (begin >= end)
        return;
    int v = row_between(offsets, 0, n, begin);
    OFFSET index = begins[get_global_id(0)];
    // Within the row of the first entry, the previous entry must be smaller too.
    int before = begin > offsets[v] ? neighbors[begin - 1] : -1;
    int fault = 0;
    for (OFFSET entry = begin; entry < end; entry++) {
        while (offsets[v + 1] <= entry) {
            v++;
            before = -1;
        }
        const int neighbor = neighbors[entry];
        fault |= neighbor <= before || neighbor == v;
        before = neighbor;
        if (neighbor >= v)
            indices[entry] = (int)index++;
    }
    if (fault)
        atomic_or(faults, FAULTY_ROW);
}

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

// There is no race: this kernel reads the numbers of smaller ends and writes only the others.
__kernel void number_larger_ends(
    const int n,
    const OFFSET entries,
    const OFFSET block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *indices,
    volatile __global int *faults)
{
    const OFFSET begin = (OFFSET)BLOCK_BEGIN(block, entries);
    const OFFSET end = (OFFSET)BLOCK_END(block, entries);
    if (begin >= end)
        return;
    int v = row_between(offsets, 0, n, begin);
    int fault = 0;
    for (OFFSET entry = begin; entry < end; entry++) {
        while (offsets[v + 1] <= entry)
            v++;
        const int neighbor = neighbors[entry];
        if (neighbor >= v)
            continue;
        const OFFSET mirror =
            place_in_row(neighbors, offsets[neighbor], offsets[neighbor + 1], v);
        if (mirror < 0)
            fault = 1;
        else
            indices[entry] = indices[mirror];
    }
    if (fault)
        atomic_or(faults, NO_MIRROR);
}

__kernel void compare_keys(
    const OFFSET entries,
    __global const KEY *restrict keys,
    __global const int *restrict indices,
    __global const KEY *restrict edge_keys,
    volatile __global int *faults)
{
    const long entry = get_global_id(0);
    if (entry < entries && keys[entry] != edge_keys[indices[entry]])
        atomic_or(faults, UNEQUAL_KEYS);
}

// Gather the keys of edges from those of entries, or the other way round.
__kernel void gather_keys(
    const OFFSET count,
    __global const KEY *restrict keys,
    __global const INDEX *restrict indices,
    __global KEY *restrict gathered)
{
    const long i = get_global_id(0);
    if (i < count)
        gathered[i] = keys[indices[i]];
}
