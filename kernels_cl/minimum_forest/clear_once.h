// How a work-item of a processor clears the minima of its edges' ends (edge_list.h), hardly one
// twice.
//
// All edges of a tree clear the tree's minimum, and cores that store to one word take it from each
// other for each store. A work-item remembers CLEARED ends, by their last bits, if its edges have
// few: otherwise it would have forgotten most before they come again, and whether it has is a
// branch that nobody predicts. Both are seen on random graphs of 2^20 vertices with 4 neighbors,
// which have 1,421, 193, 24 and 4 trees in the last rounds of their light edges.
//
// ms of filter_edges, all edges clearing and this (PoCL 3 on an AMD EPYC, 2 cores, and PoCL 5 on an
// Intel Xeon, 2026-11-30): that graph 59 and 54 on 2 cores, 118 and 53 on 4, 89 and 39 on 8, 91 and
// 25 on 16; R-MAT, 2^18 vertices, 3.4 and 3.0, 14.4 and 3.4, 12.1 and 2.8, 15.3 and 4.4. A tree of
// near vertices, where nothing is remembered, 9.6 and 10.0 on 2. Remembered in all rounds it takes
// 12.8 there, and a look at each minimum before the store 14.0. 1,024 ends are no better than 256.
#include "minimum_forest/edge_list.h"

#define CLEARED 256
#define NO_END UINT_MAX
// Of so many edges, spread over all of a work-item, so many ends must come again.
#define SOME_EDGES 32
#define COME_AGAIN 6

// Returns whether the end has been cleared before.
inline bool clear_once(const int n, const uint end, __global minimum_t *minima, uint *cleared)
{
    if (cleared[end % CLEARED] == end)
        return true;
    CLEAR_MINIMUM(minima, n, end);
    cleared[end % CLEARED] = end;
    return false;
}

// Clear the ends of some edges. Returns whether they come again.
inline bool clear_some(
    const int n,
    const uint count,
    const uint length,
    __global const uint4 *list,
    __global minimum_t *minima,
    uint *cleared)
{
    // Of fewer edges a look at some would be most of the work.
    const uint step = count / SOME_EDGES;
    if (step < 3)
        return false;
    for (uint i = 0; i < CLEARED; i++)
        cleared[i] = NO_END;
    uint again = 0;
    for (uint i = 0; i < SOME_EDGES; i++) {
        const uint4 edge = list[PLACE_IN_LIST(i * step)];
        again += clear_once(n, edge.x, minima, cleared);
        again += clear_once(n, edge.y, minima, cleared);
    }
    return again >= COME_AGAIN;
}
