// Vertices of a stream of edges: eager ones have a parent from the start, lazy ones from the moment
// that an edge names them (Hong, Dhulipala and Shun, GConn, PACT 2020, section 3.6).
//
// GConn's work-items initialize a new vertex under a spin lock. There is one word to write, so one
// compare-and-swap does the same, and nobody waits: ABSENT becomes the vertex itself, once.
//
// Invariant: a work-item that inserts an edge sees to both ends first, and links lead from such
// vertices to such vertices. So no path contains an absent vertex.
#include "device/parents.h"

#define ABSENT (-1)

#ifdef LAZY_VERTICES
inline void appear(__global int *parents, const int v)
{
    // A stale look costs a needless compare-and-swap. LOAD_PARENT looks again by itself.
    if (LOAD_PARENT(parents, v) < 0)
        (void)atomic_cmpxchg((volatile __global int *)(parents + v), ABSENT, v);
}
#define APPEAR(parents, v) appear(parents, v)
#define IS_ABSENT(parents, v) (LOAD_PARENT(parents, v) < 0)
#define FIRST_PARENT(v) ABSENT
#else
#define APPEAR(parents, v)
#define IS_ABSENT(parents, v) false
#define FIRST_PARENT(v) (v)
#endif
