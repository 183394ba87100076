// How the searches of two_phase.cl, which says why the races are benign, go through rows: the
// records of their rounds, and the work of one work-item in a round.

// How a search goes in a round.
#define TOP_DOWN 0
#define BOTTOM_UP 1
#define DONE 2
#define PAUSED 3
#define GIVEN_UP 4

// The fields of a record.
#define WAY 0
#define REACHED 1          // vertices that the round reached
#define REACHED_ENTRIES 2  // the entries of their rows, in units of 2**ENTRY_SHIFT
#define EXPLORED 3         // entries of all earlier frontiers, in the same units
#define LIST_BEGIN 4       // where its additions to `list` begin
#define LIST_ADDED 5
#define PIECES_BEGIN 6     // the same for `pieces`
#define PIECES_ADDED 7
#define ROUND 8
#define REACHED_IN_ALL 9   // by all earlier rounds
#define REACHED_AT_MILESTONE 10
#define RECORD 12
#define RECORD_OF(search, slot) (control + ((search) * 3 + (slot)) * RECORD)

// The fields after the records.
#define LARGEST_SCORE 72
#define PIVOT 73
#define HUB_PIECES 74  // two: one for each search
#define LAST_WAY 76    // two: how each search went in the latest round
#define ROUNDS 78      // rounds so far, of either
#define NARROW 79      // vertices with one successor or one predecessor
#define ENDS 80        // vertices without a successor or without a predecessor
#define CONTROL_FIELDS 84

// Rounds after which a search may be given up: powers of two, from those on after which it may
// pause.
#define IS_MILESTONE(round) (((round) & ((round) - 1)) == 0)
// Of a search that does not pause, since many reach much later: on SSCA2 of a million vertices it
// had been given up after 16 rounds.
#define LATE_MILESTONE 64

// A search that has reached as many times what it had at the milestone before does not pause: in a
// mesh it reaches 4 times as much in twice the rounds, in a bar 8 times.
#define SURGE 8

// Nor one that will be done after so many rounds, by the vertices and entries: what comes instead
// looks at all of these some tens of times. SSCA2 of a million vertices, whose searches take some
// 250 steps, took 47 ms with a pause, and takes 13.
#define ROUNDS_WITHOUT_PAUSE(size) ((size) >> PAUSE_SHIFT)

// A search is given up if it would take more rounds than these, by the vertices and entries. A
// round of up to four steps takes 5 to 20 us on an H100; one of signatures of 2**16 vertices 5 us,
// of 2**20 20 to 40.
#define MOST_ROUNDS_OF(size) clamp((size) >> 10, 512L, 4096L)

#define QUEUE 2048
// Steps of a group by itself in a round. On d-grid 4 take 6.7 ms, 8 to 32 6.9 to 7.4, 1 8.5 (H100).
#define MOST_STEPS 4
#define PIECES_OF(degree, piece) ((int)(((degree) + (piece) - 1) / (piece)))

#ifdef RACE_FREE
#define LOAD_BITS(bits, word) ((uint)atomic_or((volatile __global int *)((bits) + (word)), 0))
#else
#define LOAD_BITS(bits, word) ((bits)[word])
#endif
#define BIT_OF(v) (1u << ((v) & 31))

// Put a reached vertex of a row that is not low on the pieces.
inline void append_pieces(
    const int v, const int count, const int begin, __global int *added, __global int2 *pieces)
{
    const int place = begin + atomic_add(added, count);
    for (int piece = 0; piece < count; piece++)
        pieces[place + piece] = (int2)(v, piece);
}

#define SEARCH_PARAMETERS                                                                         \
    const int first, const int step, __local const int *before, __global int *now,                \
    const int list_begin, const int pieces_begin, __global const OFFSET *restrict offsets,        \
    __global const int *restrict neighbors, __global uint *bits, __global int *list,              \
    __global int2 *pieces, __local int *queue, __local int *queue_length, uint2 *found
#define SEARCH_ARGUMENTS                                                                          \
    first, step, before, now, list_begin, pieces_begin, offsets, neighbors, bits, list, pieces,   \
    queue, queue_length, found

// Set the bit of a vertex. The work-item that is the first to do so appends the vertex.
inline void reach(const int v, SEARCH_PARAMETERS)
{
    // Loaded before it is known to be needed, so that one latency hides the other.
    const OFFSET degree = offsets[v + 1] - offsets[v];
    if (atomic_or((volatile __global uint *)(bits + (v >> 5)), BIT_OF(v)) & BIT_OF(v))
        return;
    *found += (uint2)(1, (uint)(degree >> ENTRY_SHIFT));
    if (degree > LOW_DEGREE) {
        append_pieces(v, PIECES_OF(degree, PIECE), pieces_begin, now + PIECES_ADDED, pieces);
    } else if (degree > 0) {
        const int place = atomic_inc(queue_length);
        if (place < QUEUE)
            queue[place] = v;
        else
            list[list_begin + atomic_inc(now + LIST_ADDED)] = v;
    }
}

inline void visit(const int v, SEARCH_PARAMETERS)
{
    if (!(LOAD_BITS(bits, v >> 5) & BIT_OF(v)))
        reach(v, SEARCH_ARGUMENTS);
}

inline void visit_row(OFFSET entry, const OFFSET end, const int stride, SEARCH_PARAMETERS)
{
    // Two loads are under way at a time.
    for (; entry + stride < end; entry += 2 * stride) {
        const int v = neighbors[entry];
        const int w = neighbors[entry + stride];
        const uint word = LOAD_BITS(bits, v >> 5);
        const uint other = LOAD_BITS(bits, w >> 5);
        if (!(word & BIT_OF(v)))
            reach(v, SEARCH_ARGUMENTS);
        if (!(other & BIT_OF(w)))
            reach(w, SEARCH_ARGUMENTS);
    }
    if (entry < end)
        visit(neighbors[entry], SEARCH_ARGUMENTS);
}

inline void go_top_down(SEARCH_PARAMETERS)
{
    const int list_end = before[LIST_BEGIN] + before[LIST_ADDED];
    for (long i = before[LIST_BEGIN] + (long)first; i < list_end; i += step) {
        const int v = list[i];
        visit_row(offsets[v], offsets[v + 1], 1, SEARCH_ARGUMENTS);
    }
    const int pieces_end = before[PIECES_BEGIN] + before[PIECES_ADDED];
    const int lane = first % LANES;
    for (long i = before[PIECES_BEGIN] + (long)(first / LANES); i < pieces_end; i += step / LANES) {
        const int2 piece = pieces[i];
        const OFFSET begin = offsets[piece.x] + (OFFSET)piece.y * PIECE;
        const OFFSET end = min((OFFSET)(begin + PIECE), offsets[piece.x + 1]);
        visit_row(begin + lane, end, LANES, SEARCH_ARGUMENTS);
    }
}

// Whether one of the entries is of a reached vertex.
inline bool any_reached(
    OFFSET entry,
    const OFFSET end,
    const int step,
    __global const int *restrict neighbors,
    __global uint *bits)
{
    // Four loads are under way at a time.
    for (; entry + 3 * step < end; entry += 4 * step) {
        const int4 w = (int4)(
            neighbors[entry], neighbors[entry + step], neighbors[entry + 2 * step],
            neighbors[entry + 3 * step]);
        const uint4 word = (uint4)(
            LOAD_BITS(bits, w.s0 >> 5), LOAD_BITS(bits, w.s1 >> 5), LOAD_BITS(bits, w.s2 >> 5),
            LOAD_BITS(bits, w.s3 >> 5));
        if (any(((word >> as_uint4(w & 31)) & 1u) != 0u))
            return true;
    }
    for (; entry < end; entry += step)
        if (LOAD_BITS(bits, neighbors[entry] >> 5) & BIT_OF(neighbors[entry]))
            return true;
    return false;
}

inline void go_bottom_up(
    const int n,
    const int hub_pieces,
    __global const int2 *restrict hubs,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    SEARCH_PARAMETERS)
{
    for (long v = first; v < n; v += step) {
        if (LOAD_BITS(bits, v >> 5) & BIT_OF(v))
            continue;
        const OFFSET begin = back_offsets[v];
        const OFFSET end = back_offsets[v + 1];
        if (end - begin <= HUB_DEGREE && any_reached(begin, end, 1, back_neighbors, bits))
            reach((int)v, SEARCH_ARGUMENTS);
    }
    const int lane = first % LANES;
    for (long i = first / LANES; i < hub_pieces; i += step / LANES) {
        const int2 piece = hubs[i];
        const int v = piece.x;
        if (LOAD_BITS(bits, v >> 5) & BIT_OF(v))
            continue;
        const OFFSET begin = back_offsets[v] + (OFFSET)piece.y * HUB_PIECE;
        const OFFSET end = min((OFFSET)(begin + HUB_PIECE), back_offsets[v + 1]);
        if (any_reached(begin + lane, end, LANES, back_neighbors, bits))
            visit(v, SEARCH_ARGUMENTS);
    }
}
