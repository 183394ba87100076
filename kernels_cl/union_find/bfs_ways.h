// The three ways of a round of a direction-optimizing search (Beamer, Asanovic and Patterson, SC
// 2012), and the lists that they leave to the next round. bfs.cl describes the lists, and says why
// the races are benign.
//
// Invariant: only the work-item that gives a vertex its level counts the vertex or has its
// work-group remember it. A remembered vertex is counted once, when it is appended to a list.
#include "device/parents.h"
#include "union_find/forest_edges.h"
#include "union_find/degree_classes.h"
#include "union_find/bfs.h"

#define TOP_DOWN 0
#define BOTTOM_UP 1
#define GATHER 2
#define IDLE 3

#define LOW_CLASS 0
#define MIDDLE_CLASS 1
#define HIGH_CLASS 2
#define CLASSES 3
#define CLASS(degree) \
    ((degree) > HIGH_DEGREE ? HIGH_CLASS : (degree) > LOW_DEGREE ? MIDDLE_CLASS : LOW_CLASS)
// Places that a row takes on the list of its class.
#define PLACES(degree) ((degree) > HIGH_DEGREE ? PIECES(degree) : 1)

#define QUEUE 2048

inline void put_on_list(
    const int n,
    const int v,
    const OFFSET degree,
    const int place,
    __global int *worklist,
    __global int2 *pieces)
{
    if (degree > HIGH_DEGREE)
        for (int piece = 0; piece < PIECES(degree); piece++)
            pieces[place + piece] = (int2)(v, piece);
    else
        worklist[degree > LOW_DEGREE ? n - 1 - place : place] = v;
}

// What a work-item has reached in a round.
typedef struct {
    int count;
    OFFSET entries;
    int smallest;
} reach_t;

inline void count_reached(reach_t *reach, const int v, const OFFSET degree)
{
    reach->count++;
    reach->entries += degree;
    reach->smallest = min(reach->smallest, v);
}

// What the three ways of a round have in scope. `begins` says where each list of the next frontier
// begins; `queue` holds the vertices that the work-group remembers for the lists.
#define ROUND_PARAMETERS                                                                    \
    const int n, const int round, __global const OFFSET *restrict offsets,                  \
    __global const int *restrict neighbors, __global int *levels, __global int *worklist,   \
    __global int2 *pieces, __global const int *before, __global int *now,                   \
    const int *begins, __local int *queue, __local int *queue_length, reach_t *reach        \
    FOREST_PARAMETER
#define ROUND_ARGUMENTS                                                                     \
    n, round, offsets, neighbors, levels, worklist, pieces, before, now, begins, queue,     \
    &queue_length, &reach FOREST_ARGUMENT

// Have the work-group remember a vertex for the lists. If its queue is full, put the vertex on its
// list at once.
#define REMEMBER(v)                                                                         \
    {                                                                                       \
        const int queue_place = atomic_inc(queue_length);                                   \
        if (queue_place < QUEUE) {                                                          \
            queue[queue_place] = (v);                                                       \
        }                                                                                   \
        else {                                                                              \
            const OFFSET degree = offsets[(v) + 1] - offsets[v];                            \
            const int class = CLASS(degree);                                                \
            const int added = atomic_add(now + LOW_ADDED + class, PLACES(degree));          \
            put_on_list(n, (v), degree, begins[class] + added, worklist, pieces);           \
            count_reached(reach, (v), degree);                                              \
        }                                                                                   \
    }

// Visit the entries of a part of a row of the frontier (degree_classes.h).
#define EXPAND_PART(v, first, last, lane, lanes)                                            \
    {                                                                                       \
        const OFFSET end = (last);                                                          \
        for (OFFSET entry = (first) + (lane); entry < end; entry += (lanes)) {              \
            const int neighbor = neighbors[entry];                                          \
            if (LOAD_LEVEL(levels, neighbor) == NOT_REACHED                                 \
                && atomic_cmpxchg(                                                          \
                       (volatile __global int *)(levels + neighbor), NOT_REACHED, round)    \
                    == NOT_REACHED) {                                                       \
                INITIALIZE_EDGE(neighbor, entry);                                           \
                REMEMBER(neighbor)                                                          \
            }                                                                               \
        }                                                                                   \
    }

inline void go_top_down(ROUND_PARAMETERS)
{
    __global const int *list_begins = before + LOW_BEGIN;
    __global const int *list_sizes = before + LOW_ADDED;
    VISIT_HIGH_ROWS(list_begins[HIGH_CLASS], list_sizes[HIGH_CLASS], 0, EXPAND_PART)
    VISIT_MIDDLE_ROWS(list_begins[MIDDLE_CLASS], list_sizes[MIDDLE_CLASS], 0, EXPAND_PART)
    VISIT_LOW_ROWS(list_begins[LOW_CLASS], list_sizes[LOW_CLASS], 0, EXPAND_PART)
}

// Bottom-up, for the rows of high degree: a work-group looks at a piece.
inline void look_from_hubs(
    const int hub_pieces, __global const int2 *restrict hubs, ROUND_PARAMETERS)
{
    for (int i = get_group_id(0); i < hub_pieces; i += get_num_groups(0)) {
        const int v = hubs[i].x;
        if (LOAD_LEVEL(levels, v) != NOT_REACHED)
            continue;
        const OFFSET begin = offsets[v] + (OFFSET)hubs[i].y * PIECE;
        const OFFSET end = min(offsets[v + 1], begin + PIECE);
        for (OFFSET entry = begin + get_local_id(0); entry < end; entry += get_local_size(0)) {
            if (LOAD_LEVEL(levels, neighbors[entry]) == NOT_REACHED)
                continue;
            if (atomic_cmpxchg((volatile __global int *)(levels + v), NOT_REACHED, round)
                == NOT_REACHED) {
                INITIALIZE_EDGE(v, entry);
                count_reached(reach, v, offsets[v + 1] - offsets[v]);
            }
            break;
        }
    }
}

// Bottom-up, for the other rows: a work-item looks at a row, and nothing races for its vertex.
inline void look_from_others(ROUND_PARAMETERS)
{
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const long last = SHARE_END(item, items, n);
    for (long v = SHARE_BEGIN(item, items, n); v < last; v += SHARE_STEP(items)) {
        if (LOAD_LEVEL(levels, v) != NOT_REACHED)
            continue;
        const OFFSET begin = offsets[v];
        const OFFSET end = offsets[v + 1];
        if (end - begin > HIGH_DEGREE)
            continue;
        for (OFFSET entry = begin; entry < end; entry++) {
            if (LOAD_LEVEL(levels, neighbors[entry]) == NOT_REACHED)
                continue;
            STORE_LEVEL(levels, v, round);
            INITIALIZE_EDGE(v, entry);
            count_reached(reach, (int)v, end - begin);
            break;
        }
    }
}

inline void gather_frontier(ROUND_PARAMETERS)
{
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const long last = SHARE_END(item, items, n);
    for (long v = SHARE_BEGIN(item, items, n); v < last; v += SHARE_STEP(items))
        if (levels[v] == before[ROUND])
            REMEMBER((int)v)
}

// Append what the work-group remembers to the lists, with one atomic function for each list and
// round of the loop. `additions` and `places` belong to the group and hold a number for each class.
inline void append_remembered(__local int *additions, __local int *places, ROUND_PARAMETERS)
{
    const int group_item = get_local_id(0);
    const int group_items = get_local_size(0);
    const int remembered = min(*queue_length, QUEUE);
    for (int first = 0; first < remembered; first += group_items) {
        for (int class = group_item; class < CLASSES; class += group_items)
            additions[class] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        const int is_mine = first + group_item < remembered;
        const int v = is_mine ? queue[first + group_item] : 0;
        const OFFSET degree = is_mine ? offsets[v + 1] - offsets[v] : 0;
        int place = 0;
        if (is_mine) {
            place = atomic_add(&additions[CLASS(degree)], PLACES(degree));
            count_reached(reach, v, degree);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int class = group_item; class < CLASSES; class += group_items)
            if (additions[class] > 0)
                places[class] = atomic_add(now + LOW_ADDED + class, additions[class]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (is_mine) {
            place += begins[CLASS(degree)] + places[CLASS(degree)];
            put_on_list(n, v, degree, place, worklist, pieces);
        }
    }
}
