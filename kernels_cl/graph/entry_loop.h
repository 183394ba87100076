// Visit all entries of rows, each with its row, whatever the lengths of the rows.
//
// A work-item of a processor takes a block of entries and goes through their rows. On a GPU the
// work-items of a group take the entries of a piece in turn and look up the row of each: with a
// block of its own, each would read memory far apart from its neighbors, and wait for it alone.
//
// FOR_EACH_ENTRY calls `visit`, an expression, with the names that `v` and `entry` stand for
// declared as the row, an int, and the entry, an OFFSET. It needs LOCAL_SIZE on a GPU, and PIECE:
// the most entries of a piece, which has fewer if there are groups for more pieces.
//
// FOR_EACH_ENTRY_OF_BLOCK gives each work-item a block of entries on any device, where what it
// writes must be in the order of the entries.
#include "device/grid_stride.h"
#include "graph/row_search.h"

#define FOR_EACH_ENTRY_BETWEEN(begin, end, n, offsets, v, entry, visit)                  \
    {                                                                                    \
        OFFSET entry = (OFFSET)(begin);                                                  \
        const OFFSET end_ = (OFFSET)(end);                                               \
        for (int v = entry < end_ ? row_between(offsets, 0, n, entry) : 0; entry < end_; \
             entry++) {                                                                  \
            while (offsets[v + 1] <= entry)                                              \
                v++;                                                                     \
            visit;                                                                       \
        }                                                                                \
    }

#define FOR_EACH_ENTRY_OF_BLOCK(block, entries, n, offsets, v, entry, visit)             \
    FOR_EACH_ENTRY_BETWEEN(                                                              \
        BLOCK_BEGIN(block, entries), BLOCK_END(block, entries), n, offsets, v, entry,    \
        visit)

#ifdef SHARE_BLOCKS
#define FOR_EACH_ENTRY(n, entries, offsets, v, entry, visit)                             \
    FOR_EACH_ENTRY_BETWEEN(                                                              \
        SHARE_BEGIN((long)get_global_id(0), get_global_size(0), entries),                \
        SHARE_END((long)get_global_id(0), get_global_size(0), entries),                  \
        n, offsets, v, entry, visit)
#else
#define GROUPS_ ((long)get_num_groups(0))
#define PIECE_OF(entries)                                                                \
    min((long)PIECE, max((long)LOCAL_SIZE, (((long)(entries) / GROUPS_) | 31) + 1))
#define FOR_EACH_ENTRY(n, entries, offsets, v, entry, visit)                             \
    for (long piece_ = PIECE_OF(entries), begin_ = (long)get_group_id(0) * piece_;       \
         begin_ < (entries); begin_ += GROUPS_ * piece_) {                               \
        const OFFSET end_ = (OFFSET)min(begin_ + piece_, (long)(entries));               \
        const int first_ = row_between(offsets, 0, n, begin_);                           \
        const int last_ = row_between(offsets, first_, n, end_ - 1);                     \
        for (OFFSET entry = (OFFSET)(begin_ + get_local_id(0)); entry < end_;            \
             entry += LOCAL_SIZE) {                                                      \
            const int v = row_between(offsets, first_, last_ + 1, entry);                \
            visit;                                                                       \
        }                                                                                \
    }
#endif
