// Find the label that most vertices have, among SAMPLES of them: by the work-items of a group, with
// a hash table in local memory. MOST_FREQUENT is -1 before, or the label is known and stays. Trees
// need not be flat: a sample goes up to its root, but for no more than MOST_STEPS, and abstains if
// that is further away. So the vote takes no longer on long paths, and what flattens them can begin
// with it.
//
// These races are benign: the labels that it reads may be older than what other groups wrote, or
// shorter paths may come from a pass that flattens meanwhile, but any label would be right, since a
// vertex that has it belongs to the one component of that label. A poor choice costs time only, and
// so does none, if all abstain.
#include "device/counters.h"
#include "device/parents.h"

// A processor's one core goes through all samples: on a torus of 2^20 vertices, whose hooks made a
// chain of each column then, 1024 took it 0.95 ms and 256 0.34, of 3.8 and 2.9.
#ifndef SAMPLES
#ifdef SHARE_BLOCKS
#define SAMPLES 256
#else
#define SAMPLES 1024
#endif
#endif
#define SLOTS (2 * SAMPLES)
// Fewer choose no label.
#ifndef LEAST_VOTES
#define LEAST_VOTES 1
#endif
#define MOST_STEPS 64
#define ABSTAINS -1

// The label of a vertex.
inline int vote_of(__global int *parents, int v)
{
#pragma unroll 1
    for (int step = 0; step < MOST_STEPS; step++) {
        const int parent = LOAD_PARENT(parents, v);
        if (parent == v)
            return v;
        v = parent;
    }
    return ABSTAINS;
}

inline void vote(
    const int n,
    __global int *parents,
    __global int *counters,
    __local int *labels,
    __local int *counts,
    __local int *best)
{
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    for (int slot = item; slot < SLOTS; slot += items) {
        labels[slot] = -1;
        counts[slot] = 0;
    }
    if (item == 0)
        *best = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int sample = item; sample < (n ? SAMPLES : 0); sample += items) {
        // A multiplicative hash spreads the samples over 0..n-1.
        const uint random = (uint)(sample + 1) * 2654435761u ^ 0x9e3779b9u >> (sample & 7);
        const int label = vote_of(parents, (int)(((ulong)random * (ulong)n) >> 32));
        if (label == ABSTAINS)
            continue;
        int slot = (int)(((uint)label * 2654435761u >> 16) % SLOTS);
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
        atomic_max(best, counts[slot]);
    barrier(CLK_LOCAL_MEM_FENCE);
    // If several labels are most frequent, take any one of them, but only one.
    for (int slot = item; slot < SLOTS; slot += items)
        if (counts[slot] == *best && *best >= LEAST_VOTES)
            atomic_cmpxchg(counters + MOST_FREQUENT, -1, labels[slot]);
}

// Every group votes, and all take the label of the first one that is done: no group waits for
// another, and no launch stands between the vote and what needs it. All work-items get the label.
// If no label of a group has LEAST_VOTES before anybody has voted, nothing is settled for it, and
// its vertices are all finished, which is right whatever the others take.
inline int agreed_label(
    const int n,
    __global int *parents,
    __global int *counters,
    __local int *labels,
    __local int *counts,
    __local int *best)
{
    vote(n, parents, counters, labels, counts, best);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        *best = atomic_or(counters + MOST_FREQUENT, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    return *best;
}
