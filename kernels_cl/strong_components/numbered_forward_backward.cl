// The partition by many sources: Li, Zhu, Cong and Yang, Efficient decomposition of strongly
// connected components on GPUs, Journal of Systems Architecture 60, 2014, section 3.4. Random
// vertices of the whole graph are the sources of one forward search, each within its subgraph. It
// divides each subgraph that has a source into what they reach and what they do not.
// subgraph_numbers.cl has the rest of the algorithm.
//
// Invariant: each component lies within one subgraph, since no path leads back into one from what
// is reached in it.
//
// The random vertices come from a linear congruential generator modulo 2**32, whose upper bits
// choose the vertex; the reference says why not modulo n. A vertex may be drawn twice: one
// compare-and-swap lets it begin once. The race of the election is that of subgraph_numbers.cl.
#include "device/hash.h"
#include "strong_components/labels.h"
#include "strong_components/frontier.h"

#define MULTIPLIER 1664525u
#define INCREMENT 1013904223u
#define DRAWN(number) ((int)(((ulong)(number) * (ulong)n) >> 32))

__kernel void begin_random(const int draws, __global uint *restrict random)
{
    const int i = get_global_id(0);
    if (i < draws)
        random[i] = (uint)mixed_bits((ulong)i);
}

__kernel void draw_candidates(
    const int n,
    const int draws,
    const int smallest,
    __global uint *restrict random,
    __global const int *restrict labels,
    __global int *election)
{
    const int i = get_global_id(0);
    if (i >= draws)
        return;
    random[i] = random[i] * MULTIPLIER + INCREMENT;
    const int v = DRAWN(random[i]);
    if (IS_FINISHED(labels[v]))
        return;
    if (smallest)
        (void)OFFER_PARENT(election, labels[v], v);
    else
        STORE_PARENT(election, labels[v], v);
}

// All vertices drawn are sources; the elected ones only made sure that their subgraphs got numbers.
__kernel void begin_partition(
    const int n,
    const int draws,
    __global const uint *restrict random,
    __global int *labels,
    __global const int *restrict changes,
    __global const int *restrict numbers,
    NEXT_PARAMETERS)
{
    __local queue_t queue;
    const int i = get_global_id(0);
    begin_queue(&queue);
    if (i < draws) {
        const int v = DRAWN(random[i]);
        const int label = LOAD_LABEL(labels, v);
        // A vertex drawn twice may have its new label already.
        if (!IS_FINISHED(label) && label < numbers[FIRST_NUMBER]
            && CLAIM(labels, v, label, label + changes[label]))
            remember(v, 0, &queue, offsets, next, next_pieces, search);
    }
    append_remembered(0, &queue, offsets, next, next_pieces, search);
}
