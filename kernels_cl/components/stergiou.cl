// Stergiou, Rughwani and Tsioutsiouliklis, Shortcutting label propagation for distributed connected
// components, WSDM 2018, as in Hong, Dhulipala and Shun, GConn, PACT 2020, section 3.4: Liu and
// Tarjan's rounds (liu_tarjan.cl) with two arrays of parents, those of the previous round and the
// current ones. Each edge sends the smaller previous parent of its ends to the other end and to the
// other previous parent; both keep the smallest label that they get. Then each vertex takes a
// shortcut, and the current parents become the previous ones. (If the label were sent to the end
// alone, labels would creep: a path of 10**5 vertices in random order would take 15,000 rounds,
// where this takes a dozen.)
//
// Invariant: current[v] <= previous[v] <= v, both in the component of v; between two rounds they
// are equal. No edge is altered, so edges hold together what a vertex leaves (liu_tarjan.cl, which
// also says why mixed old and new parents are benign). A round that changes nothing has found equal
// parents at both ends of each edge, and roots only.
#include "device/parents.h"
#include "device/counters.h"

#define EACH_EDGE_ONCE
#include "union_find/edge_map.h"

inline int send(__global int *current, const int to, const int label)
{
    return LOAD_PARENT(current, to) > label && OFFER_PARENT(current, to, label);
}

inline int connect_edge(
    __global const int *restrict previous, __global int *current, const int v, const int w)
{
    const int v_parent = previous[v];
    const int w_parent = previous[w];
    if (v_parent == w_parent)
        return 0;
    const int smaller = min(v_parent, w_parent);
    return send(current, max(v_parent, w_parent), smaller)
        | send(current, v_parent == smaller ? w : v, smaller);
}

__kernel void connect(
    ENTRY_PARAMETERS,
    __global const int *restrict previous,
    __global int *current,
    __global int *counters)
{
    int changed = 0;
#define PROCESS(v, neighbor) changed |= connect_edge(previous, current, v, neighbor)
    VISIT_ENTRIES
    if (changed)
        MARK_CHANGED(counters);
}

// The race is benign: only v's work-item writes the current parent of v, and a parent that has
// already taken its shortcut is as good.
__kernel void shortcut(
    const int n, __global int *restrict previous, __global int *current, __global int *counters)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int parent = LOAD_PARENT(current, v);
    const int grandparent = LOAD_PARENT(current, parent);
    previous[v] = grandparent;
    if (grandparent != parent) {
        STORE_PARENT(current, v, grandparent);
        MARK_CHANGED(counters);
    }
}
