// Unite an edge, unless the union gives it up since its walk or its finds are long: one of a sample
// (sampled_entry.h), of a list, or of a row. Then a counter says so: GAVE_UP, or in a finish
// GAVE_UP_ROW. After all trees have been flattened the finish of a sample looks at the heads of
// rows, too (finish_entries.h), or somebody looks again at all edges, or at the rows that were
// listed (edges_at_once.cl, given_up_rows.cl).
//
// Invariant: each such edge is united, or its counter is set. unite.h says why the races are
// benign.
#include "device/counters.h"
#include "union_find/unite.h"

// Returns the source of the next edge of the same vertex.
#ifdef UNITE_BOUNDED
inline int unite_or_give_up(
    __global int *parents,
    const int source,
    const int neighbor,
    const bool is_shared,
    __global int *gave_up
    LINK_PARAMETERS)
{
    const int next = UNITE_BOUNDED(parents, source, neighbor, is_shared);
    if (next != GAVE_UP_EDGE)
        return next;
    MARK(gave_up, 0);
    return source;
}
#define UNITE_OR_GIVE_UP(parents, source, neighbor, counters) \
    unite_or_give_up(parents, source, neighbor, false, (counters) + GAVE_UP LINK_ARGUMENTS)
#else
#define UNITE_OR_GIVE_UP(parents, source, neighbor, counters) UNITE(parents, source, neighbor)
#endif
