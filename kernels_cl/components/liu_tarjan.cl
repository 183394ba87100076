// Liu and Tarjan, Simple concurrent labeling algorithms for connected components, SOSA 2019, in
// the sixteen combinations of Dhulipala, Hong and Shun, ConnectIt, VLDB 2021, and of Hong,
// Dhulipala and Shun, GConn, PACT 2020, section 3.4. Rounds of connect, update, shortcut and alter:
//
//   CONNECT=connect_ends       (C) send the smaller end of an edge to the larger end
//           connect_parents    (P) send the smaller of the ends' parents to the larger parent
//           connect_extended   (E) do the same, and also send it to the end with the larger parent
//   UPDATE_roots               (R) only a root takes what it is sent as its parent; otherwise (U)
//                                  any vertex takes it that has a larger parent
//   SHORTCUT=shortcut_once     (S) point each vertex to its grandparent
//            shortcut_full     (F) point each vertex to its root
//   ALTER                      (A) replace each edge by its ends' parents; drop it if both agree
//
// Each kernel is compiled only if its switch is given. Messages are combined by minimum where they
// arrive, with an atomic minimum of the parent itself, so connect and update are one kernel. With
// ALTERED, only the remaining edges decide whether there is another round, not other changes.
//
// Invariant: parents[v] <= v, and (J) the edges, together with the pairs of a vertex and its
// parent, connect what the graph connects. This holds at first, when all vertices are roots or the
// parents come from edges that are there.
//
// Why one array may hold parents of this round and of the previous one, mixed: a parent that a
// work-item reads was that vertex's parent at some time, so it lies in the same component. A
// message is smaller than the vertex that gets it. So parents stay below their vertices and inside
// the components, and these races are benign. J needs more, since U takes a vertex that is not a
// root away from its parent.
// - If no edge is altered, the edges alone connect everything, whatever the parents do. (If the
//   parents were there before the edges, and the ends of the edges are roots, see the next point.)
// - If edges are altered: (K) each end of an edge is connected to its parent by edges. This holds
//   for roots. connect gives an end, or the parent of one, a parent from the same component of the
//   edges. A shortcut goes on to the parent's parent. alter, during which no parent changes, maps a
//   path of edges to a path of edges, hence K to K. So edges hold together what U tears apart. A
//   vertex that is not an end of any edge only ever follows its parent. J holds.
// - R tears nothing apart: the children of a root stay its children, whatever edges there are.
//   Such variants are root-based. A root may lose what it got in this round to a smaller message,
//   but both came over edges that are looked at again.
//
// If nothing changes in a round, every parent is a root and both ends of each edge have the same
// parent: the smallest vertex of their component, whose parent is no smaller. With ALTER the same
// holds when no edge is left, except that a last full shortcut is still needed.
#include "device/parents.h"
#include "device/counters.h"
#include "device/grid_stride.h"

#ifdef ALTERED
#define MARK_ROUND(counters)
#else
#define MARK_ROUND(counters) MARK_CHANGED(counters)
#endif

#ifdef CONNECT
#define EACH_EDGE_ONCE
#include "union_find/edge_map.h"

// Send a smaller label to a vertex. Returns whether the vertex took it, or seemed to: another
// work-item may store an even smaller label first, and then the only loss is a round.
inline int send(__global int *parents, const int to, const int label)
{
    const int parent = LOAD_PARENT(parents, to);
#ifdef UPDATE_roots
    if (parent != to)
        return 0;
#else
    if (parent <= label)
        return 0;
#endif
    return OFFER_PARENT(parents, to, label);
}

inline int connect_ends(__global int *parents, const int v, const int w)
{
    return v != w && send(parents, max(v, w), min(v, w));
}

inline int connect_parents(__global int *parents, const int v, const int w)
{
    const int v_parent = LOAD_PARENT(parents, v);
    const int w_parent = LOAD_PARENT(parents, w);
    return v_parent != w_parent
        && send(parents, max(v_parent, w_parent), min(v_parent, w_parent));
}

inline int connect_extended(__global int *parents, const int v, const int w)
{
    const int v_parent = LOAD_PARENT(parents, v);
    const int w_parent = LOAD_PARENT(parents, w);
    if (v_parent == w_parent)
        return 0;
    const int smaller = min(v_parent, w_parent);
    return send(parents, max(v_parent, w_parent), smaller)
        | send(parents, v_parent == smaller ? w : v, smaller);
}

__kernel void connect(ENTRY_PARAMETERS, __global int *parents, __global int *counters)
{
    int changed = 0;
#define PROCESS(v, neighbor) changed |= CONNECT(parents, v, neighbor)
    VISIT_ENTRIES
    if (changed) {
        MARK_ROUND(counters);
    }
}
#endif

#ifdef SHORTCUT
// Only the work-item of v writes the parent of v here. Only roots are their own parents, and they
// stay roots. So the walk ends, and each of its steps helps the walks that come through v.
inline int shortcut_full(__global int *parents, const int v)
{
    int changed = 0;
    int parent = LOAD_PARENT(parents, v);
    int grandparent = LOAD_PARENT(parents, parent);
    while (grandparent != parent) {
        STORE_PARENT(parents, v, grandparent);
        changed = 1;
        parent = grandparent;
        grandparent = LOAD_PARENT(parents, parent);
    }
    return changed;
}

inline int shortcut_once(__global int *parents, const int v)
{
    const int parent = LOAD_PARENT(parents, v);
    const int grandparent = LOAD_PARENT(parents, parent);
    if (grandparent == parent)
        return 0;
    STORE_PARENT(parents, v, grandparent);
    return 1;
}

__kernel void shortcut(const int n, __global int *parents, __global int *counters)
{
    const int v = get_global_id(0);
    if (v < n && SHORTCUT(parents, v)) {
        MARK_ROUND(counters);
    }
}
#endif

#ifdef ALTER
// Works in place if not `copies`. A dropped edge has two equal ends: whoever looks at it again sees
// nothing to do.
__kernel void alter(
    __global const int *sources,
    __global const int *targets,
    const OFFSET count,
    const int copies,
    __global int *altered_sources,
    __global int *altered_targets,
    __global const int *restrict parents,
    __global int *counters)
{
    const long item = get_global_id(0), items = get_global_size(0);
    const long last = SHARE_END(item, items, count);
    int left = 0;
    for (long edge = SHARE_BEGIN(item, items, count); edge < last; edge += SHARE_STEP(items)) {
        const int v = sources[edge], w = targets[edge];
        if (v == w && !copies)
            continue;
        const int v_parent = parents[v], w_parent = parents[w];
        if (copies || v_parent != v)
            altered_sources[edge] = v_parent;
        if (copies || w_parent != w)
            altered_targets[edge] = w_parent;
        left |= v_parent != w_parent;
    }
    if (left)
        MARK_CHANGED(counters);
}
#endif
