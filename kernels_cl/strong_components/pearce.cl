// Pearce's algorithm, by one work-item: D. J. Pearce, A space-efficient algorithm for finding
// strongly connected components, Information Processing Letters 116, 2016, with a stack in place of
// recursion. On a processor one core with little memory per vertex is hard to beat.
//
// A vertex that is not finished has in `index` its place in the search, or that of an earlier open
// vertex that it reaches; 0 before it is found. A finished vertex has the number of its component;
// these go down from n, so that they are larger than all places. Invariant: when the search leaves
// a vertex whose index is still its own place, no earlier open vertex is reachable from it or from
// the open vertices after it, so that these are its component.
//
// `stack` holds the path of the search from its front, and from its back the open vertices that the
// search has left; a vertex is in one of them at most. ~v is a vertex on the path that reaches an
// earlier open vertex. `positions` holds how far the row of each vertex of the path was read.
//
// Where a search begins, and in which order it takes a row, is free. Where arcs lead to larger ids,
// as in most files of what has an order, a search from the last vertex finds all neighbors
// finished, and hardly leaves the vertex that it is at; one from the first has a path through all.
// If it goes on along an arc that leads back, the nearest ids are the first of a row. Where as many
// arcs lead either way they are the last ones, since the search goes down.

#include "device/hash.h"

#define VERTICES_LOOKED_AT 256
// By a name, since definitions are told by the first name before a parenthesis.
#define IN_PLACE __attribute__((always_inline))

__kernel void clear_index(const int n, __global int *restrict index)
{
    const int v = get_global_id(0);
    if (v < n)
        index[v] = 0;
}

// How many thirds of the first and the last entries of some rows lead to smaller ids, rounded down.
inline int thirds_to_smaller_ids(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors)
{
    int entries = 0;
    int smaller = 0;
    for (int i = 0; i < VERTICES_LOOKED_AT && i < n; i++) {
        // Not every 1,024th, which may all be the first of their blocks.
        const int v = spread_place(i, n);
        const OFFSET begin = offsets[v];
        const OFFSET end = offsets[v + 1];
        if (begin == end)
            continue;
        entries += 2;
        smaller += (neighbors[begin] < v) + (neighbors[end - 1] < v);
    }
    return entries == 0 ? 0 : 3 * smaller / entries;
}

// Search from the first vertex to the last one or down from that, and along rows from their first
// entry or from their last. The caller knows which, so that the compiler makes a search of each
// kind; asking took 6 % of the time.
inline IN_PLACE void search(
    const bool down,
    const bool from_last,
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict index,
    __global int *restrict stack,
    __global OFFSET *restrict positions)
{
    const int step = from_last ? -1 : 1;
    // A row's entries lie between two offsets: where the search begins, and where it ends.
    const int begin_at = from_last ? 1 : 0;
    const int end_at = from_last ? 0 : 1;
    int next_place = 1;
    int component = n;
    int depth = 0;
    int open_begin = n;
    for (int i = 0; i < n; i++) {
        int v = down ? n - 1 - i : i;
        if (index[v] != 0)
            continue;
        int own = next_place++;
        int lowest = own;
        index[v] = own;
        OFFSET position = offsets[v + begin_at];
        OFFSET end = offsets[v + end_at];
        for (;;) {
            int w = v;
            int place = own;
            while (position != end) {
                w = neighbors[position - begin_at];
                position += step;
                place = index[w];
                if (place == 0)
                    break;
                lowest = place < lowest ? place : lowest;
            }
            if (place == 0) {
                index[v] = lowest;
                positions[depth] = position;
                stack[depth++] = lowest < own ? ~v : v;
                v = w;
                own = next_place++;
                lowest = own;
                index[v] = own;
                position = offsets[v + begin_at];
                end = offsets[v + end_at];
                continue;
            }
            if (lowest < own) {
                index[v] = lowest;
                stack[--open_begin] = v;
            } else {
                next_place--;
                while (open_begin < n && index[stack[open_begin]] >= own) {
                    index[stack[open_begin++]] = component;
                    next_place--;
                }
                lowest = component--;
                index[v] = lowest;
            }
            if (depth == 0)
                break;
            // The vertex below reaches what this one reaches, and nothing new if it is finished.
            const int below = stack[--depth];
            v = below < 0 ? ~below : below;
            const int before = index[v];
            // Its place itself is not needed any more, only whether it reaches an earlier one.
            own = below < 0 ? before + 1 : before;
            lowest = before < lowest ? before : lowest;
            position = positions[depth];
            end = offsets[v + end_at];
        }
    }
    // From here on the stack holds the smallest vertex of each component: the last one wins.
    for (int v = n - 1; v >= 0; v--)
        stack[index[v] - 1] = v;
}

__kernel void find_components(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict index,
    __global int *restrict stack,
    __global OFFSET *restrict positions)
{
    if (get_global_id(0) > 0)
        return;
    const int thirds = thirds_to_smaller_ids(n, offsets, neighbors);
    if (thirds >= 2)
        search(false, false, n, offsets, neighbors, index, stack, positions);
    else if (thirds == 1)
        search(true, true, n, offsets, neighbors, index, stack, positions);
    else
        search(true, false, n, offsets, neighbors, index, stack, positions);
}

__kernel void take_roots(
    const int n,
    __global const int *restrict index,
    __global const int *restrict smallest,
    __global int *restrict roots)
{
    const int v = get_global_id(0);
    if (v < n)
        roots[v] = smallest[index[v] - 1];
}
