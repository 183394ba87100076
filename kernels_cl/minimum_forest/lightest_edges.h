// The lightest edge of each component, determined by all work-items that see one of its edges.
//
// The edges are ordered by (key, index). Indices differ, so the order is total and each component
// has exactly one lightest edge. With INT64 a word of 64 bits holds key and index, and one atom_min
// offers both. Without it there are two minima of 32 bits: first the lightest key; then, once that
// is final, the lowest index among the edges with that key. So a kernel that offers edges is
// followed by one that offers their indices; with INT64 the second kernel is left out.
//
// Invariant: within a round a minimum only falls, and at its end it is the minimum of all offers,
// whatever their order. An index is below 2^32 - 2, so NO_MINIMUM is above every offer.
//
// GUARDS: look first, and skip the atomic function if the minimum is already low enough. The race
// is benign: a plain look may be stale, but a stale minimum is too high and costs no more than the
// atomic function. (A word of 64 bits is not torn on a device that has atomic functions for it.)
#include "device/parents.h"

// The index of the heaviest light edge where all edges with its key are light.
#define ALL_INDICES (-1)

#ifdef INT64
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
typedef ulong minimum_t;
#define NO_MINIMUM ULONG_MAX
#define ATOMIC_MINIMUM(minima, place, value) \
    ((void)atom_min((volatile __global ulong *)((minima) + (place)), (value)))
#define ATOMIC_LOOK(minima, place) atom_or((volatile __global ulong *)((minima) + (place)), 0ul)
#define ATOMIC_STORE(minima, place, value) \
    ((void)atom_xchg((volatile __global ulong *)((minima) + (place)), (value)))
#define EDGE_VALUE(key, index) (((ulong)(key) << 32) | (uint)(index))
#else
typedef uint minimum_t;
#define NO_MINIMUM UINT_MAX
#define ATOMIC_MINIMUM(minima, place, value) \
    ((void)atomic_min((volatile __global uint *)((minima) + (place)), (value)))
#define ATOMIC_LOOK(minima, place) atomic_or((volatile __global uint *)((minima) + (place)), 0u)
#define ATOMIC_STORE(minima, place, value) \
    ((void)atomic_xchg((volatile __global uint *)((minima) + (place)), (value)))
#define EDGE_VALUE(key, index) (key)
#endif

#ifdef RACE_FREE
#define LOOK(minima, place) ATOMIC_LOOK(minima, place)
#else
#define LOOK(minima, place) ((minima)[place])
#endif
#ifdef GUARDS
#define MAY_LOWER(minima, place, value) (LOOK(minima, place) > (value))
#else
#define MAY_LOWER(minima, place, value) 1
#endif
#define LOWER_MINIMUM(minima, place, value)      \
    if (MAY_LOWER(minima, place, value))         \
        ATOMIC_MINIMUM(minima, place, value);

// Several work-items may clear one minimum. The race is benign: they store the same value.
#ifdef RACE_FREE
#define STORE_NO_MINIMUM(minima, place) ATOMIC_STORE(minima, place, NO_MINIMUM)
#else
#define STORE_NO_MINIMUM(minima, place) ((void)((minima)[place] = NO_MINIMUM))
#endif

// The minima of 32 bits: those of the keys are at [0, n), those of the indices at [n, 2 n).
#ifdef INT64
#define INITIALIZE_MINIMUM(minima, n, v) ((void)((minima)[v] = NO_MINIMUM))
#define CLEAR_MINIMUM(minima, n, v) STORE_NO_MINIMUM(minima, v)
#define IS_MINIMUM(minima, n, v, key, index) ((minima)[v] == EDGE_VALUE(key, index))
#else
#define INITIALIZE_MINIMUM(minima, n, v) \
    ((void)((minima)[v] = NO_MINIMUM, (minima)[(size_t)(n) + (v)] = NO_MINIMUM))
#define CLEAR_MINIMUM(minima, n, v) \
    (STORE_NO_MINIMUM(minima, v), STORE_NO_MINIMUM(minima, (size_t)(n) + (v)))
#define IS_MINIMUM(minima, n, v, key, index) \
    ((minima)[v] == (key) && (minima)[(size_t)(n) + (v)] == (uint)(index))
#endif
#define OFFER_EDGE(minima, v, key, index) LOWER_MINIMUM(minima, v, EDGE_VALUE(key, index))
#ifndef INT64
#define OFFER_INDEX(minima, n, v, key, index)                               \
    if ((minima)[v] == (key))                                               \
        LOWER_MINIMUM(minima, (size_t)(n) + (v), (uint)(index));
#endif
