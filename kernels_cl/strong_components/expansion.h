// Expand the adjacency lists of a frontier: Li, Zhu, Cong and Yang, Journal of Systems Architecture
// 60, 2014, Algorithm 3, after Merrill, Garland and Grimshaw, Scalable GPU graph traversal, PPoPP
// 2012. Coarse: a work-group takes a piece of a row of high degree, and LANES of its work-items a
// row of middle degree. Fine: the group puts the entries of its rows of low degree one after the
// other by a prefix sum into local memory, and its work-items take entries, not rows. On a
// processor (LANES is 1) a work-item takes whole rows.
//
// Invariant: each entry of the rows of the frontier is visited by one work-item. So all launches
// together take time linear in the arcs that they meet.
//
// Who includes this file has defined before:
//   SEARCH_PARAMETERS, SEARCH_ARGUMENTS  what the two macros below have in scope, besides `round`
//   SOUGHT(v, label)                     a number that an entry of v is compared with
//   VISIT(neighbor, label, sought)       whether the neighbor gets on the next frontier
// `labels` is among the parameters.
#include "strong_components/labels.h"
#include "strong_components/frontier.h"

// The entries that a group lays out at a time.
#define SLOTS (4 * GROUP_SIZE)

// Rows that a work-group expands at once.
typedef struct {
    OFFSET begins[GROUP_SIZE];
    int degrees[GROUP_SIZE];
    int labels[GROUP_SIZE];
    int sought[GROUP_SIZE];
    int sums[GROUP_SIZE];  // entries of low degree up to and with each row
    int rows[SLOTS];       // the row of each entry that is laid out
} chunk_t;

#define EXPANSION_PARAMETERS                                                                \
    const int slot, __global const OFFSET *restrict offsets,                                \
    __global const int *restrict neighbors, __global const int *restrict frontier,          \
    __global const int2 *restrict frontier_pieces, __global int *restrict next,             \
    __global int2 *restrict next_pieces, __global int *search
#define EXPANSION_ARGUMENTS \
    slot, offsets, neighbors, frontier, frontier_pieces, next, next_pieces, search

#define VISIT_ENTRY(entry, label, sought)                                                   \
    {                                                                                       \
        const int neighbor = neighbors[entry];                                              \
        if (VISIT(neighbor, label, sought))                                                 \
            remember(neighbor, slot + 1, queue, offsets, next, next_pieces, search);        \
    }

inline void expand_pieces(
    const int round, EXPANSION_PARAMETERS, SEARCH_PARAMETERS, __local queue_t *queue)
{
    const int pieces = RECORD_OF(slot)[PIECE_COUNT];
    for (int i = get_group_id(0); i < pieces; i += get_num_groups(0)) {
        const int v = frontier_pieces[i].x;
        const int label = LOAD_LABEL(labels, v);
        const int sought = SOUGHT(v, label);
        const OFFSET begin = offsets[v] + (OFFSET)frontier_pieces[i].y * PIECE;
        const OFFSET end = min(offsets[v + 1], begin + PIECE);
        for (OFFSET entry = begin + get_local_id(0); entry < end; entry += get_local_size(0))
            VISIT_ENTRY(entry, label, sought)
    }
}

#if LANES == 1

inline void expand_rows(
    const int round, EXPANSION_PARAMETERS, SEARCH_PARAMETERS, __local queue_t *queue)
{
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const int length = RECORD_OF(slot)[LIST_LENGTH];
    const long last = SHARE_END(item, items, length);
    for (long i = SHARE_BEGIN(item, items, length); i < last; i += SHARE_STEP(items)) {
        const int v = frontier[i];
        const int label = LOAD_LABEL(labels, v);
        const int sought = SOUGHT(v, label);
        const OFFSET end = offsets[v + 1];
        for (OFFSET entry = offsets[v]; entry < end; entry++)
            VISIT_ENTRY(entry, label, sought)
    }
}

#else

// Sum up numbers of the group's work-items: each place gets the sum of those up to and with it.
inline void sum_up(__local int *sums)
{
    const int item = get_local_id(0);
    for (int step = 1; step < GROUP_SIZE; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int before = item >= step ? sums[item - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[item] += before;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// A group takes as many vertices at a time as it has work-items.
inline void expand_rows(
    const int round,
    EXPANSION_PARAMETERS,
    SEARCH_PARAMETERS,
    __local chunk_t *chunk,
    __local queue_t *queue)
{
    const int item = get_local_id(0);
    const int lane = item % LANES;
    const long length = RECORD_OF(slot)[LIST_LENGTH];
    const long stride = (long)get_num_groups(0) * GROUP_SIZE;
    for (long first = (long)get_group_id(0) * GROUP_SIZE; first < length; first += stride) {
        int degree = 0;
        if (first + item < length) {
            const int v = frontier[first + item];
            const int label = LOAD_LABEL(labels, v);
            degree = (int)(offsets[v + 1] - offsets[v]);
            chunk->begins[item] = offsets[v];
            chunk->labels[item] = label;
            chunk->sought[item] = SOUGHT(v, label);
        }
        const int low_degree = degree > LOW_DEGREE ? 0 : degree;
        chunk->degrees[item] = degree;
        chunk->sums[item] = low_degree;
        sum_up(chunk->sums);
        for (int row = item - lane; row < min(item - lane + LANES, GROUP_SIZE); row++) {
            if (chunk->degrees[row] <= LOW_DEGREE)
                continue;
            const OFFSET end = chunk->begins[row] + chunk->degrees[row];
            for (OFFSET entry = chunk->begins[row] + lane; entry < end; entry += LANES)
                VISIT_ENTRY(entry, chunk->labels[row], chunk->sought[row])
        }
        const int total = chunk->sums[GROUP_SIZE - 1];
        const int own_end = chunk->sums[item];
        for (int begin = 0; begin < total; begin += SLOTS) {
            const int end = min(total, begin + SLOTS);
            for (int i = max(begin, own_end - low_degree); i < min(end, own_end); i++)
                chunk->rows[i - begin] = item;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int i = begin + item; i < end; i += GROUP_SIZE) {
                const int row = chunk->rows[i - begin];
                const int place = i - (chunk->sums[row] - chunk->degrees[row]);
                VISIT_ENTRY(chunk->begins[row] + place, chunk->labels[row], chunk->sought[row])
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

#endif

// The parameters and the body of a kernel that expands the frontier of a slot.
#define ROUND_PARAMETERS \
    EXPANSION_PARAMETERS, __global int *work, __global int *counters, SEARCH_PARAMETERS
#if LANES == 1
#define CHUNK
#define CHUNK_ARGUMENT
#else
#define CHUNK __local chunk_t chunk;
#define CHUNK_ARGUMENT &chunk,
#endif
#define EXPAND_FRONTIER                                                                     \
    __local queue_t queue;                                                                  \
    CHUNK                                                                                   \
    begin_round(slot, search, work, counters);                                              \
    const int round = RECORD_OF(slot)[ROUND];                                               \
    begin_queue(&queue);                                                                    \
    expand_pieces(round, EXPANSION_ARGUMENTS, SEARCH_ARGUMENTS, &queue);                    \
    expand_rows(round, EXPANSION_ARGUMENTS, SEARCH_ARGUMENTS, CHUNK_ARGUMENT &queue);       \
    append_remembered(slot + 1, &queue, offsets, next, next_pieces, search);
