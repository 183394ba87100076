// Connected components by breadth-first searches alone: Shun and Blelloch, Ligra, PPoPP 2013, as in
// Hong, Dhulipala and Shun, GConn, PACT 2020, section 4.2 (BFS-CC). They search from each vertex
// not reached yet, one after the other. A graph of a million small components would take a million
// searches of a few launches each. So this file does two things:
// - Searches from one source (bfs.cl) go on as long as each reaches a fair share of what is left.
// - Then one search from many sources at once reaches all the rest. The sources are the vertices
//   that have no smaller neighbor. Each sends its id along the edges, one wave per launch, and
//   where waves meet, the smaller id goes on.
// A component with one such source is searched once. A component with several sources may be passed
// by several waves: if it is large and the earlier searches did not find it, it costs as many waves
// as its diameter, and every wave may pass a vertex once.
//
// Invariant: a label is the id of a source in the same component, or n for none yet. Labels only
// fall, by atomic minimum. The smallest vertex of a component is a source, and no label in its
// component is smaller, so when no label changes any more all have its id. A stale load of a label
// is too large, so its race is benign: the atomic minimum decides.
#include "device/parents.h"
#include "device/counters.h"
#include "device/grid_stride.h"
#include "union_find/bfs.h"

// Another search follows if the previous one reached more than one FAIR_SHARE-th of what was left.
#define FAIR_SHARE 32

// The wave number of a vertex that has nothing to send.
#define NEVER -1

// The race is benign: all work-items that store here store the same value.
#ifdef RACE_FREE
#define MARK(flag) ((void)atomic_or((flag), 1))
#else
#define MARK(flag) ((void)(*(flag) = 1))
#endif

// After a search from one source, give the vertices of its component their label.
__kernel void settle_component(
    const int n,
    __global const int *restrict levels,
    __global int *restrict parents,
    __global const int *restrict search,
    __global int *restrict counters)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    if (v == 0) {
        const int reached = search[REACHED_IN_ALL] - search[REACHED_BEFORE];
        const int left_before = n - search[REACHED_BEFORE];
        counters[CHANGED] = reached < left_before && reached > left_before / FAIR_SHARE;
    }
    if (levels[v] >= search[FIRST_ROUND])
        parents[v] = search[SMALLEST];
}

__kernel void begin_waves(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const int *restrict levels,
    __global int *restrict parents,
    __global int *restrict waves,
    __global int *restrict search)
{
    const int v = get_global_id(0);
    if (v >= n || levels[v] != NOT_REACHED)
        return;
    OFFSET entry = offsets[v];
    const OFFSET end = offsets[v + 1];
    const int is_alone = entry == end;
#ifdef SORTED
    const int is_source = is_alone || neighbors[entry] >= v;
#else
    while (entry < end && neighbors[entry] >= v)
        entry++;
    const int is_source = entry == end;
#endif
    parents[v] = is_source ? v : n;
    waves[v] = is_source && !is_alone ? 0 : NEVER;
// The waves come in threes; this slot is the one before the first wave.
    if (is_source && !is_alone)
        MARK(search + WAVES_ACTIVE + 2);
}

// Send the label of v to some of its neighbors. A neighbor whose label it lowers sends it on in the
// next wave.
inline void send_label(
    __global const int *restrict neighbors,
    __global int *parents,
    __global int *waves,
    __global int *active,
    const int v,
    const OFFSET begin,
    const OFFSET end,
    const int step,
    const int wave)
{
    const int label = LOAD_PARENT(parents, v);
    int is_news = 0;
    for (OFFSET entry = begin; entry < end; entry += step) {
        const int neighbor = neighbors[entry];
// Labels fall: a stale label is too large, and the atomic function decides.
        if (LOAD_PARENT(parents, neighbor) > label
            && atomic_min((volatile __global int *)(parents + neighbor), label) > label) {
            STORE_PARENT(waves, neighbor, wave + 1);
            is_news = 1;
        }
    }
    if (is_news)
        MARK(active);
}

// A vertex that gets a smaller label while it sends either sends again in the next wave, or does
// not send the larger label at all.
__kernel void send_labels(
    const int n,
    const int slot,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const int *restrict levels,
    __global int *parents,
    __global int *waves,
    __global const int2 *restrict hubs,
    __global int *search,
    __global int *counters)
{
    const int before = (slot + 2) % 3;
    const int is_active = search[WAVES_ACTIVE + before];
    const int wave = search[WAVE_NUMBER + before];
    __global int *active = search + WAVES_ACTIVE + slot;
    if (get_global_id(0) == 0) {
        search[WAVE_NUMBER + slot] = wave + 1;
        search[WAVES_ACTIVE + (slot + 1) % 3] = 0;
        counters[CHANGED] = is_active;
    }
    if (!is_active)
        return;
    for (int i = get_group_id(0); i < search[HUB_PIECES]; i += get_num_groups(0)) {
        const int v = hubs[i].x;
        if (levels[v] != NOT_REACHED || LOAD_PARENT(waves, v) != wave)
            continue;
        const OFFSET begin = offsets[v] + (OFFSET)hubs[i].y * PIECE;
        const OFFSET end = min(offsets[v + 1], begin + PIECE);
        const OFFSET first = begin + get_local_id(0);
        send_label(neighbors, parents, waves, active, v, first, end, get_local_size(0), wave);
    }
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const long last = SHARE_END(item, items, n);
    for (long v = SHARE_BEGIN(item, items, n); v < last; v += SHARE_STEP(items)) {
        if (levels[v] != NOT_REACHED || LOAD_PARENT(waves, v) != wave)
            continue;
        const OFFSET begin = offsets[v];
        const OFFSET end = offsets[v + 1];
        if (end - begin <= HIGH_DEGREE)
            send_label(neighbors, parents, waves, active, v, begin, end, 1, wave);
    }
}
