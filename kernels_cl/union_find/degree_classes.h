// Let the work-items of a launch read the rows on the lists of their degree classes, after ECL-CC
// (Jaiganesh and Burtscher, HPDC 2018, section 3). Work-groups read the rows of high degree, in
// `pieces` of PIECE entries; LANES work-items read a row of middle degree, from the back of
// `worklist`; one work-item reads a row of low degree, from its front. finish_entries.h says how
// rows are listed.
//
// Invariant: each entry of a listed row, except the first `skipped`, is in the part of one
// work-item.
//
// VISIT_PART(v, first, last, lane, lanes) is called for each part: every lanes-th of the entries
// first..last-1 of the row of v, from the lane-th. It must use each argument once, or only
// arguments that cost nothing. A list is given by where it begins, which is looked up for each row,
// and by its length.
#include "device/grid_stride.h"

#define VISIT_HIGH_ROWS(high_begin, high_count, skipped, VISIT_PART)                              \
    {                                                                                             \
        const int high = (high_count);                                                            \
        for (int i = get_group_id(0); i < high; i += get_num_groups(0)) {                         \
            const int2 piece = pieces[(high_begin) + i];                                          \
            const OFFSET first = offsets[piece.x] + (skipped) + (OFFSET)piece.y * PIECE;          \
            const OFFSET last = min(offsets[piece.x + 1], first + PIECE);                         \
            VISIT_PART(piece.x, first, last, get_local_id(0), get_local_size(0))                  \
        }                                                                                         \
    }

#define VISIT_MIDDLE_ROWS(middle_begin, middle_count, skipped, VISIT_PART)                        \
    {                                                                                             \
        const int item = get_global_id(0), items = get_global_size(0);                            \
        const int middle = (middle_count);                                                        \
        for (int i = item / LANES; i < middle; i += items / LANES) {                              \
            const int v = worklist[n - 1 - ((middle_begin) + i)];                                 \
            VISIT_PART(v, offsets[v] + (skipped), offsets[v + 1], item % LANES, LANES)            \
        }                                                                                         \
    }

#define VISIT_LOW_ROWS(low_begin, low_count, skipped, VISIT_PART)                                 \
    {                                                                                             \
        const int item = get_global_id(0), items = get_global_size(0);                            \
        const int low = (low_count);                                                              \
        const long low_end = SHARE_END(item, items, low);                                         \
        for (long i = SHARE_BEGIN(item, items, low); i < low_end; i += SHARE_STEP(items)) {       \
            const int v = worklist[(low_begin) + i];                                              \
            VISIT_PART(v, offsets[v] + (skipped), offsets[v + 1], 0, 1)                           \
        }                                                                                         \
    }

// Visit the lists that finish_rows.cl makes, each from its beginning.
#define VISIT_LISTED_ROWS(counters, skipped, VISIT_PART)                                          \
    VISIT_HIGH_ROWS(0, (counters)[HIGH_COUNT], skipped, VISIT_PART)                               \
    VISIT_MIDDLE_ROWS(0, (counters)[MIDDLE_COUNT], skipped, VISIT_PART)                           \
    VISIT_LOW_ROWS(0, (counters)[LOW_COUNT], skipped, VISIT_PART)
