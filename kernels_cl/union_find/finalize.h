// The finalization of GConn's Algorithm 1 (Hong, Dhulipala and Shun, PACT 2020, section 3.5), by
// one of the finds, -D FINALIZE=find_NAME.
#include "device/parents.h"
#include "union_find/find.h"

#ifdef FINALIZE
// Point a vertex to its root. No root changes here, and no FINALIZE moves a vertex down, so the
// root that a work-item stores for its vertex stays there.
inline void finalize_vertex(__global int *parents, const int v)
{
    const int parent = LOAD_PARENT(parents, v);
    const int root = FINALIZE(parents, parent);
    if (root != parent)
        STORE_PARENT(parents, v, root);
}
#endif
