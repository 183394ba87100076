// GPU-CC: Soman, Kishore and Narayanan, A fast GPU algorithm for graph connectivity, IPDPS 2010. A
// round hooks the representatives of the two ends of each edge, in alternating directions, and
// marks the edges whose ends have the same representative; later rounds skip them. Then multiple
// pointer jumping (the finalize kernel of canonical.cl) points every vertex to its root.
//
// Invariant, and why the races are benign: see hooking.h. A mark is written only by the work-item
// that visits its edge, so marks do not race. A mark takes one byte where the edge takes eight, and
// marks are read in order.
#include "device/parents.h"
#include "device/counters.h"
#include "components/hooking.h"

#define PROCESS(source, target)                                            \
    if (first || !marks[entry]) {                                          \
        const int is_done = hook_edge(parents, source, target, upwards);   \
        if (first || is_done)                                              \
            marks[entry] = is_done;                                        \
        changed |= !is_done;                                               \
    }
#include "union_find/edge_map.h"

// The first round writes every mark and reads none.
__kernel void hook(
    ENTRY_PARAMETERS,
    const int first,
    const int upwards,
    __global int *parents,
    __global uchar *restrict marks,
    __global int *counters)
{
    int changed = 0;
    VISIT_ENTRIES
    if (changed)
        MARK_CHANGED(counters);
}
