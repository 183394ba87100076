// The first phase of two: a search forward and one backward from one vertex, both at once. The
// second phase is signatures.cl, which goes on from wherever the searches end.
//
// S. Hong, N. C. Rodia and K. Olukotun, On fast parallel detection of strongly connected components
// (SCC) in small-world graphs, SC 2013 (two phases); direction-optimizing search: Beamer, Asanovic
// and Patterson, SC 2012. Its own: the two searches share their rounds, which halves the waiting
// where rounds are many, and a search that gets nowhere is given up, with all that it has found.
//
// Search 0 is the forward one: its rows are those of the graph. Search 1 is the backward one: its
// rows are those of the transpose. In each round a search goes one of two ways:
// - TOP_DOWN: visit the rows of the frontier: `list` has its rows of low degree, one for a
//   work-item, and `pieces` parts of the others, each for LANES work-items.
// - BOTTOM_UP: every vertex that is not reached looks for a neighbor that is, in the rows of the
//   opposite direction. Rows of high degree are looked at in pieces, `hubs`.
// A work-group keeps what it finds in local memory, and appends it at the end of the round. As long
// as that is little, it goes on from there by itself for some steps: a step within a group takes a
// third of the time of a round, which is mostly waiting. Nobody needs the levels.
//
// A search that has reached little after a few rounds pauses, and graphs of chains are cut first
// (chains.cl). If many vertices are left, it goes on; or signatures take its place, and then what
// is connected nearby is contracted (contraction.py).
//
// There are three records of rounds for each search: a round reads the record of the previous one,
// writes its own and clears that of the next. So all work-items decide alike.
//
// Invariants: a vertex whose bit is set is reached by a path. Whoever sets the bit appends the
// vertex, so each is appended once, and visited in the round after. When a round begins, all
// neighbors of reached vertices are reached, except those of the vertices that the previous round
// reached: bottom-up, an older reached neighbor would have been found before.
//
// Why the races are benign: bits are only ever set, by atomic functions, whose returned value says
// who was first. A stale load shows a set bit as not set. Top-down that costs an atomic function.
// Bottom-up the vertex is found a round later: what was set before the round is seen in it.
#include "device/counters.h"
#include "strong_components/accesses.h"
#include "strong_components/rounds.h"
#include "strong_components/search_rows.h"
#include "strong_components/search_beginning.h"
#include "strong_components/work.h"

// How searches begin where one launch does all their rounds: as the first step of a plan, too.
#define NOT_AT_ALL 0
#define ANEW 1
#define FIRST 2

// Beamer's alpha and beta.
#define ALPHA 14
#define BETA 24

__kernel void clear_control(__global int *control, __global int *counters)
{
    clear_search(get_global_id(0), control, counters);
}

__kernel void rate_vertices(
    const int n,
    const int words,
    const int hub_room,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global uint *restrict bits,
    __global int2 *restrict hubs,
    __global int *control)
{
    __local int group[GROUP_FIELDS];
    rate_tile(
        get_global_id(0), group, n, words, hub_room, offsets, back_offsets, bits, hubs, control);
}

__kernel void choose_pivot(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global int *control)
{
    if (get_global_id(0) < n)
        offer_pivot(get_global_id(0), offsets, back_offsets, control);
}

__kernel void begin_searches(
    const int n,
    const int words,
    const int piece_room,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global uint *restrict bits,
    __global int *restrict list,
    __global int2 *restrict pieces,
    __global int *control)
{
    if (get_global_id(0) == 0)
        begin_at_pivot(n, words, piece_room, offsets, back_offsets, bits, list, pieces, control);
}

// One work-item lets searches that paused go on, if many vertices are left; otherwise they end.
__kernel void resume_searches(
    const int n,
    __global int *control,
    __global const int *restrict chain_control,
    __global int *work)
{
    if (get_global_id(0) > 0)
        return;
    const bool goes_on = chain_control[SURVIVORS] >= n / 4;
    for (int search = 0; search < 2; search++) {
        int latest = 0;
        for (int slot = 1; slot < 3; slot++)
            if (RECORD_OF(search, slot)[ROUND] > RECORD_OF(search, latest)[ROUND])
                latest = slot;
        __global int *record = RECORD_OF(search, 2);
        for (int field = 0; field < RECORD; field++)
            record[field] = RECORD_OF(search, latest)[field];
        if (record[WAY] == PAUSED && goes_on)
            work[WORK_COURSE] |= SEARCHES_WENT_ON;
        if (record[WAY] == PAUSED)
            record[WAY] = control[LAST_WAY + search] = goes_on ? TOP_DOWN : GIVEN_UP;
        __global int *next = RECORD_OF(search, 0);
        next[REACHED] = next[REACHED_ENTRIES] = next[LIST_ADDED] = next[PIECES_ADDED] = 0;
    }
}

// The rounds after which a search will have reached n vertices, if it goes on to grow by as much
// whenever the rounds double: a power of the rounds, the second in a mesh.
inline float rounds_to_reach(const int n, const long in_all, const long at_half, const int round)
{
    const float power = log2((float)in_all / max(at_half, 1L));
    return power > 0.5f ? round * exp2(log2((float)n / in_all) / power) : MAXFLOAT;
}

// Decide which way the next round of a search goes.
inline int way_of(
    const int n,
    const uint all_entries,
    const uint explored,
    const int pause_round,
    __local const int *before)
{
    const int way = before[WAY];
    const int reached = before[REACHED];
    const long most_rounds = MOST_ROUNDS_OF(n + 2 * (long)all_entries);
    if (way >= DONE)
        return way;
    if (reached == 0)
        return DONE;
    const int round = before[ROUND] + 1;
    const int first_milestone = pause_round < 0 ? LATE_MILESTONE : pause_round;
    if (IS_MILESTONE(round) && round >= first_milestone) {
        // Signatures and chains take fewer rounds of a thin graph, so give up if at the pace of the
        // latest half of the rounds there are too many to come. A search whose pace still grows
        // will be faster, and one that has reached much may end soon.
        const long in_all = (long)before[REACHED_IN_ALL] + reached;
        const long lately = in_all - before[REACHED_AT_MILESTONE];
        const bool grows = in_all >= 3 * (long)before[REACHED_AT_MILESTONE];
        const bool has_much = in_all >= n / 4 && round < most_rounds;
        const bool surges = in_all >= SURGE * (long)before[REACHED_AT_MILESTONE];
        if (pause_round > 0 && round >= pause_round && in_all < n / 4 && !surges
            && rounds_to_reach(n, in_all, before[REACHED_AT_MILESTONE], round)
                > ROUNDS_WITHOUT_PAUSE(n + 2 * (long)all_entries))
            return PAUSED;
        if (!grows && !has_much && lately * most_rounds < (n - in_all) * (round / 2))
            return GIVEN_UP;
    }
    if (way == BOTTOM_UP)
        return reached < n / BETA ? TOP_DOWN : BOTTOM_UP;
    return (uint)before[REACHED_ENTRIES] > (all_entries - explored) / ALPHA ? BOTTOM_UP : TOP_DOWN;
}

__kernel ALL_AT_ONCE void search_both_ways(
    const int n,
    const int words,
    const int piece_room,
    const int hub_room,
    const uint all_entries,
    const int pause_round,
    const int first_slot,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    __global uint *bits,
    __global int *list,
    __global int2 *pieces,
    __global int2 *hubs,
    __global int *control,
    __global int *counters,
    __global int *work
#ifdef GLOBAL_BARRIER
    , const int begins
#endif
    ARRIVALS)
{
    __local int records[2 * RECORD];
    __local int queue[QUEUE];
    __local int queue_length;
    __local int place;
    __local int group_reached;
    __local uint group_entries;
    const int item = get_local_id(0);
    const int items = get_local_size(0);
#ifdef GLOBAL_BARRIER
    if (begins != NOT_AT_ALL) {
        const long of_all = get_global_size(0);
        for (long i = get_global_id(0); i < max(CONTROL_FIELDS, COUNTERS); i += of_all) {
            clear_search((int)i, control, counters);
            if (begins == FIRST)
                clear_number((int)i, work);
        }
        wait_for_all_groups(arrivals);
        const int last = max(n, 2 * words);
        for (long begin = get_global_id(0) - item; begin < last; begin += of_all) {
            rate_tile(
                (int)min(begin + item, (long)last), records, n, words, hub_room, offsets,
                back_offsets, bits, hubs, control);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        wait_for_all_groups(arrivals);
        for (long v = get_global_id(0); v < n; v += of_all)
            offer_pivot((int)v, offsets, back_offsets, control);
        wait_for_all_groups(arrivals);
        if (get_global_id(0) == 0)
            begin_at_pivot(
                n, words, piece_room, offsets, back_offsets, bits, list, pieces, control);
        wait_for_all_groups(arrivals);
    }
#endif

    for (int slot = first_slot;; slot = (slot + 1) % 3) {
        // A few work-items read the records for all of their group: loads past the first-level
        // cache of one address by every warp would take longer than a small round.
        for (int i = item; i < 2 * RECORD; i += items)
            records[i] =
                ((volatile __global int *)RECORD_OF(i / RECORD, (slot + 2) % 3))[i % RECORD];
        barrier(CLK_LOCAL_MEM_FENCE);
        int ways[2];
        uint explored[2];
        for (int search = 0; search < 2; search++) {
            __local const int *before = records + search * RECORD;
            explored[search] = (uint)before[EXPLORED] + (uint)before[REACHED_ENTRIES];
            ways[search] = way_of(n, all_entries, explored[search], pause_round, before);
        }
        const bool is_active[2] = {ways[0] < DONE, ways[1] < DONE};
        if (get_global_id(0) == 0) {
            counters[CHANGED] = is_active[0] || is_active[1];
            control[ROUNDS] += is_active[0] || is_active[1];
            work[WORK_ROUNDS] += is_active[0] || is_active[1];
        }
        // Two searches that go the same way take every other work-group each; of two that differ,
        // one may be much more work.
        const bool both = ways[0] == ways[1] && is_active[0] && get_num_groups(0) > 1;
        for (int search = 0; search < 2; search++) {
            __local const int *before = records + search * RECORD;
            __global int *now = RECORD_OF(search, slot);
            const int way = ways[search];
            const int list_begin = before[LIST_BEGIN] + before[LIST_ADDED];
            const int pieces_begin = before[PIECES_BEGIN] + before[PIECES_ADDED];
            if (get_global_id(0) == 0) {
                __global int *after = RECORD_OF(search, (slot + 1) % 3);
                now[WAY] = control[LAST_WAY + search] = way;
                now[EXPLORED] = (int)explored[search];
                now[LIST_BEGIN] = list_begin;
                now[PIECES_BEGIN] = pieces_begin;
                now[ROUND] = before[ROUND] + 1;
                now[REACHED_IN_ALL] = before[REACHED_IN_ALL] + before[REACHED];
                now[REACHED_AT_MILESTONE] =
                    IS_MILESTONE(before[ROUND] + 1)
                        ? before[REACHED_IN_ALL] + before[REACHED]
                        : before[REACHED_AT_MILESTONE];
                after[REACHED] = after[REACHED_ENTRIES] = 0;
                after[LIST_ADDED] = after[PIECES_ADDED] = 0;
                if (way == PAUSED) {
                    // What the last round of the search found is still its frontier.
                    for (int field = REACHED; field <= REACHED_AT_MILESTONE; field++)
                        now[field] = before[field];
                    now[ROUND]++;
                }
            }
            if (!is_active[search] || (both && (int)get_group_id(0) % 2 != search))
                continue;
            const int groups = both ? (get_num_groups(0) + 1 - search) / 2 : get_num_groups(0);
            const int group = both ? get_group_id(0) / 2 : get_group_id(0);
            if (item == 0) {
                queue_length = group_reached = 0;
                group_entries = 0;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            uint2 sum = (uint2)(0, 0);
            uint2 *found = &sum;
            __global const OFFSET *rows = search ? back_offsets : offsets;
            __global const int *entries = search ? back_neighbors : neighbors;
#define ONE_SEARCH                                                                                \
    group * items + item, groups * items, before, now, list_begin, pieces_begin, rows, entries,   \
    bits + search * words, list + (long)search * n, pieces + (long)search * piece_room, queue,    \
    &queue_length, found
            int begin = 0;
            if (way == TOP_DOWN) {
                go_top_down(ONE_SEARCH);
                for (int step = 1; step < MOST_STEPS; step++) {
                    barrier(CLK_LOCAL_MEM_FENCE);
                    const int end = queue_length;
                    barrier(CLK_LOCAL_MEM_FENCE);
                    if (end == begin || end - begin > items || end > QUEUE / 2)
                        break;
                    if (begin + item < end) {
                        const int v = queue[begin + item];
                        visit_row(rows[v], rows[v + 1], 1, ONE_SEARCH);
                    }
                    begin = end;
                }
            } else {
                go_bottom_up(
                    n, control[HUB_PIECES + search], hubs + (long)search * hub_room,
                    search ? offsets : back_offsets, search ? neighbors : back_neighbors,
                    ONE_SEARCH);
            }
            if (sum.x > 0) {
                atomic_add(&group_reached, (int)sum.x);
                atomic_add(&group_entries, sum.y);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            const int length = min(queue_length, QUEUE) - begin;
            if (item == 0) {
                if (group_reached > 0) {
                    atomic_add(now + REACHED, group_reached);
                    atomic_add(now + REACHED_ENTRIES, (int)group_entries);
                }
                if (length > 0)
                    place = list_begin + atomic_add(now + LIST_ADDED, length);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int i = item; i < length; i += items)
                list[(long)search * n + place + i] = queue[begin + i];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        NEXT_ROUND(!is_active[0] && !is_active[1]);
    }
}
