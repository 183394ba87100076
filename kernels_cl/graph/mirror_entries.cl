// Entry (v, u) of the rows is the mirror image of entry (u, v). For a minimum spanning forest both
// are the same edge, which is worth the lighter of the two, and its index is the lighter entry, or
// the first of them on a tie. So this file looks for the mirror image of each entry below the
// diagonal, by bisection in the row of its smaller end.
//
// find_mirrors is for clean rows: they ascend strictly, which also rules out parallel edges, hold
// no self loop, and the two entries of each edge have equal keys. Then the index of both entries is
// the place of the one above the diagonal, the first of them.
//
// Invariant: suppose no fault is found and half of the entries are above the diagonal. Then each
// of the others has found one of these, and no two the same, since rows have no entry twice. So the
// rows are exactly symmetric.
//
// list_sources is for all rows, as arrays of edges: it writes the source of each entry, and drops
// entries by writing their target in its place, so that they become self loops. It drops an entry
// below the diagonal if it finds an entry of the same edge above it that is no heavier. That one
// comes first in the order of (key, index), so the forest stays the same. If rows do not ascend,
// bisection may miss it, and then both entries stay: parallel edges, of which the forest takes the
// lighter one.
//
// Each work-item takes a block of entries, as in edge_arrays.cl, and writes only what belongs to
// its own entries. The faults are shared: a work-item that reads an older value there only looks at
// more entries than it needs to.
#include "graph/row_search.h"
#include "device/grid_stride.h"

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

__kernel void find_mirrors(
    const int n,
    const OFFSET entries,
    const OFFSET block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const KEY *restrict keys,
    __global uint *restrict indices,
    volatile __global int *faults,
    __global int *restrict counts)
{
    const OFFSET begin = (OFFSET)BLOCK_BEGIN(block, entries);
    const OFFSET end = (OFFSET)BLOCK_END(block, entries);
    if (begin >= end)
        return;
    int v = row_between(offsets, 0, n, begin);
    // Within the row of the first entry, the previous entry must be smaller too.
    int before = begin > offsets[v] ? neighbors[begin - 1] : -1;
    int fault = atomic_or(faults, 0);
    int count = 0;
    for (OFFSET entry = begin; entry < end && !fault; entry++) {
        while (offsets[v + 1] <= entry) {
            v++;
            before = -1;
        }
        const int neighbor = neighbors[entry];
        if (neighbor <= before || neighbor == v)
            fault |= FAULTY_ROW;
        before = neighbor;
        OFFSET mirror = entry;
        if (neighbor >= v)
            count++;
        else {
            mirror = place_in_row(neighbors, offsets[neighbor], offsets[neighbor + 1], v);
            if (mirror < 0 || keys[mirror] != keys[entry])
                fault |= NO_EQUAL_MIRROR;
        }
        indices[entry] = (uint)mirror;
    }
    counts[get_global_id(0)] = count;
    if (fault)
        atomic_or(faults, fault);
}

__kernel void list_sources(
    const int n,
    const OFFSET entries,
    const OFFSET block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const KEY *restrict keys,
    const int look_for_mirrors,
    __global int *restrict sources,
    __global int *restrict counts)
{
    const OFFSET begin = (OFFSET)BLOCK_BEGIN(block, entries);
    const OFFSET end = (OFFSET)BLOCK_END(block, entries);
    if (begin >= end)
        return;
    int v = row_between(offsets, 0, n, begin);
    int count = 0;
    for (OFFSET entry = begin; entry < end; entry++) {
        while (offsets[v + 1] <= entry)
            v++;
        const int neighbor = neighbors[entry];
        int source = v;
        if (look_for_mirrors && neighbor < v) {
            const OFFSET mirror =
                place_in_row(neighbors, offsets[neighbor], offsets[neighbor + 1], v);
            if (mirror >= 0 && keys[mirror] <= keys[entry])
                source = neighbor;
        }
        sources[entry] = source;
        count += source != neighbor;
    }
    counts[get_global_id(0)] = count;
}
