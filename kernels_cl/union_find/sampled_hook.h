// Which edge hooks a vertex before any union: the first entry of its sample, if its end is above
// the vertex (smaller, where ids are the order). Where neighbors ascend that is the smallest of
// them, so a vertex that is not hooked has no smaller one. Where they do not, as in rows that a GPU
// makes of edges, half of the vertices would begin as roots, and walk when their edges are united.
// So where hooks are flattened before anything else (FLATTENS_LINKS) the first one above the vertex
// among HOOK_LOOKS entries hooks it, read all at once: on an H100 30 mixtures by chance take 0.77
// of the time by k-out sampling and 0.85 by hooks, at least 0.5 and at most 0.98 and 1.8. (By 4
// entries the former take 0.87, by 16 0.78, by 32 0.80.) Elsewhere that would make long chains, up
// to 10 times slower. Other samples than the first entries have only their own.
// (The first links of first_parent.h are looked for among more entries, one after the other.)
//
// Invariant: parents[v] becomes v or the end of an edge of v that is above it, without a
// compare-and-swap: nobody else writes it, and no work-item reads a parent meanwhile.
#include "device/parents.h"
#include "device/streamed.h"
#include "union_find/forest_edges.h"
#include "union_find/sampled_entry.h"

#if !defined(FLATTENS_LINKS) || !defined(SELECTION_first) || \
    (defined(SORTED) && defined(ORDER_BY_ID))
#define HOOKS_BY_ONE
#endif

#define HOOK_LOOKS 8

// The first parent of v, whose row is begin..end-1, and the entry that hooks it; v and NO_EDGE if
// none does.
inline int hooked_parent(
    const int v,
    const OFFSET begin,
    const OFFSET end,
    __global const int *restrict neighbors,
    OFFSET *hook)
{
    *hook = NO_EDGE;
#ifdef HOOKS_BY_ONE
    if (begin >= end)
        return v;
    const OFFSET first = sampled_entry(v, 0, begin, end);
    const int parent = upper_neighbor(STREAMED(neighbors, first), v);
    *hook = parent != v ? first : NO_EDGE;
    return parent;
#else
    int ends[HOOK_LOOKS];
    for (int i = 0; i < HOOK_LOOKS; i++)
        ends[i] = begin + i < end ? STREAMED(neighbors, begin + i) : v;
    int parent = v;
    for (int i = 0; i < HOOK_LOOKS; i++)
        if (parent == v && ABOVE(ends[i], v)) {
            parent = ends[i];
            *hook = begin + i;
        }
    return parent;
#endif
}
