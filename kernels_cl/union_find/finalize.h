// Point a vertex to its root: after sampling, and in the finalization of GConn's Algorithm 1 (Hong,
// Dhulipala and Shun, PACT 2020, section 3.5) by one of the finds.
//
// Invariant: no root changes meanwhile, and no store moves a vertex down, so the root that a
// work-item stores for its vertex stays there.
#include "device/parents.h"
#include "union_find/find.h"

// Without an option: -D FINALIZE=find_NAME.
#ifndef FINALIZE
#define FINALIZE find_patient_lifting
#endif

// Returns the root.
inline int finalize_vertex(__global int *parents, const int v)
{
    const int parent = LOAD_PARENT(parents, v);
    const int root = FINALIZE(parents, parent);
    if (root != parent)
        STORE_PARENT(parents, v, root);
    return root;
}
