// Breadth-first search, direction-optimizing: Beamer, Asanovic and Patterson, SC 2012; as a sample
// for components: Slota, Rajamanickam and Madduri, IPDPS 2014, and Hong, Dhulipala and Shun, GConn,
// PACT 2020, section 3.3. It reaches the whole component of its source. The finish handles every
// other vertex; no edge leads from a vertex that is reached to one that is left.
//
// One launch is one round, and each round goes one of three ways (bfs_ways.h):
// - TOP_DOWN: read the rows of the frontier, and append the vertices found to lists. The lists hold
//   the frontier by degree class (finish_rows.cl). One work-item reads a row of low degree, from
//   the front of `worklist`. LANES work-items read a row of middle degree, from its back.
//   Work-groups read the rows of high degree, in `pieces`.
// - BOTTOM_UP: every vertex that is not reached looks for a neighbor that is reached, and most find
//   one soon. Nobody needs the levels, so any neighbor that is reached will do. Rows of high degree
//   have a list of their own, `hubs`, also in pieces.
// - GATHER: after bottom-up rounds, put the vertices that the last one has reached on the lists.
// A work-group keeps what it finds in local memory and appends it at the end, so that it calls one
// atomic function on each counter, and not one for each vertex.
//
// `search` holds three records of rounds: a round reads the record of the previous round, writes
// its own and clears that of the next round. So no work-item reads what another one of the launch
// writes, and all of them make the same decision which way to go.
//
// Invariants: a vertex with a level has a path from the source of a search. A vertex is put on a
// list once. When a round begins, all neighbors of reached vertices are reached, except the
// neighbors of vertices that the previous round reached; so a search is done when a round reaches
// nothing.
//
// Why the races are benign: where several work-items may find a vertex, they compete for it by
// compare-and-swap. A stale load of a level may show a reached vertex as not reached, which costs a
// swap that fails, or a look at one more neighbor.
#include "device/parents.h"
#include "device/counters.h"
#include "device/hash.h"
#include "union_find/forest_edges.h"
#include "union_find/bfs_ways.h"

// Beamer's alpha and beta: go bottom-up when the frontier has more than one 14th of the entries not
// looked at, and top-down again when it has less than one 24th of the vertices.
#define ALPHA 14
#define BETA 24

#define SAMPLES 1024

// Choose the source of the next search in one work-group. Among some vertices that are not reached,
// take those of the largest degree, and of these the smallest. With GIVEN_SOURCE take the vertex
// that the host names. Before the first search the levels and the memory of the search hold nothing
// yet.
__kernel void choose_source(
    const int n,
    const int is_first,
    __global const OFFSET *restrict offsets,
    __global int *levels,
    __global int *worklist,
    __global int2 *pieces,
    __global int *search,
    __global int *counters
#ifdef GIVEN_SOURCE
    , __global const int *restrict source
#endif
    )
{
    __local int largest;
    __local int chosen;
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    const int searches = is_first ? 0 : search[SEARCHES];
    if (is_first)
        CLEAR_COUNTERS(counters)
    if (item == 0) {
        largest = -1;
        chosen = n;
    }
#ifdef GIVEN_SOURCE
    if (item == 0)
        chosen = *source;
#else
    barrier(CLK_LOCAL_MEM_FENCE);
    // Visit the same vertices twice: for the largest degree, then for the smallest such vertex.
    for (int pass = 0; pass < 2; pass++) {
        const int sought = largest;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int sample = item; sample < (n ? SAMPLES : 0); sample += items) {
            const int v = spread_place(searches * SAMPLES + sample, n);
            if (!is_first && levels[v] != NOT_REACHED)
                continue;
            const int degree = (int)min(offsets[v + 1] - offsets[v], (OFFSET)INT_MAX);
            if (pass == 0)
                atomic_max(&largest, degree);
            else if (degree == sought)
                atomic_min(&chosen, v);
        }
        // The levels and the memory of the search have been read, and may be written from here on.
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
#endif
    if (item != 0)
        return;
    if (is_first)
        for (int field = 0; field < SEARCH_FIELDS; field++)
            search[field] = 0;
    // The rounds come in threes, so the last round has written the last record.
    __global int *before = search + RECORD_BEFORE(0);
    const int v = chosen;
    search[SEARCHES] = searches + 1;
    search[SOURCE_VERTEX] = v;
    search[SMALLEST] = v;
    search[REACHED_BEFORE] = search[REACHED_IN_ALL];
    search[FIRST_ROUND] = ++before[ROUND];
    if (v == n)
        return;
    const OFFSET degree = offsets[v + 1] - offsets[v];
    before[WAY] = TOP_DOWN;
    before[REACHED] = 1;
    before[REACHED_ENTRIES] = (int)(degree >> ENTRY_SHIFT);
    for (int class = 0; class < CLASSES; class++) {
        before[LOW_BEGIN + class] += before[LOW_ADDED + class];
        before[LOW_ADDED + class] = class == CLASS(degree) ? PLACES(degree) : 0;
    }
    put_on_list(n, v, degree, before[LOW_BEGIN + CLASS(degree)], worklist, pieces);
    levels[v] = before[ROUND];
}

// After the first choice, mark all other vertices as not reached, and list the rows of high degree.
__kernel void begin_search(
    const int n,
    __global const OFFSET *restrict offsets,
    __global int *restrict levels,
    __global int2 *restrict hubs,
    __global int *search
    FOREST_PARAMETER)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    if (v != search[SOURCE_VERTEX])
        levels[v] = NOT_REACHED;
    INITIALIZE_EDGE(v, NO_EDGE);
    const OFFSET degree = offsets[v + 1] - offsets[v];
    if (degree > HIGH_DEGREE) {
        const int place = atomic_add(search + HUB_PIECES, PIECES(degree));
        for (int piece = 0; piece < PIECES(degree); piece++)
            hubs[place + piece] = (int2)(v, piece);
    }
}

// Decide which way the next round goes.
inline int way_of(
    const int n, const uint all_entries, const uint explored, __global const int *before)
{
    const int reached = before[REACHED];
    if (reached == 0)
        return IDLE;
    if (before[WAY] == BOTTOM_UP)
        return reached < n / BETA ? GATHER : BOTTOM_UP;
    if (before[WAY] == GATHER)
        return TOP_DOWN;
    return (uint)before[REACHED_ENTRIES] > (all_entries - explored) / ALPHA ? BOTTOM_UP : TOP_DOWN;
}

// Let one work-item begin the record of this round and clear the next one.
inline void begin_records(
    const int slot,
    const int way,
    const uint explored,
    const int *begins,
    __global int *search,
    __global int *counters)
{
    __global const int *before = search + RECORD_BEFORE(slot);
    __global int *now = search + RECORD_NOW(slot);
    __global int *after = search + RECORD_AFTER(slot);
    now[ROUND] = before[ROUND] + 1;
    now[WAY] = way;
    now[EXPLORED] = (int)explored;
    for (int class = 0; class < CLASSES; class++)
        now[LOW_BEGIN + class] = begins[class];
    after[REACHED] = 0;
    after[REACHED_ENTRIES] = 0;
    for (int class = 0; class < CLASSES; class++)
        after[LOW_ADDED + class] = 0;
    if (before[WAY] != GATHER)
        search[REACHED_IN_ALL] += before[REACHED];
    // CHANGED says whether this round had anything to do: the last of several rounds says whether
    // all is done.
    counters[CHANGED] = way != IDLE;
}

__kernel void search_round(
    const int n,
    const uint all_entries,
    const int slot,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *levels,
    __global int *worklist,
    __global int2 *pieces,
    __global const int2 *restrict hubs,
    __global int *search,
    __global int *counters
    FOREST_PARAMETER)
{
    __local int queue[QUEUE];
    __local int queue_length;
    __local int class_additions[CLASSES];
    __local int class_places[CLASSES];
    __local int group_reached;
    __local int group_smallest;
    __local uint group_entries;

    __global const int *before = search + RECORD_BEFORE(slot);
    __global int *now = search + RECORD_NOW(slot);
    const int round = before[ROUND] + 1;
    const uint explored =
        (uint)before[EXPLORED] + (before[WAY] == GATHER ? 0 : (uint)before[REACHED_ENTRIES]);
    const int way = way_of(n, all_entries, explored, before);
    int begins[CLASSES];
    for (int class = 0; class < CLASSES; class++)
        begins[class] = before[LOW_BEGIN + class] + before[LOW_ADDED + class];
    if (get_global_id(0) == 0)
        begin_records(slot, way, explored, begins, search, counters);

    if (get_local_id(0) == 0) {
        queue_length = 0;
        group_reached = 0;
        group_entries = 0;
        group_smallest = n;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // An idle round passes the barriers, too: PoCL 5 crashes behind a return before one.
    reach_t reach = {0, 0, n};
    if (way == TOP_DOWN) {
        go_top_down(ROUND_ARGUMENTS);
    }
    else if (way == BOTTOM_UP) {
        look_from_hubs(search[HUB_PIECES], hubs, ROUND_ARGUMENTS);
        look_from_others(ROUND_ARGUMENTS);
    }
    else if (way == GATHER) {
        gather_frontier(ROUND_ARGUMENTS);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    append_remembered(class_additions, class_places, ROUND_ARGUMENTS);

    if (reach.count > 0) {
        atomic_add(&group_reached, reach.count);
        atomic_add(&group_entries, (uint)(reach.entries >> ENTRY_SHIFT));
        atomic_min(&group_smallest, reach.smallest);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && group_reached > 0) {
        atomic_add(now + REACHED, group_reached);
        atomic_add(now + REACHED_ENTRIES, (int)group_entries);
        atomic_min(search + SMALLEST, group_smallest);
    }
}

// Make one tree of the vertices that are reached, and settle it. Each other vertex begins below its
// first neighbor if that is smaller: ECL-CC begins so too, for sorted rows.
__kernel void settle(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const int *restrict levels,
    __global int *restrict parents,
    __global const int *restrict search,
    __global int *restrict counters
    FOREST_PARAMETER)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    if (v == 0)
        counters[MOST_FREQUENT] = search[SMALLEST];
    if (levels[v] != NOT_REACHED) {
        INITIALIZE_PARENT(parents, v, search[SMALLEST]);
        return;
    }
    const OFFSET entry = offsets[v];
    const int parent = entry < offsets[v + 1] ? UPPER(neighbors[entry], v) : v;
    INITIALIZE_PARENT(parents, v, parent);
    INITIALIZE_EDGE(v, parent != v ? entry : NO_EDGE);
}
