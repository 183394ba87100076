// Visit all entries of rows, each with its row, whatever the lengths of the rows.
//
// A work-item of a processor takes a block of entries and goes through their rows. On a GPU the
// work-items of a group take the entries of a piece in turn and look up the row of each: a work-item
// for each block would read the memory far apart from its neighbors, and wait for it alone.
//
// FOR_EACH_ENTRY calls `visit`, an expression, with the names that `v` and `entry` stand for
// declared as the row, an int, and the entry, an OFFSET. It needs LOCAL_SIZE and PIECE on a GPU.
#include "device/grid_stride.h"
#include "graph/row_search.h"

#ifdef SHARE_BLOCKS
#define FOR_EACH_ENTRY(n, entries, offsets, v, entry, visit)                             \
    {                                                                                    \
        const long items_ = get_global_size(0), item_ = get_global_id(0);                \
        const OFFSET begin_ = (OFFSET)SHARE_BEGIN(item_, items_, entries);               \
        const OFFSET end_ = (OFFSET)SHARE_END(item_, items_, entries);                   \
        int v = begin_ < end_ ? row_between(offsets, 0, n, begin_) : 0;                  \
        for (OFFSET entry = begin_; entry < end_; entry++) {                             \
            while (offsets[v + 1] <= entry)                                              \
                v++;                                                                     \
            visit;                                                                       \
        }                                                                                \
    }
#else
#define FOR_EACH_ENTRY(n, entries, offsets, v, entry, visit)                             \
    for (long begin_ = (long)get_group_id(0) * PIECE; begin_ < (entries);                \
         begin_ += (long)get_num_groups(0) * PIECE) {                                    \
        const OFFSET end_ = (OFFSET)min(begin_ + PIECE, (long)(entries));                \
        const int first_ = row_between(offsets, 0, n, begin_);                           \
        const int last_ = row_between(offsets, first_, n, end_ - 1);                     \
        for (OFFSET entry = (OFFSET)(begin_ + get_local_id(0)); entry < end_;            \
             entry += LOCAL_SIZE) {                                                      \
            const int v = row_between(offsets, first_, last_ + 1, entry);                \
            visit;                                                                       \
        }                                                                                \
    }
#endif
