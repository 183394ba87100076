// Rem's union with splicing, without locks or compare-and-swap, and with rounds of verification:
// Patwary, Refsnes and Manne, Multi-core spanning forest algorithms using the disjoint-set data
// structure, IPDPS 2012; Rem in Cong and Muzio, Euro-Par 2014 workshops, section 6. (They verify
// only the edges that joined something. Here all edges are verified, because the link of such an
// edge, if it was lost, may have let other edges pass.)
//
// Invariant: a parent is smaller than its child and in the same component, whatever was lost. The
// races lose work but do no harm: plain stores lose links, and splices take vertices out of their
// trees until the walk is done. So after each round every vertex is pointed to its root, and the
// next round looks at every edge again. A round that finds equal roots at both ends of all edges
// has verified the answer. Any other round makes progress: trees are stars when it begins, so the
// first walk that finds its ends in different trees reaches a root within two steps, and if that
// vertex is no longer a root, another walk has linked it.
//
// The walk ends, however old the parents are that it sees: the larger of its two parents falls.
#include "device/parents.h"
#include "device/counters.h"

// Returns whether the ends were in different trees.
inline int unite_rem(__global int *parents, int one, int other)
{
    int one_parent = LOAD_PARENT(parents, one);
    int other_parent = LOAD_PARENT(parents, other);
    if (one_parent == other_parent)
        return 0;
    do {
        if (one_parent < other_parent) {
            const int vertex = one, parent = one_parent;
            one = other;
            one_parent = other_parent;
            other = vertex;
            other_parent = parent;
        }
        STORE_PARENT(parents, one, other_parent);
        if (one == one_parent)
            break;
        one = one_parent;
        one_parent = LOAD_PARENT(parents, one);
    } while (one_parent != other_parent);
    return 1;
}

#define PROCESS(source, target) changed |= unite_rem(parents, source, target)
#include "union_find/edge_map.h"

__kernel void unite_and_verify(ENTRY_PARAMETERS, __global int *parents, __global int *counters)
{
    int changed = 0;
    VISIT_ENTRIES
    if (changed)
        MARK_CHANGED(counters);
}
