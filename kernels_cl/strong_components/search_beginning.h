// How the searches of two_phase.cl begin: at the likeliest vertex. Each step reads what all of the
// one before have stored, in a launch of its own or behind a barrier across work-groups.

inline void clear_search(const int i, __global int *control, __global int *counters)
{
    if (i < CONTROL_FIELDS)
        control[i] = i == PIVOT ? INT_MAX : 0;
    if (i < COUNTERS)
        counters[i] = 0;
}

// The larger the product of its degrees, the likelier is a vertex in the largest component. A
// positive float compares as its bits do.
inline int score_of(
    const int v,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets)
{
    const float out = offsets[v + 1] - offsets[v];
    const float in = back_offsets[v + 1] - back_offsets[v];
    return as_int(out * in);
}

inline void list_search_hub(
    const int v, const OFFSET degree, __global int *pieces, __global int2 *restrict hubs)
{
    if (degree <= HUB_DEGREE)
        return;
    const int count = PIECES_OF(degree, HUB_PIECE);
    const int place = atomic_add(pieces, count);
    for (int piece = 0; piece < count; piece++)
        hubs[place + piece] = (int2)(v, piece);
}

// What a group finds out about its vertices.
#define GROUP_SCORE 0
#define GROUP_NARROW 1
#define GROUP_ENDS 2
#define GROUP_FIELDS 3

// All work-items of a group clear the bits, list the hubs, and find the largest score, each with a
// vertex or none.
inline void rate_tile(
    const int v,
    __local int *group,
    const int n,
    const int words,
    const int hub_room,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global uint *restrict bits,
    __global int2 *restrict hubs,
    __global int *control)
{
    if (get_local_id(0) == 0)
        group[GROUP_SCORE] = group[GROUP_NARROW] = group[GROUP_ENDS] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v < 2 * words)
        bits[v] = 0;
    if (v < n) {
        // The forward search looks from a vertex at its predecessors.
        list_search_hub(v, back_offsets[v + 1] - back_offsets[v], control + HUB_PIECES, hubs);
        list_search_hub(v, offsets[v + 1] - offsets[v], control + HUB_PIECES + 1, hubs + hub_room);
        const OFFSET out = offsets[v + 1] - offsets[v];
        const OFFSET in = back_offsets[v + 1] - back_offsets[v];
        if (min(out, in) == 1)
            atomic_inc(group + GROUP_NARROW);
        if (min(out, in) == 0)
            atomic_inc(group + GROUP_ENDS);
        const int score = score_of(v, offsets, back_offsets);
        // An old value is too small, which costs a needless atomic function.
        if (score > LOOK_AT_LOCAL(group[GROUP_SCORE]))
            atomic_max(group + GROUP_SCORE, score);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) > 0)
        return;
    if (group[GROUP_SCORE] > 0)
        atomic_max(control + LARGEST_SCORE, group[GROUP_SCORE]);
    if (group[GROUP_NARROW] > 0)
        atomic_add(control + NARROW, group[GROUP_NARROW]);
    if (group[GROUP_ENDS] > 0)
        atomic_add(control + ENDS, group[GROUP_ENDS]);
}

// Choose the smallest vertex of the largest score.
inline void offer_pivot(
    const int v,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global int *control)
{
    if (score_of(v, offsets, back_offsets) != control[LARGEST_SCORE])
        return;
    if (((volatile __global int *)control)[PIVOT] > v)
        atomic_min(control + PIVOT, v);
}

// One work-item begins both searches at the pivot.
inline void begin_at_pivot(
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
    const int pivot = control[PIVOT];
    for (int search = 0; search < 2; search++) {
        __global int *record = RECORD_OF(search, 2);
        if (control[LARGEST_SCORE] == 0) {
            // No vertex has both a successor and a predecessor.
            record[WAY] = DONE;
            continue;
        }
        __global const OFFSET *of = search ? back_offsets : offsets;
        const OFFSET degree = of[pivot + 1] - of[pivot];
        record[WAY] = TOP_DOWN;
        record[REACHED] = 1;
        record[REACHED_ENTRIES] = (int)(degree >> ENTRY_SHIFT);
        bits[search * words + (pivot >> 5)] |= BIT_OF(pivot);
        if (degree <= LOW_DEGREE) {
            record[LIST_ADDED] = 1;
            list[(long)search * n] = pivot;
        } else {
            append_pieces(
                pivot, PIECES_OF(degree, PIECE), 0, record + PIECES_ADDED,
                pieces + (long)search * piece_room);
        }
    }
}
