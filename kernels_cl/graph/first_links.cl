// What ECL-CC's first links (Jaiganesh and Burtscher, HPDC 2018, section 3) would be like: from
// some vertices, spread evenly over the ids, follow the walk that they make, from a vertex to its
// first smaller neighbor.
//
// A walk is long if it takes `steps` steps. It is slow if in addition its second half gets less
// than `drop` ids away. Ids then follow a long thin structure, such as a path in order, and whoever
// links by id makes one chain of it. In a wide grid in order the walks are long as well, but get
// far: the work-items that run at the same time have neighboring ids, so they meet few steps of
// them.
//
// A vertex is at a hub if it or one of its neighbors has more than `hub` entries. It is scattered
// if it has neighbors, and more than `near` ids lie between it and each of them. It is paired if in
// addition its first two different neighbors are near each other and it is at no hub: ids then
// follow the graph on two sides, as in a banded matrix of which rows and columns are vertices. A
// vertex that is a hub itself is paired if all its first neighbors and the last one are near each
// other: the first two of many neighbors may be so in any graph.
//
// It is consecutive if one of its neighbors has the id before or after it, as along a path in order
// and in a grid as it comes, but not where the ids of these have a stride, or come from two sides.
//
// A row lies within the vertex's block of ids (union_find/blocks.h) as far as its entries lead to
// ids in that block; one of more than MOST_ENTRIES does not, since no work-item of a block takes
// it.
//
// Invariant: the walk goes down the ids, so it ends. Each work-item writes only its own sample, so
// nothing races.
#include "device/hash.h"

#define MOST_ENTRIES 16
#define ROW_END(v) (offsets[v] + min(offsets[(v) + 1] - offsets[v], (OFFSET)MOST_ENTRIES))

// What is found of a sample is a sum of these, of the entries that it looked at, and of those of
// them that lie within the block.
#define LONG 1
#define SLOW 2
#define AT_HUB 4
#define SCATTERED 8
#define PAIRED 16
#define LOOKED_AT 32
#define WITHIN 1024
#define CONSECUTIVE 32768

__kernel void follow_first_links(
    const int n,
    const int samples,
    const int steps,
    const int drop,
    const int hub,
    const int near,
    const int block_bits,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict found)
{
    const int sample = get_global_id(0);
    if (sample >= samples)
        return;
    int v = spread_place(sample, n);
    const int is_hub = offsets[v + 1] - offsets[v] > hub;
    int at_hub = is_hub;
    int scattered = offsets[v + 1] > offsets[v];
    const int is_long_row = ROW_END(v) != offsets[v + 1];
    const int looked_at = (int)(ROW_END(v) - offsets[v]);
    int within = 0;
    int consecutive = 0;
    int lowest = INT_MAX, highest = 0;
    for (OFFSET entry = offsets[v]; entry < ROW_END(v); entry++) {
        const int neighbor = neighbors[entry];
        at_hub |= offsets[neighbor + 1] - offsets[neighbor] > hub;
        const int distance = max(v, neighbor) - min(v, neighbor);
        scattered &= distance > near;
        consecutive |= distance == 1;
        lowest = min(lowest, neighbor);
        highest = max(highest, neighbor);
        within += !is_long_row && (v ^ neighbor) >> block_bits == 0;
    }
    int paired = 0;
    if (scattered && is_hub) {
        const int last = neighbors[offsets[v + 1] - 1];
        paired = max(highest, last) - min(lowest, last) <= near;
    }
    else if (scattered && !at_hub) {
        // Of parallel edges one counts.
        const int one = neighbors[offsets[v]];
        OFFSET entry = offsets[v] + 1;
        while (entry < ROW_END(v) && neighbors[entry] == one)
            entry++;
        if (entry < ROW_END(v))
            paired = max(one, neighbors[entry]) - min(one, neighbors[entry]) <= near;
    }
    int middle = v;
    int step = 0;
    for (; step < steps; step++) {
        if (step == steps / 2)
            middle = v;
        const OFFSET end = ROW_END(v);
        OFFSET entry = offsets[v];
        while (entry < end && neighbors[entry] >= v)
            entry++;
        if (entry == end)
            break;
        v = neighbors[entry];
    }
    const int is_long = step == steps;
    found[sample] = (is_long ? LONG : 0) | (is_long && middle - v < drop ? SLOW : 0)
        | (at_hub ? AT_HUB : 0) | (scattered ? SCATTERED : 0) | (paired ? PAIRED : 0)
        | looked_at * LOOKED_AT | within * WITHIN | (consecutive ? CONSECUTIVE : 0);
}
