// What the first arcs of some vertices, spread evenly over the ids, say about the cycles of a
// graph. Own (reference/graph/first_arcs.py).
//
// A vertex is mutual if one of its first MOST_ENTRIES arcs leads to another vertex that is among
// the first as many of those that lead to it. An arc ascends or descends if it leads to a larger or
// a smaller id of the same block, of those that contraction joins. Of as many arcs of each sampled
// vertex, spread over its row, those that lead to larger and to smaller ids are counted.
//
// Invariant: each work-item writes only its own sample, so nothing races.
#include "device/hash.h"

#define MOST_ENTRIES 16
#define DEGREE(offsets, v) ((offsets)[(v) + 1] - (offsets)[v])
#define ROW_END(offsets, v) ((offsets)[v] + min(DEGREE(offsets, v), (OFFSET)MOST_ENTRIES))

// What is found of a sample is a sum of these, and of how many arcs are so.
#define FORK 1
#define JOIN 2
#define ON_PATH 4
#define MUTUAL 8
#define LOOKED_AT 16
#define ASCENDING 512
#define DESCENDING 16384
#define LARGER 524288
#define SMALLER 16777216

__kernel void look_at_first_arcs(
    const int n,
    const int samples,
    const int block_bits,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict found)
{
    const int sample = get_global_id(0);
    if (sample >= samples)
        return;
    const int v = spread_place(sample, n);
    const OFFSET out_degree = DEGREE(offsets, v);
    const OFFSET in_degree = DEGREE(back_offsets, v);
    int mutual = 0, ascending = 0, descending = 0, larger = 0, smaller = 0;
    for (OFFSET entry = offsets[v]; entry < ROW_END(offsets, v); entry++) {
        const int w = neighbors[entry];
        const int is_nearby = (v ^ w) >> block_bits == 0;
        ascending += is_nearby && w > v;
        descending += is_nearby && w < v;
        for (OFFSET other = back_offsets[v]; other < ROW_END(back_offsets, v); other++)
            mutual |= w != v && back_neighbors[other] == w;
    }
    // Spread over the row, whose first ones lead to the smallest ids if they are in order.
    const int looked_at = (int)(ROW_END(offsets, v) - offsets[v]);
    for (int i = 0; i < looked_at; i++) {
        const int w = neighbors[offsets[v] + (OFFSET)((long)i * out_degree / looked_at)];
        larger += w > v;
        smaller += w < v;
    }
    found[sample] = (out_degree > 1 ? FORK : 0) | (in_degree > 1 ? JOIN : 0)
        | (out_degree == 1 && in_degree == 1 ? ON_PATH : 0) | (mutual ? MUTUAL : 0)
        | looked_at * LOOKED_AT | ascending * ASCENDING
        | descending * DESCENDING | larger * LARGER | smaller * SMALLER;
}
