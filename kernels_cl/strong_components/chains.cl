// Cut graphs of long chains, where searches and signatures would need many rounds. Own.
//
// A vertex with only one predecessor in its region can be on a cycle only if that predecessor is.
// So follow the only predecessors, by pointer jumping, up to a vertex that has none or several: the
// top of a bundle, which is a tree of vertices. Whatever comes into a bundle from outside comes in
// at its top. A bundle into which nothing comes, except from bundles of which this is known
// already, has no cycle in common with any other: it is cut off. Of bundles into which only one
// bundle leads, chains are followed by pointer jumping, too. At the end each bundle that is cut off
// becomes a region of its own, or, if none of its arcs leads back to its top, single vertices.
// Then the same the other way round, with successors.
//
// So a path, in whatever order, a DAG of long chains, 2-cycles on a path, and trees hung on cycles
// take a logarithmic number of rounds.
//
// The ways of a round: LINK and JUMP find the tops; LIST_TOPS lists them; LINK_TOPS, JUMP_TOPS and
// KILL cut bundles off, again and again while that takes many; CUT makes the regions.
//
// Invariants: `parents` leads from a vertex to its only predecessor's side, so to an older vertex
// of its bundle; on a cycle of such vertices there is no top, and the cycle stays where it is.
// `links` leads from a top to a top through which everything comes that comes into its bundle. A
// top is marked DEAD only if all that leads into its bundle comes from dead ones.
//
// Why the races are benign: a stale load of a parent or a link shows an earlier one, on the
// same way. A stale load of a mark shows a dead bundle as alive, which is then cut off later, or
// not at all: regions may always be larger.
#include "device/counters.h"
#include "strong_components/accesses.h"
#include "strong_components/jump.h"
#include "strong_components/labels.h"
#include "strong_components/rounds.h"

#define LINK 0
#define JUMP 1
#define LIST_TOPS 2
#define LINK_TOPS 3
#define JUMP_TOPS 4
#define KILL 5
#define CUT 6
#define IDLE 7

// The fields of a record.
#define WAY 0
#define PASS 1       // 0 with predecessors, 1 with successors
#define COUNT 2      // tops on the list
#define WHICH 3      // which of the two lists of tops
#define JUMPS 4      // rounds of jumps so far
#define LISTED 5     // tops that it put on the other list
#define ALTERED 6    // whether a jump led anywhere
#define KILLS 7      // how often bundles were cut off in this pass
#define RECORD 8
#define RECORD_OF(slot) (control + (slot) * RECORD)
// After the records comes SURVIVORS, the number of vertices that are not cut off.
#define CONTROL_FIELDS 32

// Go on cutting while this part of the tops is cut off: of few tops a round costs the waiting
// alone, 4 us on an H100, and signatures of a DAG of chains with arcs between them take thousands
// of rounds over all vertices.
#define WORTHWHILE(tops) ((tops) > 1 << 17 ? 8 : 1024)

// And not more often than this: hexagons whose arcs lead to larger ids, and one back, took 4,800
// rounds, and 20 ms where signatures take 4. Two such graphs (2^18 vertices, H200) take
// csr/contraction/two-phase 8.3 and 6.5 ms, 13.0 and 10.8 with 100 in place of 32, nineteen others
// as long. (An assembly graph takes csr/two-phase/chains 15 ms in place of 3.6, which is chosen for
// it only where it has no room to be contracted. Where only what cuts a 128th of the tops goes on,
// a torus that an arc closes takes 7.8 ms in place of 0.6.)
#define MOST_KILLS 32

// A row that begins with more entries than these, without two that differ, is left alone: one
// work-item reads it, in each of up to 33 rounds.
#define MOST_ENTRIES 64

// The second part of the region of a vertex that nothing has cut off.
#define UNDIVIDED -1

#define DEAD 1
#define HAS_CYCLE 2  // an arc within the bundle leads to the top

__kernel void clear_control(
    __global int *control,
    __global int *counters
#ifdef SEARCHED
    , __global const int *restrict search
#endif
    )
{
    const int i = get_global_id(0);
    if (i < COUNTERS)
        counters[i] = 0;
    if (i >= CONTROL_FIELDS)
        return;
    control[i] = 0;
    if (i == 2 * RECORD + WAY) {
        control[i] = CUT;
#ifdef SEARCHED
        if (search[SEARCH_WAY_0] == SEARCH_DONE && search[SEARCH_WAY_1] == SEARCH_DONE)
            control[i] = IDLE;
#endif
    }
    if (i == 2 * RECORD + PASS)
        control[i] = -1;
}

// The only neighbor of v in its region; v if there is none; -1 if there are several.
inline int only_neighbor(
    const int v,
    const OFFSET begin,
    const OFFSET end,
    __global const int *restrict neighbors,
    __global const int4 *signatures)
{
    const int2 region = signatures[v].s01;
    const OFFSET last = min(end, (OFFSET)(begin + MOST_ENTRIES));
    int only = v;
    for (OFFSET entry = begin; entry < last; entry++) {
        const int w = neighbors[entry];
        if (w == v || w == only || any(signatures[w].s01 != region))
            continue;
        if (only != v)
            return -1;
        only = w;
    }
    return last < end ? -1 : only;
}

// The same for a bundle and other bundles that are not dead; sets HAS_CYCLE. Nothing comes into a
// cycle of only predecessors from outside, so it counts as dead, and so does what hangs on it.
inline int only_bundle(
    const int top,
    const OFFSET begin,
    const OFFSET end,
    __global const int *restrict neighbors,
    __global const int4 *signatures,
    __global const int *parents,
    __global int *marks)
{
    const int2 region = signatures[top].s01;
    const OFFSET last = min(end, (OFFSET)(begin + MOST_ENTRIES));
    int only = top;
    for (OFFSET entry = begin; entry < last; entry++) {
        const int w = neighbors[entry];
        if (w == top || any(signatures[w].s01 != region))
            continue;
        const int other = LOAD(parents, w);
        if (other == top) {
            STORE(marks, top, HAS_CYCLE);
            continue;
        }
        if (other == only || LOAD(marks, other) & DEAD || LOAD(parents, other) != other)
            continue;
        if (only != top)
            return -1;
        only = other;
    }
    return last < end ? -1 : only;
}

__kernel ALL_AT_ONCE void cut_chains(
    const int n,
    const int most_jumps,
    const int first_slot,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    __global int4 *signatures,
    __global const int *restrict list,
    __global const int *restrict list_control,
    __global int *parents,
    __global int *links,
    __global int *marks,
    __global int *tops,
    __global int *labels,
    __global int *control,
    __global int *counters,
    __global int *work ARRIVALS)
{
    __local int record[RECORD];
    __local int group_listed;
    __local int group_altered;
    __local int group_left;
    __local int place;
    const int item = get_local_id(0);
    const int items = get_local_size(0);

    for (int slot = first_slot;; slot = (slot + 1) % 3) {
        for (int i = item; i < RECORD; i += items)
            record[i] = ((volatile __global int *)RECORD_OF((slot + 2) % 3))[i];
        if (item == 0)
            group_altered = group_left = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        __local const int *before = record;
        __global int *now = RECORD_OF(slot);
        int way = before[WAY];
        int pass = before[PASS];
        int count = before[COUNT];
        int which = before[WHICH];
        int jumps = before[JUMPS] + 1;
        int kills = before[KILLS];
        const bool may_jump = before[ALTERED] && jumps < most_jumps;
        if (way == LINK || (way == JUMP && may_jump)) {
            way = JUMP;
        } else if (way == JUMP) {
            way = LIST_TOPS;
        } else if (way == LIST_TOPS) {
            count = before[LISTED];
            which = !which;
            way = count > 0 ? LINK_TOPS : CUT;
        } else if (way == LINK_TOPS || (way == JUMP_TOPS && may_jump)) {
            way = JUMP_TOPS;
        } else if (way == JUMP_TOPS) {
            way = KILL;
        } else if (way == KILL) {
            const int left = before[LISTED];
            const int cut = count - left;
            const bool is_worthwhile = cut > 0 && cut >= count / WORTHWHILE(count);
            way = left > 0 && is_worthwhile && ++kills < MOST_KILLS ? LINK_TOPS : CUT;
            count = left;
            which = !which;
        } else if (way == CUT) {
            pass++;
            kills = 0;
            way = pass < 2 ? LINK : IDLE;
        }
        if (way != JUMP && way != JUMP_TOPS)
            jumps = 0;
        if (get_global_id(0) == 0) {
            __global int *after = RECORD_OF((slot + 1) % 3);
            now[WAY] = way;
            now[PASS] = pass;
            now[COUNT] = count;
            now[WHICH] = which;
            now[JUMPS] = jumps;
            now[KILLS] = kills;
            after[LISTED] = after[ALTERED] = 0;
            counters[CHANGED] = way != IDLE;
            work[WORK_ROUNDS] += way != IDLE;
            if (way != IDLE)
                work[WORK_COURSE] |= CHAINS_CUT;
        }
        __global const OFFSET *rows = pass ? offsets : back_offsets;
        __global const int *entries = pass ? neighbors : back_neighbors;
        __global const int *these = tops + (which ? (long)n : 0);
        __global int *others = tops + (which ? 0 : (long)n);
        const bool is_of_tops = way == LINK_TOPS || way == JUMP_TOPS || way == KILL;
        __global const int *vertices = is_of_tops ? these : list;
        const int listed = is_of_tops ? count : list_control[LIST_LENGTH];
        const int length = way == IDLE ? 0 : listed;

        const long begin = (long)get_group_id(0) * items;
        for (long tile = begin; tile < length; tile += (long)get_num_groups(0) * items) {
            const int v = tile + item < length ? vertices[tile + item] : -1;
            const bool is_here = v >= 0 && signatures[v].s0 >= 0;
            bool is_listed = false;
            if (is_here && way == LINK) {
                const int only = only_neighbor(v, rows[v], rows[v + 1], entries, signatures);
                parents[v] = only < 0 ? v : only;
                marks[v] = 0;
            } else if (is_here && (way == JUMP || way == JUMP_TOPS)) {
                if (jump(way == JUMP ? parents : links, v))
                    SET_FLAG(group_altered);
            } else if (is_here && way == LIST_TOPS) {
                is_listed = parents[v] == v;
            } else if (is_here && way == LINK_TOPS) {
                const int only =
                    only_bundle(v, rows[v], rows[v + 1], entries, signatures, parents, marks);
                links[v] = only < 0 ? v : only;
                if (only == v)
                    atomic_or((volatile __global int *)(marks + v), DEAD);
            } else if (is_here && way == KILL) {
                is_listed = !(LOAD(marks, v) & DEAD) && !(LOAD(marks, LOAD(links, v)) & DEAD);
                if (!is_listed)
                    atomic_or((volatile __global int *)(marks + v), DEAD);
            } else if (is_here && way == CUT) {
                const int top = parents[v];
                const int mark = marks[top];
                if (parents[top] != top || !(mark & DEAD)) {
                    if (pass == 1 && signatures[v].s1 == UNDIVIDED)
                        atomic_inc(&group_left);
                } else {
                    if (mark & HAS_CYCLE) {
                        signatures[v].s01 = (int2)(top, -3 - pass);
                    } else {
                        signatures[v].s01 = (int2)(~v, -1);
                        labels[v] = ALONE;
                    }
                }
            }
            // All ways have the same barriers: not every compiler for processors bears others.
            if (item == 0)
                group_listed = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            const int own_place = is_listed ? atomic_inc(&group_listed) : 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            if (item == 0 && group_listed > 0)
                place = atomic_add(now + LISTED, group_listed);
            barrier(CLK_LOCAL_MEM_FENCE);
            if (is_listed)
                others[place + own_place] = v;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0 && group_altered)
            atomic_or(now + ALTERED, 1);
        if (item == 0 && group_left > 0)
            atomic_add(control + SURVIVORS, group_left);
        NEXT_ROUND(way == IDLE);
    }
}
