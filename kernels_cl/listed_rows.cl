// The finish of gconn.cl on a processor, for rows of few entries that nothing was sampled of: first
// the rows that still have something to unite are listed, then those are finished.
//
// A processor loses more to branches that it cannot predict than to memory. ECL-CC's
// initialization (first-smaller) has joined each vertex with its first smaller neighbor, so a row
// is done if it has no other one; on a path of shuffled ids that are two of three rows, and nobody
// can foresee which. Here each row costs the same few instructions and no branch. On the way each
// vertex goes from its parent to its grandparent: the chains that the initialization leaves are
// short, and half as long when the unions begin.
//
// Invariant: a row that is not listed has no smaller neighbor but the first, so the edges that are
// united and those of the initialization are all that lead to a smaller neighbor; the others are
// seen from their other ends, or by finish_larger afterwards (gconn.cl). No vertex is linked while
// rows are listed, so a store cannot undo a link: the parents of children change, and to ancestors.
//
// A work-item takes a block of vertices and has its part of the list.
#include "parents.h"
#include "find.h"
#include "unite.h"

__kernel void list_rows(
    const int n,
    const OFFSET entries,
    const int block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global int *restrict list,
    __global int *restrict counts)
{
    const long begin = (long)get_global_id(0) * block;
    if (begin >= n)
        return;
    const int last = (int)min((long)n, begin + block);
    __global int *restrict own = list + begin;
    int count = 0;
    OFFSET entry = offsets[begin];
    for (int v = (int)begin; v < last; v++) {
        const OFFSET end = offsets[v + 1];
        STORE_PARENT(parents, v, LOAD_PARENT(parents, LOAD_PARENT(parents, v)));
        // Read in any case, so that there is no branch; of an empty row they are not used.
        const int one = neighbors[min(entry, entries - 1)];
        const int other = neighbors[min(entry + 1, entries - 1)];
        own[count] = v;
        count += (end - entry > 2) | ((end - entry == 2) & (one < v) & (other < v));
        entry = end;
    }
    counts[get_global_id(0)] = count;
}

__kernel void finish_listed(
    const int n,
    const int block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global const int *restrict list,
    __global const int *restrict counts
    FOREST_PARAMETER)
{
    const long begin = (long)get_global_id(0) * block;
    if (begin >= n)
        return;
    const int count = counts[get_global_id(0)];
    for (int i = 0; i < count; i++) {
        const int v = list[begin + i];
        const OFFSET end = offsets[v + 1];
        OFFSET entry = offsets[v];
        // The first smaller neighbor is its parent from the start.
        while (entry < end && neighbors[entry] >= v)
            entry++;
        int source = SOURCE(parents, v);
        for (entry++; entry < end; entry++) {
            const int neighbor = neighbors[entry];
            if (neighbor < v)
                source = UNITE(parents, source, neighbor);
        }
    }
}
