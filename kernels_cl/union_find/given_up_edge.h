// Unite an edge, unless the union gives it up since its walk or its finds are long: one of a sample
// (sampled_entry.h), of a list, or of a row of a large graph. Then a counter says so. After all
// trees have been flattened the finish of a sample looks at the heads of rows, too
// (finish_entries.h), or somebody looks at all edges again (edges_at_once.cl, given_up_rows.cl).
//
// Invariant: each such edge is united, or the counter is set. unite.h says why the races are
// benign.
#include "device/counters.h"
#include "union_find/unite.h"

// Returns the source of the next edge of the same vertex.
#ifdef UNITE_BOUNDED
inline int unite_or_give_up(
    __global int *parents, const int source, const int neighbor, __global int *counters
    LINK_PARAMETERS)
{
    const int next = UNITE_BOUNDED(parents, source, neighbor);
    if (next != GAVE_UP_EDGE)
        return next;
    MARK(counters, GAVE_UP);
    return source;
}
#define UNITE_OR_GIVE_UP(parents, source, neighbor, counters) \
    unite_or_give_up(parents, source, neighbor, counters LINK_ARGUMENTS)
#else
#define UNITE_OR_GIVE_UP(parents, source, neighbor, counters) UNITE(parents, source, neighbor)
#endif
