// The parent array: how every kernel reads, writes and links it.
//
// Invariant of all union-find kernels: parents[v] is v, or stands above v in the
// order of the vertices (vertex_order.h), and is in the same component as v. A root is its own
// parent. A root becomes a child only by a successful compare-and-swap (LINK_PARENT); a
// child never becomes a root again. So there are no cycles, and where ids are the order the root
// of a tree is its smallest vertex.
//
// The default accesses are plain loads and stores, which a GPU may serve from its
// first-level cache. They race, and every race is benign:
// - A stale load returns an older parent of v: still in the component of v, and still
//   an ancestor or a former ancestor, so following it ends at a vertex that is, or
//   once was, a root. LINK_PARENT then fails if that vertex is no longer a root, and
//   the caller goes on from the value that it returned, never from a second plain
//   load (which could be stale for ever). Each failure leads strictly upwards, so
//   the loop ends.
// - Two stores to one child: both values stand above it in its component, and
//   either may win. A store that undoes a better one costs time, not correctness.
// - A store never meets a root: STORE_PARENT is only called for a vertex that was seen
//   to have another parent, and it stays a child for good. (Union-Hooks stores the one link of
//   a root; nobody else stores there before they have seen it. A kernel that links nothing may
//   store to a root what it is already, itself.)
// - 32-bit aligned accesses are not torn on any device that OpenCL names.
// Plain loads decide the speed: `volatile` ones, which go to the second-level cache,
// cost 1.2 to 11 times the time on an H100.
//
// RACE_FREE makes every access atomic; a sanitizer runs that build.
#include "device/union_state.h"
#include "device/vertex_order.h"

// As it is now, for a work-item that waits for another one: a plain load could be stale for ever.
#define LOAD_FRESH_PARENT(parents, v) atomic_or((volatile __global int *)((parents) + (v)), 0)

#ifdef RACE_FREE
#define LOAD_PARENT(parents, v) LOAD_FRESH_PARENT(parents, v)
#define STORE_PARENT(parents, v, value) \
    ((void)atomic_xchg((volatile __global int *)((parents) + (v)), (value)))
#else
#define LOAD_PARENT(parents, v) ((parents)[v])
#define STORE_PARENT(parents, v, value) ((void)((parents)[v] = (value)))
#endif

// The first parent of v, stored by v's own work-item in a kernel that reads no parent: there is
// nothing to race with. (A sanitizer takes memory for initialized only by such a store.)
#define INITIALIZE_PARENT(parents, v, value) \
    ((void)((parents)[v] = (value), INITIALIZE_STATE(v, value)))

// A store that does nothing if the parent of v is smaller already.
#define LOWER_PARENT(parents, v, value) \
    ((void)atomic_min((volatile __global int *)((parents) + (v)), (value)))

// LOWER_PARENT where very many work-items want to lower one parent, that of the root of a large tree.
// Atomic functions on one word wait for each other, and what the first-level cache says of the word
// may be old: a volatile look, past that cache, spares nearly all of them. Returns whether there
// was anything to do.
#ifdef RACE_FREE
#define LOAD_PAST_CACHE(parents, v) LOAD_FRESH_PARENT(parents, v)
#else
#define LOAD_PAST_CACHE(parents, v) ((volatile __global int *)(parents))[v]
#endif
#define OFFER_PARENT(parents, v, value) \
    (LOAD_PAST_CACHE(parents, v) > (value) ? (LOWER_PARENT(parents, v, value), 1) : 0)

// Make root v a child of a vertex above it. Returns v if that was done, else the parent that v had
// got meanwhile.
#define LINK_PARENT(parents, v, value) \
    atomic_cmpxchg((volatile __global int *)((parents) + (v)), (v), (value))

// Give child v a new parent if its parent is still the one seen. Returns the parent that it had.
#define REPLACE_PARENT(parents, v, seen, value) \
    atomic_cmpxchg((volatile __global int *)((parents) + (v)), (seen), (value))
