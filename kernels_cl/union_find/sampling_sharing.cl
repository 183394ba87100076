// k-out sampling that shares its edges out among work-items in the ways that Figure 2 of GConn
// compares (Hong, Dhulipala and Shun, PACT 2020, section 3.5). This project's own way is in
// sampling.cl.
//
//   SHARING_passes       one pass for each i < K, in which a work-item unites entry i of the sample
//                        of a vertex. This is Afforest's way and GConn's baseline: rows are read
//                        K times.
//   SHARING_coalesced    CSR coalescing: K adjacent work-items take the K entries of one vertex.
//                        The entries are adjacent too, but the work-items compete for one root.
//   SHARING_reorganized  edge reorganization: the work-items read the entries in that way, and
//                        exchange them, so that one work-item unites the edges of one vertex, one
//                        after the other. GConn exchanges them by shuffles between pairs of
//                        work-items. Here a work-group does so through local memory, which works
//                        on every device and for every K.
//
// Invariant: each of the K edges of each vertex is united once, or given up (given_up_edge.h). Any
// work-item may do a union at any time, so the ways differ in nothing but time; unite.h says why
// the races are benign.
#include "device/counters.h"
#include "device/parents.h"
#include "device/streamed.h"
#include "union_find/find.h"
#include "union_find/unite.h"
#include "union_find/given_up_edge.h"
#include "union_find/sampled_entry.h"

#if defined(SHARING_passes)
__kernel void sample_shared(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global int *restrict counters,
    const int i
    FOREST_PARAMETER)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const OFFSET begin = STREAMED_OFFSET(offsets, v);
    const OFFSET end = STREAMED_OFFSET(offsets, v + 1);
    if (i >= end - begin)
        return;
    const OFFSET entry = sampled_entry(v, i, begin, end);
    const int neighbor = STREAMED(neighbors, entry);
    UNITE_OR_GIVE_UP(parents, SOURCE(parents, v), neighbor, counters);
}
#elif defined(SHARING_coalesced)
__kernel void sample_shared(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global int *restrict counters
    FOREST_PARAMETER)
{
    // n K may be too large for an int.
    const ulong item = get_global_id(0);
    if (item >= (ulong)n * K)
        return;
    const int v = (int)(item / K);
    const int i = (int)(item % K);
    const OFFSET begin = STREAMED_OFFSET(offsets, v);
    const OFFSET end = STREAMED_OFFSET(offsets, v + 1);
    if (i >= end - begin)
        return;
    const OFFSET entry = sampled_entry(v, i, begin, end);
    const int neighbor = STREAMED(neighbors, entry);
    UNITE_OR_GIVE_UP(parents, SOURCE(parents, v), neighbor, counters);
}
#elif defined(SHARING_reorganized)
#define NOTHING -1

// GROUP_SIZE is the size of the work-groups.
__kernel void sample_shared(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global int *restrict counters
    FOREST_PARAMETER)
{
    __local int ends[GROUP_SIZE * K];
    const int item = get_local_id(0);
    // Unsigned: the last vertices of the last work-group may be too large for an int.
    const uint first = get_group_id(0) * GROUP_SIZE;
    for (int place = item; place < GROUP_SIZE * K; place += GROUP_SIZE) {
        const uint v = first + place / K;
        const int i = place % K;
        int end_of_edge = NOTHING;
        if (v < (uint)n) {
            const OFFSET begin = STREAMED_OFFSET(offsets, v);
            const OFFSET end = STREAMED_OFFSET(offsets, v + 1);
            if (i < end - begin)
                end_of_edge = STREAMED(neighbors, sampled_entry(v, i, begin, end));
        }
        ends[place] = end_of_edge;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint v = first + item;
    if (v >= (uint)n || ends[item * K] == NOTHING)
        return;
#ifdef FOREST
    const OFFSET begin = STREAMED_OFFSET(offsets, v);
    const OFFSET end = STREAMED_OFFSET(offsets, v + 1);
#endif
    int source = SOURCE(parents, (int)v);
    for (int i = 0; i < K && ends[item * K + i] != NOTHING; i++) {
#ifdef FOREST
        const OFFSET entry = sampled_entry(v, i, begin, end);
#endif
        source = UNITE_OR_GIVE_UP(parents, source, ends[item * K + i], counters);
    }
}
#endif
