// What the first arcs of some vertices, spread evenly over the ids, say about the cycles of a
// graph. Own (reference/graph/first_arcs.py).
//
// A vertex is mutual if one of its first MOST_ENTRIES arcs leads to another vertex that is among
// the first as many of those that lead to it. An arc ascends or descends if it leads to a larger or
// a smaller id of the same block, of those that contraction joins. Of as many arcs of each sampled
// vertex, spread over its row, those that lead to larger and to smaller ids are counted, and how
// many of each lead to the same block. And it is counted how many arcs lead to it and how many lead
// on, of each up to as many: their product, less one for a way back, is the number of its passages.
// It is on a path if one arc leads to it and one leads on, to another vertex than that from which
// the first comes, from which no more than MOST_ENTRIES arcs lead, as to the other: what is between
// hubs is not deep. It is closing if it is the largest vertex of a short cycle (short_cycles.h).
//
// Invariant: each work-item writes only its own sample, so nothing races.
#include "device/hash.h"
#include "graph/short_cycles.h"

#define MOST_ENTRIES 16
#define DEGREE(offsets, v) ((offsets)[(v) + 1] - (offsets)[v])
#define ROW_END(offsets, v) ((offsets)[v] + min(DEGREE(offsets, v), (OFFSET)MOST_ENTRIES))

// What is found of a sample are two numbers, the first ones of all samples before the others: a sum
// of how many arcs are so,
#define TO (1 << 0)
#define ONWARD (1 << 5)
#define ASCENDING (1 << 10)
#define DESCENDING (1 << 15)
#define LARGER (1 << 20)
#define SMALLER (1 << 25)
// and what the vertex is, with two numbers of arcs more.
#define MUTUAL 1
#define CLOSING 2
#define ON_PATH 4
#define LARGER_NEARBY (1 << 3)
#define SMALLER_NEARBY (1 << 8)

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
    int mutual = 0, ascending = 0, descending = 0;
    int larger = 0, smaller = 0, larger_nearby = 0, smaller_nearby = 0;
    for (OFFSET entry = offsets[v]; entry < ROW_END(offsets, v); entry++) {
        const int w = neighbors[entry];
        const int is_nearby = (v ^ w) >> block_bits == 0;
        ascending += is_nearby && w > v;
        descending += is_nearby && w < v;
        for (OFFSET other = back_offsets[v]; other < ROW_END(back_offsets, v); other++)
            mutual |= w != v && back_neighbors[other] == w;
    }
    // Spread over the row, whose first ones lead to the smallest ids if they are in order.
    const int to = (int)(ROW_END(back_offsets, v) - back_offsets[v]);
    const int onward = (int)(ROW_END(offsets, v) - offsets[v]);
    for (int i = 0; i < onward; i++) {
        const int w = neighbors[offsets[v] + (OFFSET)((long)i * out_degree / onward)];
        const int is_nearby = (v ^ w) >> block_bits == 0;
        larger += w > v;
        smaller += w < v;
        larger_nearby += is_nearby && w > v;
        smaller_nearby += is_nearby && w < v;
    }
    bool is_on_path = to == 1 && out_degree == 1;
    if (is_on_path) {
        const int u = back_neighbors[back_offsets[v]], w = neighbors[offsets[v]];
        is_on_path = u != w && DEGREE(offsets, u) <= MOST_ENTRIES
            && DEGREE(back_offsets, w) <= MOST_ENTRIES;
    }
    const ulong sources = smaller_sources(v, offsets, back_offsets, back_neighbors);
    int looks = 0;
    bool is_closing = false;
    if (sources != 0) {
        const OFFSET begin = offsets[v], end = offsets[v + 1];
        for (OFFSET entry = begin; entry < end && !is_closing; entry++)
            is_closing = neighbors[entry] < v && WAY_BACK(neighbors[entry], v) != NOWHERE;
        for (OFFSET entry = begin; entry < end && !is_closing; entry++)
            is_closing = neighbors[entry] < v && LONG_WAY_BACK(neighbors[entry], v).s0 != NOWHERE;
    }
    found[sample] = to * TO + onward * ONWARD + ascending * ASCENDING + descending * DESCENDING
        + larger * LARGER + smaller * SMALLER;
    found[samples + sample] = (mutual ? MUTUAL : 0) | (is_closing ? CLOSING : 0)
        | (is_on_path ? ON_PATH : 0) | larger_nearby * LARGER_NEARBY
        | smaller_nearby * SMALLER_NEARBY;
}
