// Pointer jumping (J. C. Wyllie, The complexity of parallel computations, PhD thesis, Cornell
// University, 1979): a link comes to lead as far as two did, so that in rounds, as many as its
// length has bits, each leads to where its way ends.
//
// Invariant: a link of v leads along the way from v, to v itself alone where the way ends. On a
// cycle a jump might lead back to v, which would pass for an end; so it is not made.
//
// Why the race is benign: a stale load of a link shows an earlier one, on the same way.

#include "strong_components/accesses.h"

// Let a link lead further. Returns whether there was anywhere to go.
inline int jump(__global int *links, const int v)
{
    const int link = LOAD(links, v);
    const int next = LOAD(links, link);
    if (next == link || next == v)
        return 0;
    STORE(links, v, next);
    return 1;
}
