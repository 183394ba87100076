// Visit every edge, again and again, whatever the degrees: for finishes that go in rounds.
//
// A kernel begins its parameters with ENTRY_PARAMETERS, has `counters` in scope, defines
// PROCESS(v, neighbor) and says VISIT_ENTRIES. Then the work-items of the launch together call
// PROCESS for every edge. -D chooses one of these:
//
// ROWS     every entry of the rows. On a GPU, LANES work-items that are adjacent in memory take a
//          run of RUN consecutive entries, so as many of them as needed share a hub, and no list is
//          needed. On a processor each work-item takes a block. Either finds the row of its first
//          entry by binary search in the offsets, and gallops from there, since millions of
//          consecutive rows may be empty.
// SAMPLED  the entries that sampling has left, between the trees that it has made: PROCESS gets
//          `sampled` of the two ends, their labels after the sample. The vertices of the most
//          frequent label and the first `skipped` entries of each row are left out. See below.
// GATHERED with SAMPLED: the same, from finish_rows.cl's worklists of the vertices to finish.
// EDGES    the edges of two arrays, `sources` and `targets`.
//
// A file whose PROCESS treats both ends alike defines EACH_EDGE_ONCE: then only the entries of
// symmetric ROWS to smaller neighbors are visited. VISIT_ROW(v), if defined, says whether the row
// of v is worth a look.
//
// Invariant: each edge is visited by exactly one work-item for each of its entries that counts.
// Nothing is written here; the races are those of PROCESS.
//
// Why SAMPLED is right: a sampled tree counts as one vertex for the components, so the finish runs
// on the graph of the trees, whose vertices are the roots. Each edge goes between the labels of its
// ends, and an edge within a tree does not count. The labels are copied when the sample is done,
// since the labels in use change during the finish, also that of the most frequent tree. The copies
// keep the vertices of that tree the same, and whatever its root learns from edges seen at their
// other ends holds for all of them. Vertices that are not roots take no part. They point to their
// root from the beginning, and a shortcut over all vertices lets them follow it wherever it goes.
#include "graph/row_search.h"
#include "device/grid_stride.h"
#include "union_find/degree_classes.h"

#ifndef VISIT_ROW
#define VISIT_ROW(v) 1
#endif

#ifdef EDGES
#define ENTRY_PARAMETERS                                                                          \
    __global const int *restrict sources, __global const int *restrict targets, const OFFSET count

#define VISIT_ENTRIES                                                                             \
    {                                                                                             \
        const long item = get_global_id(0), items = get_global_size(0);                           \
        const long last = SHARE_END(item, items, count);                                          \
        long entry = SHARE_BEGIN(item, items, count);                                             \
        for (; entry < last; entry += SHARE_STEP(items))                                          \
            PROCESS(sources[entry], targets[entry]);                                              \
    }
#endif

#ifdef GATHERED
#define ENTRY_PARAMETERS                                                                          \
    const int n, const int skipped, __global const OFFSET *restrict offsets,                      \
    __global const int *restrict neighbors, __global const int *restrict sampled,                 \
    __global const int *restrict worklist, __global const int2 *restrict pieces

#define VISIT_PART(v, first, last, lane, lanes)                                                   \
    {                                                                                             \
        const int source = sampled[v];                                                            \
        for (OFFSET entry = (first) + (lane); entry < (last); entry += (lanes)) {                 \
            const int target = sampled[neighbors[entry]];                                         \
            if (target != source)                                                                 \
                PROCESS(source, target);                                                          \
        }                                                                                         \
    }

#define VISIT_ENTRIES { VISIT_LISTED_ROWS(counters, skipped, VISIT_PART) }
#endif

#if defined(ROWS) || (defined(SAMPLED) && !defined(GATHERED))
// Find the row of an entry after the row of v.
inline int row_after(
    __global const OFFSET *restrict offsets, const int n, const int v, const long entry)
{
    int low = v + 1;
    int step = 1;
    while (step < n - low && offsets[low + step] <= entry) {
        low += step;
        step = min(2 * step, 1 << 29);
    }
    return row_between(offsets, low, step < n - low ? low + step : n, entry);
}

#ifdef SHARE_BLOCKS
#define RUN_BEGIN(count) SHARE_BEGIN(get_global_id(0), get_global_size(0), count)
#define RUN_END(count) SHARE_END(get_global_id(0), get_global_size(0), count)
#define RUN_STEP 1
#else
#define RUN_BEGIN(count) ((long)(get_global_id(0) / LANES) * RUN + get_global_id(0) % LANES)
#define RUN_END(count) min((long)(count), (long)(get_global_id(0) / LANES) * RUN + RUN)
#define RUN_STEP LANES
#endif

// For each row, `wanted` says whether it is visited, and VISITED_FROM from which entry on.
#ifdef SAMPLED
#define ENTRY_PARAMETERS                                                                          \
    const int n, const int skipped, __global const OFFSET *restrict offsets,                      \
    __global const int *restrict neighbors, __global const int *restrict sampled
#define VISITED_ROW(v) (sampled[v] != counters[MOST_FREQUENT] && VISIT_ROW(v))
#define VISITED_FROM(v) (offsets[v] + skipped)
#define PROCESS_ENTRY(v, neighbor)                                                                \
    {                                                                                             \
        const int source = sampled[v], target = sampled[neighbor];                                \
        if (target != source)                                                                     \
            PROCESS(source, target);                                                              \
    }
#else
#define ENTRY_PARAMETERS                                                                          \
    const int n, __global const OFFSET *restrict offsets, __global const int *restrict neighbors
#define VISITED_ROW(v) VISIT_ROW(v)
#define VISITED_FROM(v) 0
#define PROCESS_ENTRY(v, neighbor) PROCESS(v, neighbor)
#endif

#if defined(EACH_EDGE_ONCE) && defined(SYMMETRIC) && !defined(SAMPLED)
#define STANDS_ELSEWHERE(v, neighbor) ((neighbor) >= (v))
#else
#define STANDS_ELSEWHERE(v, neighbor) 0
#endif
#ifdef SORTED
#define REST_OF_ROW 1
#else
#define REST_OF_ROW 0
#endif

#define VISIT_ENTRIES                                                                             \
    {                                                                                             \
        const long count = offsets[n], run_end = RUN_END(count);                                  \
        long entry = RUN_BEGIN(count);                                                            \
        int v = entry < run_end ? row_between(offsets, 0, n, entry) : 0;                          \
        long row_end = entry < run_end ? offsets[v + 1] : 0;                                      \
        int wanted = entry < run_end && VISITED_ROW(v);                                           \
        for (; entry < run_end; entry += RUN_STEP) {                                              \
            if (entry >= row_end) {                                                               \
                v = row_after(offsets, n, v, entry);                                              \
                row_end = offsets[v + 1];                                                         \
                wanted = VISITED_ROW(v);                                                          \
            }                                                                                     \
            const int neighbor = wanted ? neighbors[entry] : v;                                   \
            if (!wanted || (STANDS_ELSEWHERE(v, neighbor) && REST_OF_ROW))                        \
                entry += (row_end - 1 - entry) / RUN_STEP * RUN_STEP;                             \
            else if (entry >= VISITED_FROM(v) && !STANDS_ELSEWHERE(v, neighbor))                  \
                PROCESS_ENTRY(v, neighbor);                                                       \
        }                                                                                         \
    }
#endif
