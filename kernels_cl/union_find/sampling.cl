// k-out sampling: Sutton, Ben-Nun and Barak, Afforest, IPDPS 2018, and Hong, Dhulipala and Shun,
// GConn, PACT 2020, section 3.3. Hook-based sampling: the same section of GConn.
//
// Unite K neighbors of every vertex with it, then find the label that most vertices have.
// Afterwards only vertices with another label need to be finished: an edge between two vertices of
// that label joins nothing new, and an edge that leaves them is seen from its other end, since
// every edge is stored at both ends.
//
// sampled_entry.h says which neighbors are taken. Hook-based sampling takes the first neighbor, if
// that is above the vertex (smaller, where ids are the order: vertex_order.h), and then unites K
// neighbors only of the vertices that are still roots.
//
// Invariant: only edges of the graph are united, so each tree stays within a component. parents.h
// and unite.h say why the races are benign.
//
// One work-item takes all K edges of a vertex: they are adjacent in memory, so the first read
// fetches the others, and edges of one vertex never compete for its root. GConn's ways to share
// them out are in sampling_sharing.cl.
#include "device/parents.h"
#include "union_find/find.h"
#include "union_find/unite.h"
#include "device/counters.h"

#ifdef K
#include "union_find/sampled_entry.h"

// The edge to the first neighbor, if that is above v, needs no compare-and-swap: before any link, v
// may simply start below it. Most links are made here, free of contention.
//
// With K == 2, `rest` holds what is left for sample_rest: the second neighbor, NOTHING, or BOTH.
// Reading it back costs 4 bytes per vertex; reading the row again would cost a memory sector of 32
// and two offsets.
#define NOTHING -1
#define BOTH -2

__kernel void sample_first(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents,
    __global int *restrict rest,
    __global int *restrict counters
    FOREST_PARAMETER)
{
    CLEAR_COUNTERS(counters)
    const int v = get_global_id(0);
    if (v >= n)
        return;
    int parent = v;
    int left = NOTHING;
    const OFFSET begin = offsets[v];
    const OFFSET end = offsets[v + 1];
    const OFFSET first = sampled_entry(v, 0, begin, end);
    if (begin < end) {
        parent = UPPER(neighbors[first], v);
        if (parent == v)
            left = BOTH;
        else if (begin + 1 < end)
            left = neighbors[sampled_entry(v, 1, begin, end)];
    }
    INITIALIZE_PARENT(parents, v, parent);
    INITIALIZE_EDGE(v, parent != v ? first : NO_EDGE);
#if K == 2
    rest[v] = left;
#endif
}

__kernel void sample_rest(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global const int *restrict rest
    FOREST_PARAMETER)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
#if K == 2
    const int left = rest[v];
    if (left == NOTHING)
        return;
    if (left != BOTH) {
#ifdef FOREST
        const OFFSET entry = sampled_entry(v, 1, offsets[v], offsets[v + 1]);
#endif
        UNITE(parents, SOURCE(parents, v), left);
        return;
    }
#endif
    const OFFSET begin = offsets[v];
    const OFFSET end = offsets[v + 1];
    const int count = (int)min((OFFSET)K, end - begin);
    // sample_first has united v with its first neighbor if that is above v.
    int i = count > 0 && !ABOVE(v, neighbors[sampled_entry(v, 0, begin, end)]);
    if (i >= count)
        return;
    int source = SOURCE(parents, v);
    for (; i < count; i++) {
        const OFFSET entry = sampled_entry(v, i, begin, end);
        source = UNITE(parents, source, neighbors[entry]);
    }
}

// Hook-based sampling. Nothing is linked yet, so no work-item needs a compare-and-swap.
__kernel void hook_first(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents,
    __global int *restrict counters
    FOREST_PARAMETER)
{
    CLEAR_COUNTERS(counters)
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const OFFSET first = offsets[v];
    const int parent = first < offsets[v + 1] ? UPPER(neighbors[first], v) : v;
    INITIALIZE_PARENT(parents, v, parent);
    INITIALIZE_EDGE(v, parent != v ? first : NO_EDGE);
}

// A vertex that others have linked in the meantime is not a root any more and is left alone. Then
// its first entry may be united from neither end, so the finish has to look at it.
__kernel void hook_roots(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents
    FOREST_PARAMETER)
{
    const int v = get_global_id(0);
    if (v >= n || LOAD_PARENT(parents, v) != v)
        return;
    const OFFSET begin = offsets[v];
    const OFFSET end = min(offsets[v + 1], begin + K);
    if (begin >= end)
        return;
    int source = SOURCE(parents, v);
    for (OFFSET entry = begin; entry < end; entry++)
        source = UNITE(parents, source, neighbors[entry]);
}
#endif

#define SAMPLES 1024
#define SLOTS 2048

// Point every vertex to its root. Then the work-group that is done last finds the label of most of
// SAMPLES random vertices (a hash table in local memory). This race is benign: the labels that it
// reads may be older than what other groups wrote, but any label would be right, since a vertex
// that has it belongs to the one component of that label. A poor choice costs time only.
__kernel void flatten_and_vote(const int n, __global int *parents, __global int *counters)
{
    __local int labels[SLOTS];
    __local int counts[SLOTS];
    __local int best;
    __local int is_last;
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    const int v = get_global_id(0);
    if (v < n) {
        const int parent = LOAD_PARENT(parents, v);
        const int root = find_patient_lifting(parents, parent);
        if (root != parent)
            STORE_PARENT(parents, v, root);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (item == 0)
        is_last = atomic_inc(counters + GROUPS_DONE) == (int)get_num_groups(0) - 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (is_last) {
        for (int slot = item; slot < SLOTS; slot += items) {
            labels[slot] = -1;
            counts[slot] = 0;
        }
        if (item == 0)
            best = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int sample = item; sample < (n ? SAMPLES : 0); sample += items) {
            // A multiplicative hash spreads the samples over 0..n-1.
            const uint random = (uint)(sample + 1) * 2654435761u ^ 0x9e3779b9u >> (sample & 7);
            const int label = LOAD_PARENT(parents, (int)(((ulong)random * (ulong)n) >> 32));
            int slot = (int)(((uint)label * 2654435761u) >> 21);
            while (true) {
                const int seen = atomic_cmpxchg(&labels[slot], -1, label);
                if (seen == -1 || seen == label)
                    break;
                slot = (slot + 1) % SLOTS;
            }
            atomic_inc(&counts[slot]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int slot = item; slot < SLOTS; slot += items)
            atomic_max(&best, counts[slot]);
        barrier(CLK_LOCAL_MEM_FENCE);
        // If several labels are most frequent, take any one of them, but only one.
        for (int slot = item; slot < SLOTS; slot += items)
            if (counts[slot] == best)
                atomic_cmpxchg(counters + MOST_FREQUENT, -1, labels[slot]);
    }
}
