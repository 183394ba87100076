// Contract what is strongly connected within a few neighboring ids, or on a short cycle. Own.
//
// A search takes a round for each step away from its beginning, thousands in a long thin graph, a
// mesh or a road network, and signatures take rounds over all vertices. Most of its cycles are
// short, though, and most of their vertices have ids near each other. So a work-group takes a
// block of ids, finds the strong components of the arcs within it in local memory, where a round
// needs no other group, and each becomes one vertex. Then the vertices of cycles of at most four
// arcs become one, wherever they are (short_cycles.h): near neighbors find each other whatever
// their ids are. The graph of what is left (quotient.cl) keeps the order of ids, so that blocks of
// it reach farther, and is contracted again. The first graph also begins with what rounds of
// signatures have found to be in one component, before they were stopped.
//
// Within a block: signatures, as in signatures.cl, with jumps, and phases whose regions are named
// by the two parts of a signature.
//
// Invariants: parents[v] is negative for a vertex without a predecessor or a successor, which is a
// component; otherwise it leads to a root, a vertex of the same component that is not larger
// (device/parents.h). Each part of a signature names a vertex of the block that reaches v, or that
// v reaches, along arcs of the block. Two equal parts prove that v is in one component with the
// vertex that they name. Arcs that are left out, for want of room, rounds or phases, prove less:
// then less is contracted, but nothing wrong.
//
// Why the races are benign: as in signatures.cl, within a block; parts only grow, by atomic maxima,
// and a stale load shows a smaller one. Short cycles are united as unite.h says.
#include "device/parents.h"
#include "strong_components/accesses.h"
#include "strong_components/labels.h"
#include "strong_components/priority.h"
#include "strong_components/quotient.h"
#include "graph/row_search.h"
#include "graph/short_cycles.h"
#include "union_find/find.h"
#include "union_find/unite.h"

#define BLOCK (1 << BLOCK_BITS)
#define ONE_BLOCK __attribute__((reqd_work_group_size(GROUP, 1, 1)))

// Room for arcs of a block, two ends of 16 bits each: a power of two. With the three arrays below
// it makes 28 KB.
#define ARC_ROOM 4096
#define ARC(source, target) ((uint)(source) << 16 | (uint)(target))
#define NO_ARC 0u  // a loop
#define PROBES 8

// Entries that are taken together from each part of a block's rows, if not all may have room.
#define RUN 32
// Parts that are looked at: the rows of a few hubs may have most arcs of a graph.
#define MOST_PASSES 64L

// Phases of a block, and rounds of a phase: the next level may find the rest.
#define PHASES 4
#define MOST_ROUNDS 128

// The region of a vertex: from 0 on if it is unfinished.
#define DEAD -1
#define NAMED(priority) (-2 - (priority))

// Put an arc into a table of arcs, once: a vertex into which many have been contracted has parallel
// arcs, which would take the room of others. One for which there is no room is left out.
inline void put_arc(const uint arc, __local uint *arcs)
{
    uint place = arc * 0x9e3779b1u >> 8;
    for (int probe = 0; probe < PROBES; probe++, place++) {
        const uint seen = atomic_cmpxchg(arcs + place % ARC_ROOM, NO_ARC, arc);
        if (seen == NO_ARC || seen == arc)
            return;
    }
}

// Take arcs within a block. If there may be more than have room, from all of its rows first, a run
// of entries here and there: arcs of a few rows alone make no cycle.
inline void take_arcs(
    const int first,
    const int size,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __local uint *arcs)
{
    const OFFSET begin = offsets[first];
    const OFFSET end = offsets[first + size];
    const long runs = ((long)(end - begin) + RUN - 1) / RUN;
    const long passes = max(1L, runs * RUN / ARC_ROOM);
    const long items = (runs + passes - 1) / passes * RUN;
    for (long pass = 0; pass < min(passes, MOST_PASSES); pass++) {
        for (long i = get_local_id(0); i < items; i += get_local_size(0)) {
            const long entry = begin + (i / RUN * passes + pass) * RUN + i % RUN;
            if (entry >= end)
                continue;
            const int target = neighbors[entry] - first;
            if (target < 0 || target >= size)
                continue;
            const int source = row_between(offsets, first, first + size, entry) - first;
            if (source != target)
                put_arc(ARC(source, target), arcs);
        }
    }
}

// Raise a part of a signature. Returns whether there was anything to do.
inline int raise(__local int *parts, const int i, const int priority)
{
    if (LOOK_AT_LOCAL(parts[i]) >= priority)
        return 0;
    atomic_max(parts + i, priority);
    return 1;
}

inline int jump(__local int *parts, const int i)
{
    const int own = LOOK_AT_LOCAL(parts[i]);
    return raise(parts, i, LOOK_AT_LOCAL(parts[vertex_of(own, BLOCK_BITS, 0)]));
}

__kernel ONE_BLOCK void join_blocks(
    const int level,
    __global const int *restrict sizes,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global int *restrict parents)
{
    __local uint arcs[ARC_ROOM];
    __local int regions[BLOCK];
    __local int in[BLOCK];
    __local int out[BLOCK];
    __local int is_altered;
    __local int is_left;
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    // Groups without vertices pass the barriers, too: PoCL 5 goes wrong behind a return before one.
    const int n = sizes[level];
    const int first = min((int)get_group_id(0) << BLOCK_BITS, n);
    const int size = min(BLOCK, n - first);
    const int room = size > 0 ? ARC_ROOM : 0;
    for (int i = item; i < room; i += items)
        arcs[i] = NO_ARC;
    barrier(CLK_LOCAL_MEM_FENCE);
    take_arcs(first, size, offsets, neighbors, arcs);
    for (int i = item; i < size; i += items) {
        const int v = first + i;
        const bool is_dead =
            offsets[v + 1] == offsets[v] || back_offsets[v + 1] == back_offsets[v];
        regions[i] = is_dead ? DEAD : 0;
        in[i] = out[i] = priority_of(i, BLOCK_BITS, 0);
    }
    for (int phase = 0; phase < PHASES; phase++) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (item == 0)
                is_altered = is_left = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            int altered = 0;
            for (int i = item; i < room; i += items) {
                const int u = arcs[i] >> 16;
                const int v = arcs[i] & 0xffff;
                if (u == v || regions[u] < 0 || regions[u] != regions[v])
                    continue;
                altered |= raise(in, v, LOOK_AT_LOCAL(in[u]));
                altered |= raise(out, u, LOOK_AT_LOCAL(out[v]));
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int i = item; i < size; i += items)
                if (regions[i] >= 0)
                    altered |= jump(in, i) | jump(out, i);
            if (altered)
                SET_FLAG(is_altered);
            barrier(CLK_LOCAL_MEM_FENCE);
            if (!is_altered)
                break;
        }
        // Parts that still grow are no worse as regions: what is equal is proved.
        for (int i = item; i < size; i += items) {
            if (regions[i] < 0)
                continue;
            if (in[i] == out[i]) {
                regions[i] = NAMED(in[i]);
            } else {
                regions[i] = in[i] << BLOCK_BITS | out[i];
                in[i] = out[i] = priority_of(i, BLOCK_BITS, 0);
                SET_FLAG(is_left);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!is_left)
            break;
    }
    // Now `in` holds the smallest vertex of each component, at the place of the one that names it.
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < size; i += items)
        in[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < size; i += items)
        if (regions[i] < DEAD)
            atomic_min(in + vertex_of(NAMED(regions[i]), BLOCK_BITS, 0), i);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < size; i += items) {
        const int root = regions[i] < DEAD ? in[vertex_of(NAMED(regions[i]), BLOCK_BITS, 0)] : i;
        parents[first + i] = regions[i] == DEAD ? DROPPED : first + root;
    }
}

// Vertices of the first graph become one that signatures have found to be in one component, before
// their rounds were stopped (signatures.h): also where no cycle is short.
__kernel void unite_known(
    const int level,
    __global const int *restrict sizes,
    __global const int *restrict labels,
    __global const int *restrict origins,
    __global const int *restrict base,
    __global int *parents)
{
    const int v = get_global_id(0);
    if (v >= sizes[level])
        return;
    const int known = labels[origins[v]];
    const int other = IS_FINISHED(known) ? v : base[known];
    // What is one vertex now, by paths that have been shortened, may have been dropped.
    if (other != v)
        (void)UNITE(parents, SOURCE(parents, v), other);
}

// The vertices of short cycles become one with the largest of each. It looks for one cycle of two
// or three arcs by each of its arcs, and if it finds none at all, for one of four by each.
//
// 51 graphs (H200) take 0.77 of the time by csr/contraction/alone that they took with cycles of two
// arcs alone; 0.84 with up to 128 looks in place of 64, and 0.94 with the first cycle of up to
// three arcs alone, which leaves hardly more vertices, but far more arcs.
__kernel void unite_short_cycles(
    const int level,
    __global const int *restrict sizes,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    __global int *parents)
{
    const int v = get_global_id(0);
    if (v >= sizes[level])
        return;
    const ulong sources = smaller_sources(v, offsets, back_offsets, back_neighbors);
    if (sources == 0)
        return;
    const OFFSET begin = offsets[v], end = offsets[v + 1];
    int source = SOURCE(parents, v);
    int looks = 0;
    bool is_found = false;
    for (OFFSET entry = begin; entry < end; entry++) {
        const int w = neighbors[entry];
        const int x = w < v ? WAY_BACK(w, v) : NOWHERE;
        if (x == NOWHERE)
            continue;
        is_found = true;
        source = UNITE(parents, source, w);
        if (x != w)
            source = UNITE(parents, source, x);
    }
    for (OFFSET entry = begin; entry < end && !is_found; entry++) {
        const int w = neighbors[entry];
        const int2 way = w < v ? LONG_WAY_BACK(w, v) : (int2)(NOWHERE);
        if (way.s0 == NOWHERE)
            continue;
        source = UNITE(parents, source, w);
        source = UNITE(parents, source, way.s0);
        source = UNITE(parents, source, way.s1);
    }
}
