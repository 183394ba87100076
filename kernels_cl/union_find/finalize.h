// Point a vertex to its root: after sampling, and in the finalization of GConn's Algorithm 1 (Hong,
// Dhulipala and Shun, PACT 2020, section 3.5) by one of the finds.
//
// Invariant: no root changes meanwhile, only the work-item of a vertex moves it down, and that ends
// with the root, which stays there. The races are benign: whatever others have stored in the
// meantime, every parent that is read leads up to the same root.
#include "device/parents.h"
#include "union_find/find.h"

// With an option -D FINALIZE=find_NAME that find does it. Otherwise a vertex takes some steps
// alone; then it stores where it has come to after each step, so that whoever walks through it
// skips what lies between: if all vertices of a chain do so, each step is about twice as long as
// the one before. Those of a chain need not all be in work at once: so after PATIENCE steps a
// work-item lifts all vertices that it passes (find_split_lifting). When that was the only way, a
// fifth of 2^20 vertices in a chain, the others scattered, took 0.87 ms in place of 0.12 (H200).
// ALL_IN_WORK says that each vertex has a work-item that runs: then none of these lifts. (Even
// where it is not needed, that code costs road-small in one launch a microsecond of 21 on an H100.)
// To store from the first step on costs a shuffled path 5 % more than from the ninth.
#define STEPS_ALONE 8
#ifndef ALL_IN_WORK
#define ALL_IN_WORK 0
#endif

// Point v to its root.
#ifdef FINALIZE
inline int finalize_vertex(__global int *parents, const int v)
{
    const int parent = LOAD_PARENT(parents, v);
    const int root = FINALIZE(parents, parent);
    if (root != parent)
        STORE_PARENT(parents, v, root);
    return root;
}
#else
inline int finalize_vertex(__global int *parents, const int v)
{
    const int parent = LOAD_PARENT(parents, v);
    int root = parent;
#pragma unroll 1
    for (int step = 0; ALL_IN_WORK || step < PATIENCE; step++) {
        const int next = LOAD_PARENT(parents, root);
        if (next == root) {
            if (root != parent)
                STORE_PARENT(parents, v, root);
            return root;
        }
        root = next;
        if (step >= STEPS_ALONE)
            STORE_PARENT(parents, v, root);
    }
    root = find_split_lifting(parents, parent);
    STORE_PARENT(parents, v, root);
    return root;
}
#endif
