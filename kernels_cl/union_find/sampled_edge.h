// Unite a sampled edge (sampled_entry.h), unless the union gives it up. Then a counter says so, and
// the finish looks at the heads of rows, too (finish_entries.h).
//
// Invariant: each sampled edge is united, or the counter is set. unite.h says why the races are
// benign.
#include "device/counters.h"
#include "union_find/unite.h"

// Returns the source of the next edge of the same vertex.
#ifdef UNITE_SAMPLED
inline int unite_sampled_edge(
    __global int *parents, const int source, const int neighbor, __global int *counters
    LINK_PARAMETERS)
{
    const int next = UNITE_SAMPLED(parents, source, neighbor);
    if (next != GAVE_UP_EDGE)
        return next;
    MARK(counters, GAVE_UP);
    return source;
}
#define UNITE_SAMPLED_EDGE(parents, source, neighbor, counters) \
    unite_sampled_edge(parents, source, neighbor, counters LINK_ARGUMENTS)
#else
#define UNITE_SAMPLED_EDGE(parents, source, neighbor, counters) UNITE(parents, source, neighbor)
#endif
