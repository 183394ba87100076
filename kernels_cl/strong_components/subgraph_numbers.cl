// Sources, one for each subgraph, and numbers for the subgraphs that will form: Li, Zhu, Cong and
// Yang, Efficient decomposition of strongly connected components on GPUs, Journal of Systems
// Architecture 60, 2014, section 3.5 and Algorithm 4. Candidates write themselves to the place of
// their subgraph; a prefix sum over the places lists those that are elected, and numbers what their
// searches will reach. No number needs an atomic function.
//
// Invariant: numbers are given in ascending order, and a vertex of an unfinished component has one
// of them as its label. Each number has a place in `election`, which is NOBODY between elections.
// labels.h explains `changes`. Every search from one source in each subgraph finishes a vertex
// there. Another numbering makes no more new numbers than there are subgraphs then. So there are at
// most 2 n + 1 numbers.
//
// The race of the election is benign: whichever candidate writes last is as good as any other. With
// `smallest` it is decided by atomic minima instead. Everything else has one writer.
#include "strong_components/labels.h"
#include "strong_components/frontier.h"

#define NOBODY INT_MAX

__kernel void begin_numbers(
    const int n,
    const int places,
    __global int *restrict labels,
    __global int *restrict election,
    __global int *restrict numbers)
{
    const int i = get_global_id(0);
    if (i < n)
        labels[i] = 0;
    if (i < places)
        election[i] = NOBODY;
    if (i == 0)
        numbers[NEXT_NUMBER] = 1;
}

// Every vertex that is left is a candidate.
__kernel void elect_sources(
    const int n,
    const int smallest,
    __global const int *restrict labels,
    __global int *election,
    __global int *work)
{
    const int v = get_global_id(0);
    if (v == 0)
        work[WORK_DEPTH] += n > 0;
    if (v >= n || IS_FINISHED(labels[v]))
        return;
    if (smallest)
        (void)OFFER_PARENT(election, labels[v], v);
    else
        STORE_PARENT(election, labels[v], v);
}

// The work-items share the numbers in blocks.
#define NUMBERS_BEGIN(count) ((int)((long)(count) * get_global_id(0) / blocks))
#define NUMBERS_END(count) ((int)((long)(count) * (get_global_id(0) + 1) / blocks))

__kernel void count_elected(
    const int blocks,
    __global const int *restrict election,
    __global int *restrict counts,
    __global int *restrict numbers)
{
    const int block = get_global_id(0);
    if (block >= blocks)
        return;
    const int count = numbers[NEXT_NUMBER];
    if (block == 0)
        numbers[FIRST_NUMBER] = count;
    int elected = 0;
    for (int name = NUMBERS_BEGIN(count); name < NUMBERS_END(count); name++)
        elected += election[name] != NOBODY;
    counts[block] = elected;
}

// `counts` has how many are elected before each block, and in all.
__kernel void number_subgraphs(
    const int blocks,
    __global int *restrict election,
    __global const int *restrict counts,
    __global int *restrict changes,
    __global int *restrict sources,
    __global int *restrict numbers)
{
    const int block = get_global_id(0);
    if (block >= blocks)
        return;
    const int count = numbers[FIRST_NUMBER];
    if (block == 0) {
        numbers[NEXT_NUMBER] = count + counts[blocks];
        numbers[SOURCES] = counts[blocks];
    }
    int place = counts[block];
    for (int name = NUMBERS_BEGIN(count); name < NUMBERS_END(count); name++) {
        if (election[name] == NOBODY)
            continue;
        sources[place] = election[name];
        changes[name] = changes[count + place] = count + place - name;
        election[name] = NOBODY;
        place++;
    }
}

// Begin the forward search: move each source to the subgraph that will form.
__kernel void begin_forward(
    const int n,
    __global int *restrict labels,
    __global const int *restrict changes,
    __global const int *restrict sources,
    __global const int *restrict numbers,
    NEXT_PARAMETERS)
{
    __local queue_t queue;
    const int i = get_global_id(0);
    begin_queue(&queue);
    if (i < min(n, numbers[SOURCES])) {
        const int v = sources[i];
        labels[v] += changes[labels[v]];
        remember(v, 0, &queue, offsets, next, next_pieces, search);
    }
    append_remembered(0, &queue, offsets, next, next_pieces, search);
}

// Begin the backward search: finish the component of each source.
__kernel void begin_backward(
    const int n,
    __global int *restrict labels,
    __global const int *restrict sources,
    __global const int *restrict numbers,
    NEXT_PARAMETERS)
{
    __local queue_t queue;
    const int i = get_global_id(0);
    begin_queue(&queue);
    if (i < min(n, numbers[SOURCES])) {
        const int v = sources[i];
        labels[v] = FINISHED(labels[v]);
        remember(v, 0, &queue, offsets, next, next_pieces, search);
    }
    append_remembered(0, &queue, offsets, next, next_pieces, search);
}

__kernel void say_whether_any_remain(
    const int n, __global const int *restrict labels, __global int *counters)
{
    const int v = get_global_id(0);
    if (v < n && !IS_FINISHED(labels[v]))
        MARK_CHANGED(counters);
}
