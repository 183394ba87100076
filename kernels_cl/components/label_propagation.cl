// Label propagation: every vertex sends its label to its neighbors, keeps the smallest label that
// it has seen, and sends again when its label has changed. After Shun and Blelloch, Ligra, PPoPP
// 2013, as in Hong, Dhulipala and Shun, GConn, PACT 2020, section 3.4. A label takes as many rounds
// as it has edges to travel: cheap on graphs of small diameter, hopeless on road networks.
//
// The labels are the parents; they need not form a tree here. If v sends in this round, since its
// label has changed since the last round began, sent[v] is the label of v at the beginning of the
// round. Otherwise sent[v] is the bitwise complement of the label, which is negative. v sends its
// current label, which it may have got in this round; then it sends that label once more in the
// next round.
//
// Invariant: parents[v] <= v is a vertex of the component of v and never grows. sent[v], or its
// complement, is the smallest label that v has sent to all its neighbors or is about to send. So
// when nothing is sent, or nothing that is sent is smaller than what is there, both ends of each
// edge have the same label: the smallest vertex of the component, which kept its own.
//
// The races are benign: labels fall by atomic minimum, and a stale load of a label is too large. A
// label that changes in this round is sent in the next one.
#include "device/parents.h"
#include "device/counters.h"

// Each edge is stored at both ends, so the row of a vertex that sends nothing can be skipped.
#if defined(ROWS) && defined(SYMMETRIC)
#define VISIT_ROW(v) (sent[v] >= 0)
#else
#define EACH_EDGE_ONCE
#endif
#include "union_find/edge_map.h"

__kernel void begin(const int n, __global int *restrict sent)
{
    const int v = get_global_id(0);
    if (v < n)
        sent[v] = n;
}

__kernel void wake(const int n, __global const int *restrict parents, __global int *restrict sent)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int before = sent[v];
    const int label = parents[v];
    sent[v] = label < (before < 0 ? ~before : before) ? label : ~label;
}

inline int spread_edge(
    __global const int *restrict sent, __global int *parents, const int v, const int w)
{
#ifdef EACH_EDGE_ONCE
    if (sent[v] < 0 && sent[w] < 0)
        return 0;
#endif
    const int v_label = LOAD_PARENT(parents, v);
    const int w_label = LOAD_PARENT(parents, w);
#ifdef EACH_EDGE_ONCE
    if (w_label < v_label)
        return OFFER_PARENT(parents, v, w_label);
#endif
    return v_label < w_label && OFFER_PARENT(parents, w, v_label);
}

__kernel void spread(
    ENTRY_PARAMETERS,
    __global const int *restrict sent,
    __global int *parents,
    __global int *counters)
{
    int changed = 0;
#define PROCESS(v, neighbor) changed |= spread_edge(sent, parents, v, neighbor)
    VISIT_ENTRIES
    if (changed)
        MARK_CHANGED(counters);
}
