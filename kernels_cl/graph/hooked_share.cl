// What hook-based sampling (Hong, Dhulipala and Shun, GConn, PACT 2020, section 3.3) may cover, for
// a processor, which hooks all vertices to find out: no walk from a few of them would see as much
// (hook_coverage.cl). And what first neighbors say of a few vertices, which costs next to nothing
// and tells whether to go on.
//
// The sampling leaves a vertex alone that had no smaller first neighbor but was linked before its
// turn, so what it covers depends on the order of the work-items. Here each such vertex takes its
// turn, so that the share is the same in every run, and may be a little larger.
//
// Invariant: as in parents.h, each parent is the vertex itself or a smaller one of its component;
// so every path ends. The races are benign for the reasons given there: a root becomes a child by a
// compare-and-swap alone, and a failed one goes on from what it has returned; whoever goes up a
// path halves it, and a store that undoes a better one costs time alone.
//
// Hooks make long chains, which are flattened before any edge of a root is united: a processor goes
// through the ids in their order, so each vertex is a step from its root then. Where all go up at
// once, each stores where it has come to, so that every step is twice as long as the one before.
#include "device/hash.h"
#include "device/parents.h"

// What is found of a sampled vertex is a sum of these.
#define ROOT 1
#define UNLIKE 2
#define AT_HUB 4

#define ENTRIES(v) (offsets[(v) + 1] - offsets[v])

// Whether a vertex has no smaller first neighbor, whether the next vertex has another number of
// neighbors, and whether it or its first neighbor has more than `hub`.
__kernel void look_at_first_neighbors(
    const int n,
    const int samples,
    const int hub,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict found)
{
    const int sample = get_global_id(0);
    if (sample >= samples)
        return;
    const int v = spread_place(sample, n);
    const int first = ENTRIES(v) > 0 ? neighbors[offsets[v]] : v;
    const int is_unlike = v + 1 < n && ENTRIES(v + 1) != ENTRIES(v);
    const int at_hub = ENTRIES(v) > hub || ENTRIES(first) > hub;
    found[sample] = (first >= v ? ROOT : 0) | (is_unlike ? UNLIKE : 0) | (at_hub ? AT_HUB : 0);
}

// The first neighbor of v if that is smaller, else v.
inline int hook_of(
    const int v, __global const OFFSET *restrict offsets, __global const int *restrict neighbors)
{
    return ENTRIES(v) > 0 ? upper_neighbor(neighbors[offsets[v]], v) : v;
}

__kernel void hook_vertices(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents)
{
    const int v = get_global_id(0);
    if (v < n)
        INITIALIZE_PARENT(parents, v, hook_of(v, offsets, neighbors));
}

inline int root_of(__global int *parents, int v)
{
    int parent = LOAD_PARENT(parents, v);
    while (parent != v) {
        const int grandparent = LOAD_PARENT(parents, parent);
        if (grandparent == parent)
            return parent;
        STORE_PARENT(parents, v, grandparent);
        v = grandparent;
        parent = LOAD_PARENT(parents, v);
    }
    return v;
}

__kernel void flatten_hooks(const int n, __global int *parents)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    int parent = LOAD_PARENT(parents, v);
    int grandparent = LOAD_PARENT(parents, parent);
    while (grandparent != parent) {
        STORE_PARENT(parents, v, grandparent);
        parent = grandparent;
        grandparent = LOAD_PARENT(parents, parent);
    }
}

// Unite each vertex that was not hooked with its first `edges` neighbors.
__kernel void unite_roots(
    const int n,
    const int edges,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents)
{
    const int v = get_global_id(0);
    if (v >= n || hook_of(v, offsets, neighbors) != v)
        return;
    for (int i = 0; i < edges && i < ENTRIES(v); i++) {
        int one = root_of(parents, v);
        int other = root_of(parents, neighbors[offsets[v] + i]);
        while (one != other) {
            const int lower = max(one, other);
            const int upper = min(one, other);
            const int parent = LINK_PARENT(parents, lower, upper);
            one = root_of(parents, upper);
            other = parent == lower ? one : root_of(parents, parent);
        }
    }
}

// The root of each sampled vertex.
__kernel void take_roots(
    const int n,
    const int samples,
    __global int *parents,
    __global int *restrict found)
{
    const int sample = get_global_id(0);
    if (sample < samples)
        found[sample] = root_of(parents, spread_place(sample, n));
}
