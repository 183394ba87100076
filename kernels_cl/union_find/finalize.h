// Point a vertex to its root: after sampling, and in the finalization of GConn's Algorithm 1 (Hong,
// Dhulipala and Shun, PACT 2020, section 3.5) by one of the finds.
//
// Invariant: no root changes meanwhile, and no store moves a vertex down, so the root that a
// work-item stores for its vertex stays there. The races are benign: whatever others have stored in
// the meantime, every parent that is read leads up to the same root.
#include "device/parents.h"
#include "union_find/find.h"

// With an option -D FINALIZE=find_NAME.
#ifdef FINALIZE
#define FIND_AT_LAST(parents, v) FINALIZE(parents, v)
#else
#define FIND_AT_LAST(parents, v) find_patient_lifting(parents, v)
#endif

// Returns the root.
inline int finalize_vertex(__global int *parents, const int v)
{
    const int parent = LOAD_PARENT(parents, v);
    const int root = FIND_AT_LAST(parents, parent);
    if (root != parent)
        STORE_PARENT(parents, v, root);
    return root;
}
