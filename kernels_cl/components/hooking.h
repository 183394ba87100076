// Hook the representatives of the two ends of an edge, upwards or downwards: Soman, Kishore and
// Narayanan, A fast GPU algorithm for graph connectivity, IPDPS 2010, and those after them.
//
// All hooks of a round go one way, from larger to smaller ids or from smaller to larger, and the
// next round's the other way (Greiner, SPAA 1994): a vertex that all its neighbors want to be
// hooked to, but that can be hooked to only one of them, gets them all a round later.
//
// Invariant: when a round begins, every vertex points to its root; within the round nothing but the
// pointers of those roots changes, all in one direction, so there are no cycles. Plain stores
// overwrite each other, and then a hook is lost. So an edge that has hooked is looked at again, and
// no other pointer may be changed in the same kernel: all that the edge relies on is then still
// there, and an edge whose ends were seen in one tree may be dropped: the hooks between them, if
// they are lost, are those of edges that are kept.
#include "union_find/find.h"

// Returns whether the ends had one representative already.
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
