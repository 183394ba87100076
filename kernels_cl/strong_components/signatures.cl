// Maximum signatures (ECL-SCC): G. Alabandi, W. Sands, G. Biros and M. Burtscher, A GPU algorithm
// for detecting strongly connected components, SC 2023. No frontier, and no search.
//
// The signature of a vertex is the largest priority that reaches it, and the largest that it
// reaches, within its region. Each round, a vertex takes what its predecessors and successors have,
// and what the vertices have that its own signature names: what reaches the vertex that reaches v
// reaches v too. When a round changes nothing, a vertex whose two parts are equal is in the
// component of the vertex that they name; for the others their signature is their region from then
// on, and the next phase begins. An arc between two regions joins no component.
//
// Its own: priorities that look random (priority.h); a vertex without a predecessor or a successor
// in its region is a component, and leaves in any round (trimming); what two searches have found
// begins the first phase (two_phase.cl).
//
// And what is known once is not forgotten. If both parts of v name w, they are in one component,
// and share what they find from then on, by v's label. Without that a larger priority that reaches
// all of their component, but has not come back yet, hides what was known, and both go on by one
// step in each round. What is known to be joined waits for them then. So all begin again after some
// rounds, each with the priority of the last vertex that it knows: parts of components find their
// neighbors in a few rounds, as in Boruvka's algorithm.
//
// A row that would keep one group busy while all others wait is cut in pieces for all of them. They
// store the round in which a neighbor was left, which the vertex reads in the next one.
//
// A round goes one of four ways: PROPAGATE; CLASSIFY, which finishes vertices and lists the others
// for the next phase; COMPACT, which only lists those that have not left; RESTART, which also lets
// them begin again. The three records are as in two_phase.cl. Rounds of fewer vertices than all
// count as less, by the work that they are.
//
// Invariants: the vertices of an unfinished component are in one region. Both parts of a signature
// only grow until all begin again, and name vertices of the region (or of what left it) that reach
// v, or that v reaches. The label of an unfinished vertex leads to one of its component that has a
// larger priority, or to itself. A region is named by the two parts; of a vertex that left alone,
// by a negative number.
//
// Why the races are benign: a stale load of a signature shows an earlier one, which is true as
// well, or a region that a vertex has left, as if the trimming had come later. If this hides a
// change, the vertex that changed has marked the round as changed, and there is another one, which
// sees what was stored before it began. A vertex stores its own signature by atomic maxima, as do
// those that it names, so nothing is lost. A stale label of a hub shows it as unfinished, and a
// piece of its row is looked at in vain.
#include "strong_components/rounds.h"
#include "strong_components/signature_regions.h"
#include "strong_components/signature_rows.h"
#include "strong_components/work.h"

// Rounds of few vertices beyond those that are allowed: a round of a short list takes some 4 us on
// an H200, and to contract few vertices half a millisecond.
#define ROUNDS_OF_FEW 128

// Those that have left are taken off the list when they are more than one in so many of it. To list
// the others costs a pass, and saves work-items with nothing to do in later rounds: 106 graphs take
// 0.98 of the time with 4 in place of 2, in the mean, and with 8, too (H200).
#define LISTED_FOR_GONE 4

// What a launch that does all rounds does before them. AS_IT_IS: nothing. AGAIN: it lists what is
// unfinished, with the regions and signatures that it has. ANEW: it gives all vertices new ones.
// FIRST: that, too, as the first step of a plan, whose numbers it clears.
//
// A barrier across work-groups stands wherever a vertex reads what others have stored: behind the
// cleared control, the list, and what searches have found.
#define AS_IT_IS 0
#define AGAIN 1
#define ANEW 2
#define FIRST 3

// The rounds after which all may begin again: 8, 16, 32 and 64. They do if one in so many vertices
// waits: it knows another one of its component, but not what all of it will know.
#define MAY_RESTART(round) ((round) >= 8 && (round) <= 64 && ((round) & ((round) - 1)) == 0)
#define RESTART_IF_WAITING 4

// What a round does with a vertex: take what its rows have, by itself or with others; say which
// component it is in; list it for the next round.
#define NOTHING 0
#define LOOK 1
#define SHARE 2
#define FINISH 3
#define LIST 4

// PoCL 5 aborts when it compiles this kernel with one chain of these branches; an H200 takes up to
// 1.15 times as long where they follow each other.
#ifdef SHARE_BLOCKS
#define OR_IF(condition) if (condition)
#else
#define OR_IF(condition) else if (condition)
#endif

__kernel ALL_AT_ONCE void propagate_signatures(
    const int n,
    const int bits,
    const int most_rounds,
    const int few,
    const int first_slot,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    __global int4 *signatures,
    __global int *lists,
    __global int *labels,
    __global int *hubs,
    __global int4 *hub_pieces,
    __global int *hub_rounds,
    __global int *control,
    __global int *counters,
    __global int *work
#ifdef GLOBAL_BARRIER
    , const int begins, const int leaves FOUND_PARAMETERS
#endif
    ARRIVALS)
{
    __local int record[RECORD];
    // The rows of the tile that several work-items share, long ones from the end on, and what they
    // find in each.
    __local int shared_rows[GROUP];
    __local int shared_in[GROUP];
    __local int shared_out[GROUP];
    __local int shared_preceded[GROUP];
    __local int shared_followed[GROUP];
    __local int middle_count, long_count;
    __local int group_listed;
    __local int group_left;
    __local int group_altered;
    __local int place;
    const int item = get_local_id(0);
    const int items = get_local_size(0);
#ifdef GLOBAL_BARRIER
    if (begins != AS_IT_IS) {
        const long of_all = get_global_size(0);
        for (long i = get_global_id(0); i < max(CONTROL_FIELDS, COUNTERS); i += of_all) {
            clear_signatures(
                (int)i, n, bits, leaves, begins != AGAIN, control, counters FOUND_ARGUMENTS);
            if (begins == FIRST)
                clear_number((int)i, work);
        }
        wait_for_all_groups(arrivals);
        for (long begin = get_global_id(0) - item; begin < n; begin += of_all) {
            const int v = (int)min(begin + item, (long)n);
            bool is_unfinished = v < n;
            if (is_unfinished && begins >= ANEW)
                is_unfinished = begin_vertex(
                    v, bits, control[FLIP], offsets, back_offsets, signatures,
                    labels FOUND_ARGUMENTS);
            else if (is_unfinished)
                is_unfinished = !IS_FINISHED(labels[v]);
            list_tile(
                v, is_unfinished, offsets, back_offsets, lists, hubs, hub_pieces, hub_rounds,
                control, &group_listed, &place);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        wait_for_all_groups(arrivals);
#ifdef SEARCHED
        if (begins >= ANEW) {
            if (get_global_id(0) == 0)
                note_found(n, control, search, work);
            if (!ARE_DONE(search))
                for (long v = get_global_id(0); v < n; v += of_all)
                    use_found((int)v, bits, signatures, labels, work FOUND_ARGUMENTS);
            wait_for_all_groups(arrivals);
        }
#endif
    }
#endif
    const int flip = control[FLIP];
    const bool restarts = control[RESTARTS];
    const float work_of_all = (float)n + 2 * (float)offsets[n];
    const int hub_count = control[HUBS];
    const int piece_count = control[HUB_PIECES];

    for (int slot = first_slot;; slot = (slot + 1) % 3) {
        // A few work-items read the record for all of their group.
        for (int i = item; i < RECORD; i += items)
            record[i] = ((volatile __global int *)RECORD_OF((slot + 2) % 3))[i];
        if (item == 0)
            group_left = group_altered = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        __local const int *before = record;
        __global int *now = RECORD_OF(slot);
        const bool was_listed =
            before[WAY] == CLASSIFY || before[WAY] == COMPACT || before[WAY] == RESTART;
        const int count = was_listed ? before[LISTED] : before[COUNT];
        const int which = was_listed ? !before[WHICH] : before[WHICH];
        const int gone = was_listed ? 0 : before[GONE] + before[LEFT];
        const float rounds_of_all = (work_of_all + WORK_OF_A_BARRIER)
            / (work_of_all * ((float)count / max(n, 1)) + WORK_OF_A_BARRIER);
        const int enough = most_rounds < 0 ? INT_MAX
            : (int)(most_rounds * rounds_of_all + 0.5f) + (count > few ? 0 : ROUNDS_OF_FEW);
        int way = before[WAY];
        if (way == PROPAGATE) {
            if (!before[ALTERED])
                way = CLASSIFY;
            else if (restarts && MAY_RESTART(before[ROUND]) && before[ROUND] < enough
                    && before[LISTED] > (count - gone) / RESTART_IF_WAITING)
                way = RESTART;
            else if (gone > count / LISTED_FOR_GONE)
                way = COMPACT;
        } else if (way != IDLE) {
            way = count > 0 ? PROPAGATE : IDLE;
        }
        const bool is_stopped = way == PROPAGATE && before[ROUND] >= enough;
        if (is_stopped)
            way = IDLE;
        if (get_global_id(0) == 0) {
            __global int *after = RECORD_OF((slot + 1) % 3);
            now[WAY] = way;
            now[COUNT] = count;
            now[WHICH] = which;
            now[GONE] = gone;
            now[ROUND] = before[ROUND] + (way == PROPAGATE);
            if (is_stopped)
                control[UNFINISHED] = LEFT_ROUNDS;
            if (before[WAY] == PROPAGATE)
                control[LEAVING] = before[LEFT];
            // Where there is nothing to do the first list stays as it is, for chains.cl.
            if (before[WAY] != IDLE)
                after[LISTED] = after[ALTERED] = after[LEFT] = 0;
            counters[CHANGED] = way != IDLE;
            work[WORK_DEPTH] += way == CLASSIFY;
            work[WORK_ROUNDS] += way == PROPAGATE;
        }
        __global const int *list = lists + (which ? (long)n : 0);
        __global int *next = lists + (which ? 0 : (long)n);

        const int round = before[ROUND] + 1;
        const bool counts_waiting = restarts && way == PROPAGATE && MAY_RESTART(round);
        // Where a few work-items go through many vertices, what they store goes along ids in one
        // round, but the other way only if they begin at the end: one core takes 160 rounds of a
        // mesh of which few arcs lead back, in place of 1,065. Ids in no order take up to a third
        // more if each round turns round, and hardly more if four do together, and later eight.
        const bool is_backward = way == PROPAGATE && (round & (round < 16 ? 4 : 8));
        // PoCL 7 makes these loops crash after the next one, and without the barrier.
        const int pieces = way == PROPAGATE ? piece_count : 0;
        for (int i = get_group_id(0); i < pieces; i += get_num_groups(0))
            if (look_from_hub(hub_pieces[i], round, item, items, HUB_ARGUMENTS))
                SET_FLAG(group_altered);
        const int own_hubs = way == PROPAGATE ? hub_count : 0;
        for (int i = get_global_id(0); i < own_hubs; i += get_global_size(0)) {
            const int effect =
                settle_hub(hubs[i], i, round, signatures, labels, hub_rounds, bits, flip);
            if (effect == 1)
                SET_FLAG(group_altered);
            if (effect == 2)
                atomic_inc(&group_left);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        // Of a short list each group takes a few vertices: the rows that LANES work-items share are
        // gone through one after the other.
        const int groups = get_num_groups(0);
        const int share = ((count - 1) / groups / LANES + 1) * LANES;
        const int tile_size = min(share, items);
        // All ways have the same barriers: not every compiler for processors bears others.
        const long begin = (long)get_group_id(0) * tile_size;
        const long end = way == IDLE ? 0 : count;
        for (long tile = begin; tile < end; tile += (long)groups * tile_size) {
            const bool is_there = item < tile_size && tile + item < count;
            const long index = is_backward ? count - 1 - (tile + item) : tile + item;
            const int v = is_there ? list[index] : -1;
            int4 own = (int4)(-1, 0, 0, 0);
            if (v >= 0)
                own = load_signature(signatures, v);
            if (item == 0)
                group_listed = middle_count = long_count = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            const OFFSET degree = own.s0 >= 0 && way == PROPAGATE ? LARGER_DEGREE(v) : 0;
            const int task = own.s0 < 0 || degree > HUB_DEGREE ? NOTHING
                : degree > LOW_DEGREE ? SHARE
                : way == PROPAGATE ? LOOK
                : way == CLASSIFY && own.s2 == own.s3 ? FINISH
                : LIST;
            int own_place = -1, effect = 0;
            if (counts_waiting && own.s0 >= 0 && own.s2 != own.s3 && LOAD_LABEL(labels, v) != v)
                atomic_inc(&group_listed);
            if (task == SHARE) {
                const int i = degree > HIGH_DEGREE ? GROUP - 1 - atomic_inc(&long_count)
                                                   : atomic_inc(&middle_count);
                shared_rows[i] = v;
                shared_in[i] = own.s2;
                shared_out[i] = own.s3;
                shared_preceded[i] = shared_followed[i] = 0;
            } OR_IF (task == LOOK) {
                int in = own.s2, out = own.s3;
                const bool is_linked = look_both_ways(
                    v, own, offsets[v], DEGREE(offsets, v), back_offsets[v],
                    DEGREE(back_offsets, v), neighbors, back_neighbors, signatures, &in, &out);
                effect = settle(v, own, is_linked, in, out, signatures, labels, bits, flip);
            } OR_IF (task == FINISH) {
                labels[v] = FINISHED(vertex_of(own.s2, bits, flip));
                signatures[v].s01 = own.s23;
            } OR_IF (task == LIST) {
                const int known = way == COMPACT ? v : known_vertex(labels, v);
                const int priority = priority_of(known, bits, flip);
                if (way == CLASSIFY)
                    signatures[v] = (int4)(own.s23, priority, priority);
                else if (way == RESTART)
                    signatures[v] = (int4)(own.s01, priority, priority);
                own_place = atomic_inc(&group_listed);
            }
            if (effect == 1)
                SET_FLAG(group_altered);
            if (effect == 2)
                atomic_inc(&group_left);
            barrier(CLK_LOCAL_MEM_FENCE);
            if (item == 0 && group_listed > 0)
                place = atomic_add(now + LISTED, group_listed);
            // LANES work-items share a row, and all of the group a row of very high degree. Of many
            // rows that are not long fewer do, since each waits for its loads: 2**18 vertices with
            // 3.9 million arcs took 380 us a round, and take 40 (H200).
            const int lanes = middle_count * LANES > items ? ROW_LANES : LANES;
            for (int i = item / lanes; i < middle_count; i += items / lanes)
                share_row(i, item % lanes, lanes, SHARED_ROWS);
            const int first_long = GROUP - long_count;
            for (int i = first_long + item / LANES; i < GROUP; i += items / LANES)
                if (!IS_FOR_GROUP(shared_rows[i]))
                    share_row(i, item % LANES, LANES, SHARED_ROWS);
            for (int i = first_long; i < GROUP; i++)
                if (IS_FOR_GROUP(shared_rows[i]))
                    share_row(i, item, items, SHARED_ROWS);
            barrier(CLK_LOCAL_MEM_FENCE);
            if (own_place >= 0)
                next[place + own_place] = v;
            if (item < middle_count || item >= first_long) {
                const int u = shared_rows[item];
                const int effect = settle(
                    u, load_signature(signatures, u),
                    shared_preceded[item] && shared_followed[item], shared_in[item],
                    shared_out[item], signatures, labels, bits, flip);
                if (effect == 1)
                    SET_FLAG(group_altered);
                if (effect == 2)
                    atomic_inc(&group_left);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0) {
            if (group_left > 0)
                atomic_add(now + LEFT, group_left);
            if (group_altered)
                atomic_or(now + ALTERED, 1);
        }
        NEXT_ROUND(way == IDLE);
    }
}
