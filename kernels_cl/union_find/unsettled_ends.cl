// The second half of a finish after sampling where edges may be stored at one end only. Our own;
// the first half is GConn's finish (finish_rows.cl).
//
// After sampling the rows of unsettled vertices are finished. If each edge is stored at both ends
// that is all. If not, an edge from a settled vertex to an unsettled one may be in the row of the
// former alone. So all entries are looked at, but not row by row: a group reads them as they lie in
// memory, and asks one bit of each end (unsettled_bits.h) whether it is unsettled. Few are: these
// are put on a list, and when the list has an entry for each work-item, each looks for the row of
// one, and unites it.
//
// On an H100, us of this kernel for kron21, web and social, the row of an edge that of its larger
// end (91, 161 and 125 million entries): 331, 438 and 817. Uniting each entry where it was found
// took 746, 1,253 and 1,344, since all work-items of a warp then wait for one; blocks of entries in
// place of shares by turns 458, 586 and 940, since entries of hubs are next to each other; 8
// entries at once in place of 4 399, 513 and 876, 2 of them 335, 457 and 813. On an H200 a
// prototype took 250, 400 and 700 by bits and 600, 1,060 and 910 by parents; and all launches
// together take 409 on kron21, in place of 1,189 where all rows are finished, as with
// READS_ALL_ROWS.
//
// Invariant: afterwards every entry joins two vertices of one tree. If its row is that of an
// unsettled vertex, the first half has united it. If both ends are settled, sampling has. Otherwise
// its end is unsettled, and it is united here, unless its end is in the tree of the settled
// vertices by now.
//
// A group may have voted before there was a label, and have marked all of its vertices, settled
// ones and that of the label among them: their rows have all been finished.
//
// unite.h says why the races are benign. A label that is no root any more costs time only.
#include "device/counters.h"
#include "device/parents.h"
#include "device/streamed.h"
#include "graph/row_search.h"
#include "union_find/find.h"
#include "union_find/unite.h"
#include "union_find/unsettled_bits.h"

// Entries of a work-item whose loads do not wait for each other, and of a group.
#define AT_ONCE 4
#define SHARE (AT_ONCE * GROUP)

// The entry at a place of a group: of its shares, which those of the other groups lie between. It
// is long, since the last one may be beyond the end by the shares of all groups.
#define ENTRY_AT(place)                                                                       \
    (((long)((place) / SHARE) * (long)get_num_groups(0) + (long)get_group_id(0)) * SHARE + \
     (place) % SHARE)
#define NO_END -1

// Unite the entries on the list of a group.
inline void unite_listed(
    const int n,
    const int label,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global const uint *restrict unsettled,
    __local const int *listed,
    const int count
    FOREST_PARAMETER)
{
    // Others may have linked it.
    const int root = ancestor_of(parents, label);
    for (int i = get_local_id(0); i < count; i += GROUP) {
        const OFFSET entry = (OFFSET)ENTRY_AT(listed[i]);
        const int end = neighbors[entry];
        const int parent = LOAD_PARENT(parents, end);
        if (parent == label || parent == root)
            continue;
        const int v = row_between(offsets, 0, n, entry);
        if (IS_UNSETTLED(unsettled, v))
            continue;
        const int source = SOURCE(parents, v);
        (void)UNITE(parents, source, end);
    }
}

__kernel void unite_unsettled_ends(
    const int n,
    const OFFSET entries,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global const uint *restrict unsettled,
    __global const int *restrict counters
    FOREST_PARAMETER)
{
    __local int listed[SHARE + GROUP];
    __local int count;
    const int label = counters[MOST_FREQUENT];
    // If nothing is settled, the rows of all vertices have been finished.
    const OFFSET all = label < 0 ? 0 : entries;
    const int item = get_local_id(0);
    if (item == 0)
        count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const long step = (long)SHARE * (long)get_num_groups(0);
    int share = 0;
    for (long begin = ENTRY_AT(0); begin < all; begin += step, share += SHARE) {
        int ends[AT_ONCE];
        for (int i = 0; i < AT_ONCE; i++) {
            const int place = item + i * GROUP;
            ends[i] = place < all - begin ? STREAMED(neighbors, begin + place) : NO_END;
        }
        int open = 0;
        for (int i = 0; i < AT_ONCE; i++)
            open |= ends[i] != NO_END && IS_UNSETTLED(unsettled, ends[i]) ? 1 << i : 0;
        for (; open; open &= open - 1)
            listed[atomic_inc(&count)] = share + item + popcount(~open & (open - 1)) * GROUP;
        barrier(CLK_LOCAL_MEM_FENCE);
        const int so_far = count;
        // All have read it before somebody adds to it.
        barrier(CLK_LOCAL_MEM_FENCE);
        if (so_far < GROUP && all - begin > step)
            continue;
        unite_listed(
            n, label, offsets, neighbors, parents, unsettled, listed, so_far FOREST_ARGUMENT);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0)
            count = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
