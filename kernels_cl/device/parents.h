// The parent array: how every kernel reads, writes and links it.
//
// Invariant of all union-find kernels: parents[v] is v itself, or it is above v in the order of the
// vertices (vertex_order.h) and in the same component as v. A root is its own parent. A root
// becomes a child only by a successful compare-and-swap (LINK_PARENT), but where nobody unites (see
// below), and a child never becomes a root again. (One exception: breadth-first sampling makes a
// star, whose leaves may be above its center where ids are not the order.) So there are no cycles,
// and where ids are the order the root of a tree is its smallest vertex.
//
// The default accesses are plain loads and stores, which a GPU may serve from its first-level
// cache. They race, and every race is benign:
// - A stale load returns an older parent of v. That parent is in the component of v, and it is or
//   was an ancestor of v, so following it ends at a vertex that is or was a root. If that vertex is
//   no longer a root, LINK_PARENT fails, and the caller goes on from the value that LINK_PARENT
//   returned. It never uses a second plain load, which could be stale forever. Each failure leads
//   strictly upwards, so the loop ends.
// - If two work-items store to one child, both values are above the child and in its component, and
//   either may win. A store that undoes a better one costs time, not correctness.
// - A store never hits a root. STORE_PARENT is only called for a vertex that was seen to have
//   another parent, and such a vertex stays a child for good. (Three exceptions: Union-Hooks stores
//   the one link of a root, and nobody else stores there before they have seen that link. A kernel
//   that links nothing may store to a root the value that is already there, the root itself. And
//   link_larger of short_rows.cl links roots by stores, of which it may lose some, while nobody
//   unites, unless it makes a forest; a later kernel looks at all edges again.)
// - No device that OpenCL names tears an aligned 32-bit access.
// Plain loads decide the speed: `volatile` loads, which go to the second-level cache, cost 1.2 to
// 11 times the time on an H100.
//
// RACE_FREE makes every access atomic; a sanitizer runs that build.
#include "device/union_state.h"
#include "device/vertex_order.h"

// Load the current parent, for a work-item that waits for another one: a plain load could be stale
// forever.
#define LOAD_FRESH_PARENT(parents, v) atomic_or((volatile __global int *)((parents) + (v)), 0)

#if defined(RACE_FREE)
#define LOAD_PARENT(parents, v) LOAD_FRESH_PARENT(parents, v)
#elif defined(LAZY_VERTICES)
// A vertex whose parent is not there yet (incremental/vertices.h). Nobody follows a path through
// such a vertex, so a plain load that says so is stale.
inline int load_lazy_parent(__global int *parents, const int v)
{
    const int parent = parents[v];
    return parent < 0 ? LOAD_FRESH_PARENT(parents, v) : parent;
}
#define LOAD_PARENT(parents, v) load_lazy_parent(parents, v)
#else
#define LOAD_PARENT(parents, v) ((parents)[v])
#endif
#ifdef RACE_FREE
#define STORE_PARENT(parents, v, value) \
    ((void)atomic_xchg((volatile __global int *)((parents) + (v)), (value)))
#else
#define STORE_PARENT(parents, v, value) ((void)((parents)[v] = (value)))
#endif

// Store the first parent of v. The work-item of v does this in a kernel that reads no parent, so
// nothing races with it. (A sanitizer counts memory as initialized only after such a store.)
#define INITIALIZE_PARENT(parents, v, value) \
    ((void)((parents)[v] = (value), INITIALIZE_STATE(v, value)))

// Lower the parent of v to a value; do nothing if the parent is smaller already.
#define LOWER_PARENT(parents, v, value) \
    ((void)atomic_min((volatile __global int *)((parents) + (v)), (value)))

// LOWER_PARENT for a parent that very many work-items want to lower, such as that of the root of a
// large tree. Atomic functions on one word wait for each other, and the first-level cache may hold
// an old value of the word. A volatile look past that cache avoids nearly all atomic functions.
// Returns whether there was anything to do.
#ifdef RACE_FREE
#define LOAD_PAST_CACHE(parents, v) LOAD_FRESH_PARENT(parents, v)
#else
#define LOAD_PAST_CACHE(parents, v) ((volatile __global int *)(parents))[v]
#endif
#define OFFER_PARENT(parents, v, value) \
    (LOAD_PAST_CACHE(parents, v) > (value) ? (LOWER_PARENT(parents, v, value), 1) : 0)

// Make root v a child of a vertex above it. Returns v on success, otherwise the parent that v has
// got in the meantime.
#define LINK_PARENT(parents, v, value) \
    atomic_cmpxchg((volatile __global int *)((parents) + (v)), (v), (value))

// Give child v a new parent if its parent is still the one seen. Returns the parent that it had.
#define REPLACE_PARENT(parents, v, seen, value) \
    atomic_cmpxchg((volatile __global int *)((parents) + (v)), (seen), (value))
