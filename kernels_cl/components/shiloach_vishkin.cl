// Shiloach and Vishkin, An O(log n) parallel connectivity algorithm, Journal of Algorithms 3(1),
// 1982, and Awerbuch and Shiloach, IEEE Transactions on Computers C-36(10), 1987, in the form of
// Hong, Dhulipala and Shun, GConn, PACT 2020, section 3.4. In each round every edge between two
// trees hooks the larger root under the smaller one. A root with several offers takes the smallest,
// by an atomic minimum. Then every vertex is pointed to its root (the full shortcut of
// liu_tarjan.cl).
//
// Invariant: when a round begins, every parent is a root. So every parent that hook reads, whether
// stored before this launch or during it, was a root when the launch began: a root only ever gets
// the parent of another vertex. Therefore only roots are hooked, without a check whether they are
// still roots: the variant is root-based. This is also why the races are benign. Hooks go to
// smaller vertices, so they close no cycle. In a round that changes nothing, both ends of each edge
// have the same root.
#include "device/parents.h"
#include "device/counters.h"

#define EACH_EDGE_ONCE
#include "union_find/edge_map.h"

inline int hook_edge(__global int *parents, const int v, const int w)
{
    const int v_root = LOAD_PARENT(parents, v);
    const int w_root = LOAD_PARENT(parents, w);
    if (v_root == w_root)
        return 0;
    const int larger = max(v_root, w_root);
    const int smaller = min(v_root, w_root);
    return LOAD_PARENT(parents, larger) > smaller && OFFER_PARENT(parents, larger, smaller);
}

__kernel void hook(ENTRY_PARAMETERS, __global int *parents, __global int *counters)
{
    int changed = 0;
#define PROCESS(v, neighbor) changed |= hook_edge(parents, v, neighbor)
    VISIT_ENTRIES
    if (changed)
        MARK_CHANGED(counters);
}
