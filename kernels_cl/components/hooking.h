// Hook the representatives of the two ends of an edge, upwards or downwards: Soman, Kishore and
// Narayanan, A fast GPU algorithm for graph connectivity, IPDPS 2010, and later algorithms.
//
// All hooks of a round go in one direction, from larger to smaller ids or from smaller to larger,
// and those of the next round in the other (Greiner, SPAA 1994). If all neighbors of a vertex want
// to be hooked to it, but it can be hooked to only one of them, it gets them all a round later.
//
// Invariant: when a round begins, every vertex points to its root. Within the round only the
// pointers of those roots change, all in one direction, so there are no cycles.
//
// Why the races are benign: plain stores overwrite each other, and then a hook is lost. So an edge
// that has hooked is looked at again. No other pointer may change in the same kernel, so everything
// that the edge relies on is still there then. An edge whose ends were seen in one tree may be
// dropped: if the hooks between its ends are lost, they are hooks of edges that are kept.
#include "union_find/find.h"

// Returns whether the ends already had the same representative.
inline int hook_edge(__global int *parents, const int source, const int target, const int upwards)
{
    const int one = find_naive(parents, source);
    const int other = find_naive(parents, target);
    if (one == other)
        return 1;
    const int larger = max(one, other);
    const int smaller = min(one, other);
    STORE_PARENT(parents, upwards ? smaller : larger, upwards ? larger : smaller);
    return 0;
}
