// ECL-CC's initialization: Jaiganesh and Burtscher, HPDC 2018, sections 3 and 5.1. And our own:
// with INITIALIZATION_far_smaller the first link is followed to the vertex FAR links away, so that
// chains are a FAR-th as long from the beginning. In another row than its own a work-item reads no
// more than FEW entries: otherwise all leaves of a star would read the whole row of its center.
//
// In its own row it reads no more than MOST_ENTRIES where neighbors do not ascend, or ids are not
// the order. So unlike ECL-CC it does not look for ever: a hub before all its neighbors, as of a
// star or R-MAT, kept one work-item busy for 47 ns an entry. Unsorted rows, us on an H100 without
// the bound and with it: a star of 2^20 vertices 49,200 and 43, ratings whose items come first
// 31,800 and 167, R-MAT 2,460 and 394 (2^20), 359 and 110 (2^16), preferential attachment 497 and
// 182. With 32 or 16 entries legs and cliques in order take up to 1.1 and 1.5, with 4 bands 2.5
// (2026-11-26). A vertex that finds none begins as a root, and its edges are united.
//
// Invariant: parents[v] becomes v or a vertex above it in its component (vertex_order.h; where ids
// are the order, a smaller one, as in the paper). So the parents already form trees within
// components, without a compare-and-swap, and the trees are those of the first links, of which each
// is an edge of the graph. No work-item reads a parent meanwhile, so nothing races.
#include "device/parents.h"
#include "union_find/forest_edges.h"

#define FAR 4
#define FEW 16
#define MOST_ENTRIES 64

// The first link of v: a neighbor above v among its first `most`, and the entry that holds it; v if
// there is none.
inline int first_link(
    const int v,
    const OFFSET most,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    OFFSET *edge)
{
    int parent = v;
    OFFSET entry = offsets[v];
    const OFFSET end = entry + min(offsets[v + 1] - entry, most);
#if defined(SORTED) && defined(ORDER_BY_ID)
    // Neighbors ascend: the first is the smallest.
    if (entry < end)
        parent = upper_neighbor(neighbors[*edge = entry], v);
#elif defined(INITIALIZATION_smallest)
    for (; entry < end; entry++) {
        *edge = ABOVE(neighbors[entry], parent) ? entry : *edge;
        parent = UPPER(neighbors[entry], parent);
    }
#else
    // The first two neighbors without a branch, which could not be predicted.
    if (entry + 1 < end) {
        const int first = neighbors[entry];
        const int second = neighbors[entry + 1];
        parent = ABOVE(first, v) ? first : upper_neighbor(second, v);
        *edge = ABOVE(first, v) ? entry : entry + 1;
        entry += 2;
    }
    for (; entry < end && parent == v; entry++)
        parent = upper_neighbor(neighbors[*edge = entry], v);
#endif
    return parent;
}

inline void give_first_parent(
    const int v,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents
    FOREST_PARAMETER)
{
    int parent = v;
    OFFSET edge = NO_EDGE;
#ifndef INITIALIZATION_self
#ifdef INITIALIZATION_smallest
    const OFFSET most = offsets[v + 1] - offsets[v];
#else
    const OFFSET most = MOST_ENTRIES;
#endif
    parent = first_link(v, most, offsets, neighbors, &edge);
#endif
    const int linked = parent != v;
#ifdef INITIALIZATION_far_smaller
    // A loop in the text, too: written out, it would only take longer to compile.
#pragma unroll 1
    for (int link = 1; link < FAR; link++) {
        OFFSET other = NO_EDGE;
        parent = first_link(parent, FEW, offsets, neighbors, &other);
    }
#endif
    INITIALIZE_PARENT(parents, v, parent);
    INITIALIZE_EDGE(v, linked ? edge : NO_EDGE);
}
