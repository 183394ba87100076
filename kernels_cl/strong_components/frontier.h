// The frontier of a search: lists that one launch reads, while it appends to those of the next.
//
// A list of vertices has the rows of low and middle degree. A list of pieces has the rows of high
// degree, in pieces of PIECE entries, so that several work-groups can share a row. There are two
// lists of each kind, which take turns, and four records of their lengths in `search`: a launch
// reads the record of its slot, adds to the next, and clears the one after that.
//
// Invariant: a launch appends a vertex at most once, so a list needs room for n. The record of slot
// 0 is empty when sources are appended, and the next one too: a loop of four launches ends when the
// last one has read an empty record. What a work-group finds it keeps in local memory and appends
// at the end, so that it calls one global atomic function for as many vertices as it has
// work-items. Only atomic functions touch a length that others change, so nothing races.
#include "device/counters.h"
#include "device/grid_stride.h"

#define LIST_LENGTH 0
#define PIECE_COUNT 1
#define LENGTHS 2
#define ROUND 2  // the number of the launch; it grows from search to search
#define RECORD 4
#define RECORD_OF(slot) (search + (slot) % 4 * RECORD)

#define QUEUE 2048
#define PIECES(degree) ((int)(((degree) + PIECE - 1) / PIECE))

// What a work-group has found.
typedef struct {
    int length;
    int vertices[QUEUE];
    int additions[LENGTHS];
    int places[LENGTHS];
} queue_t;

// The lists to append to, and the offsets of the rows that will be read from them.
#define NEXT_PARAMETERS                                                                     \
    __global const OFFSET *restrict offsets, __global int *restrict next,                   \
    __global int2 *restrict next_pieces, __global int *search

inline void begin_queue(__local queue_t *queue)
{
    if (get_local_id(0) == 0)
        queue->length = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

inline void put_on_list(
    const int v,
    const OFFSET degree,
    const int place,
    __global int *restrict next,
    __global int2 *restrict next_pieces)
{
    if (degree > HIGH_DEGREE)
        for (int piece = 0; piece < PIECES(degree); piece++)
            next_pieces[place + piece] = (int2)(v, piece);
    else
        next[place] = v;
}

// Places that a row takes on its list, and which list that is.
#define LIST(degree) ((degree) > HIGH_DEGREE ? PIECE_COUNT : LIST_LENGTH)
#define PLACES(degree) ((degree) > HIGH_DEGREE ? PIECES(degree) : 1)

inline void remember(const int v, const int slot, __local queue_t *queue, NEXT_PARAMETERS)
{
    const int place = atomic_inc(&queue->length);
    if (place < QUEUE) {
        queue->vertices[place] = v;
        return;
    }
    const OFFSET degree = offsets[v + 1] - offsets[v];
    const int begin = atomic_add(RECORD_OF(slot) + LIST(degree), PLACES(degree));
    put_on_list(v, degree, begin, next, next_pieces);
}

// Append what the group remembers; all work-items of the group call this.
inline void append_remembered(const int slot, __local queue_t *queue, NEXT_PARAMETERS)
{
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int remembered = min(queue->length, QUEUE);
    for (int first = 0; first < remembered; first += items) {
        for (int list = item; list < LENGTHS; list += items)
            queue->additions[list] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        const int is_mine = first + item < remembered;
        const int v = is_mine ? queue->vertices[first + item] : 0;
        const OFFSET degree = is_mine ? offsets[v + 1] - offsets[v] : 0;
        const int list = LIST(degree);
        int place = is_mine ? atomic_add(&queue->additions[list], PLACES(degree)) : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int each = item; each < LENGTHS; each += items)
            if (queue->additions[each] > 0)
                queue->places[each] = atomic_add(RECORD_OF(slot) + each, queue->additions[each]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (is_mine)
            put_on_list(v, degree, queue->places[list] + place, next, next_pieces);
    }
}

// Begin a launch that reads the frontier of a slot: let one work-item prepare the records. CHANGED
// says whether this launch has anything to do: the last one of several says whether all is done.
// One that has not finds empty lists, and passes the barriers: PoCL 5 goes wrong behind a return
// before one.
inline void begin_round(
    const int slot, __global int *search, __global int *work, __global int *counters)
{
    __global const int *record = RECORD_OF(slot);
    const int is_busy = record[LIST_LENGTH] > 0 || record[PIECE_COUNT] > 0;
    if (get_global_id(0) == 0) {
        RECORD_OF(slot + 1)[ROUND] = record[ROUND] + 1;
        for (int list = 0; list < LENGTHS; list++)
            RECORD_OF(slot + 2)[list] = 0;
        work[WORK_ROUNDS] += is_busy;
        counters[CHANGED] = is_busy;
    }
}
