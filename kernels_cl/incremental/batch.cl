// A batch of edges and queries: Algorithm 3 of Hong, Dhulipala and Shun, GConn, PACT 2020, section
// 3.6. No edge of an earlier batch is looked at again.
//
// insert: unite the ends of each edge, a work-item for each, as coo.cl does.
// process: the same for a mixed batch, where other work-items answer queries meanwhile.
// answer: queries alone.
//
// Invariant: that of parents.h. A root of a finished batch is a root or a child for good, so links
// of earlier batches are never undone, and the edges that made them can be forgotten.
//
// A query is answered as in Jayanti and Tarjan, A randomized concurrent algorithm for disjoint set
// union, PODC 2016, section 3. Equal roots are proof that the ends are connected. If the roots
// differ, two looks past the caches show that first the one is still a root, and then the other.
// The second was a root at the time of the first look, too, since no child becomes a root again. So
// at that moment, after the batch began, the ends were in different trees: a query misses no edge
// of an earlier batch, and may see edges of its own. If a look fails, the walk goes on from the
// parent that it saw, strictly upwards, so it ends.
//
// insert and copy_edges can check the ends on their way, which saves a launch and a wait: an edge
// with an end that is no vertex is left out, and its place noted.
//
// The ends of a batch are in two buffers, or in one, each from an offset on and with a stride: 2 if
// sources and targets alternate. The marks of the queries are in a third, and without these all
// operations are of one kind.
//
// Why the races are benign: see parents.h, unite.h and rem.h for insertions. Each word of the
// answers is written by one work-group, or by atomic functions. A union that splices cuts trees for
// a while, and rounds have no single links; there insertions and queries are in different launches.
#include "device/grid_stride.h"
#include "device/parents.h"
#include "incremental/vertices.h"
#include "union_find/find.h"
#include "union_find/unite.h"

#ifdef STATE_words
#define ROOT(parents, v) (JTB_FIND(union_state, v).x)
#define UP(parents, root) up_words(union_state, root)
// The parent of a vertex, or itself if it is a root, past the caches.
inline int up_words(__global int *words, const int v)
{
    const int word = LOAD_FRESH_PARENT(words, v);
    return word < 0 ? v : word;
}
#else
#define ROOT(parents, v) FIND(parents, v)
#define UP(parents, root) LOAD_FRESH_PARENT(parents, root)
#endif

#define BATCH_PARAMETERS                                       \
    const int count, const int stride,                         \
    __global const int *sources, const long first_source,      \
    __global const int *targets, const long first_target,      \
    __global const uchar *is_query, const long first_mark
#define SOURCE_OF(i) sources[first_source + (long)stride * (i)]
#define TARGET_OF(i) targets[first_target + (long)stride * (i)]
#define IS_QUERY(i) (is_query[first_mark + (i)] != 0)

// Whether both ends are vertices. If not, lower `first_bad`, which begins at INT_MAX.
inline bool has_ends(
    const int source, const int target, const int n, const int place, __global int *first_bad)
{
    if ((uint)source < (uint)n && (uint)target < (uint)n)
        return true;
    atomic_min(first_bad, place);
    return false;
}

#ifdef CHECKS_ENDS
// Places are counted from `before` on.
#define CHECK_PARAMETERS const int n, const int before, __global int *first_bad,
#define IS_EDGE(i) has_ends(SOURCE_OF(i), TARGET_OF(i), n, before + (int)(i), first_bad)
#else
#define CHECK_PARAMETERS
#define IS_EDGE(i) true
#endif

inline bool are_connected(__global int *parents, const int u, const int v STATE_PARAMETER)
{
    if (u == v)
        return true;
    if (IS_ABSENT(parents, u) || IS_ABSENT(parents, v))
        return false;
    int one = ROOT(parents, u);
    int other = ROOT(parents, v);
    while (one != other) {
        const int above_other = UP(parents, other);
        if (above_other != other) {
            other = ROOT(parents, above_other);
            continue;
        }
        const int above_one = UP(parents, one);
        if (above_one == one)
            return false;
        one = ROOT(parents, above_one);
    }
    return true;
}

// Set a bit for each work-item of the group that says so. All work-items call it. If words and
// groups do not begin together, the answers begin at 0 and several groups set bits of one word.
#define WORDS ((LOCAL_SIZE + 31) / 32)
inline void write_answers(
    const bool answer, const int count, __local uint *group_words, __global uint *answers)
{
#if LOCAL_SIZE % 32
    const int place = get_global_id(0);
    if (answer)
        atomic_or((volatile __global uint *)(answers + place / 32), 1u << (place % 32));
#else
    const int item = get_local_id(0);
    if (item < WORDS)
        group_words[item] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (answer)
        atomic_or(group_words + item / 32, 1u << (item % 32));
    barrier(CLK_LOCAL_MEM_FENCE);
    const int word = get_group_id(0) * WORDS + item;
    if (item < WORDS && word < (int)(((long)count + 31) / 32))
        answers[word] = group_words[item];
#endif
}

__kernel void answer(
    BATCH_PARAMETERS,
    __global int *parents,
    __global uint *answers
    STATE_PARAMETER)
{
    __local uint group_words[WORDS];
    const int i = get_global_id(0);
    const bool asks = i < count && (is_query == 0 || IS_QUERY(i));
    const bool yes = asks && are_connected(parents, SOURCE_OF(i), TARGET_OF(i) STATE_ARGUMENT);
    write_answers(yes, count, group_words, answers);
}

#ifdef UNITE
#if defined(LAZY_VERTICES) && !defined(STATE_words)
// An absent vertex has no parent to compare, and two of them are not joined. Load each parent once:
// another work-item may make it appear.
inline bool may_join(__global int *parents, const int source, const int target)
{
    const int one = LOAD_PARENT(parents, source);
    return one < 0 || one != LOAD_PARENT(parents, target);
}
#undef MAY_JOIN
#define MAY_JOIN(parents, source, target) may_join(parents, source, target)
#endif

inline void insert_edge(
    __global int *parents, const int source, const int target LINK_PARAMETERS)
{
    APPEAR(parents, source);
    APPEAR(parents, target);
    if (MAY_JOIN(parents, source, target))
        UNITE(parents, SOURCE(parents, source), target);
}

#ifdef FOREST
#define EDGE_OF(i, source, target)       \
    const PLACE entry = first_edge + (i); \
    const int2 ends = (int2)(source, target);
#else
#define EDGE_OF(i, source, target)
#endif

#ifdef SHARE_BLOCKS
// On a processor a work-item takes a block of edges. It looks up the parents of several edges
// before it unites the first of them, so that the loads do not wait for each other.
#define AHEAD 16
__kernel void insert(
    BATCH_PARAMETERS,
    CHECK_PARAMETERS
    const long first_edge,
    __global int *parents
    FOREST_PARAMETER)
{
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const long end = SHARE_END(item, items, count);
    for (long begin = SHARE_BEGIN(item, items, count); begin < end; begin += AHEAD) {
        const int length = (int)min((long)AHEAD, end - begin);
        int differ[AHEAD];
        for (int j = 0; j < length; j++) {
            const long i = begin + j;
            differ[j] = IS_EDGE(i) && MAY_JOIN(parents, SOURCE_OF(i), TARGET_OF(i));
        }
        for (int j = 0; j < length; j++) {
            const long i = begin + j;
            if (!differ[j] || (is_query != 0 && IS_QUERY(i)))
                continue;
            const int source = SOURCE_OF(i);
            const int target = TARGET_OF(i);
            EDGE_OF(i, source, target)
            insert_edge(parents, source, target LINK_ARGUMENTS);
        }
    }
}
#else
__kernel void insert(
    BATCH_PARAMETERS,
    CHECK_PARAMETERS
    const long first_edge,
    __global int *parents
    FOREST_PARAMETER)
{
    const int i = get_global_id(0);
    if (i >= count || (is_query != 0 && IS_QUERY(i)) || !IS_EDGE(i))
        return;
    const int source = SOURCE_OF(i);
    const int target = TARGET_OF(i);
    EDGE_OF(i, source, target)
    insert_edge(parents, source, target LINK_ARGUMENTS);
}
#endif

// A few edges that come as arguments, which saves their copy: half of the time of such a batch. The
// source is in the upper half of each number.
#define FEW 16
__kernel void insert_few(
    const int count,
    const long first_edge,
    const long edge_0, const long edge_1, const long edge_2, const long edge_3,
    const long edge_4, const long edge_5, const long edge_6, const long edge_7,
    const long edge_8, const long edge_9, const long edge_10, const long edge_11,
    const long edge_12, const long edge_13, const long edge_14, const long edge_15,
    __global int *parents
    FOREST_PARAMETER)
{
    const long edges[FEW] = {
        edge_0, edge_1, edge_2, edge_3, edge_4, edge_5, edge_6, edge_7,
        edge_8, edge_9, edge_10, edge_11, edge_12, edge_13, edge_14, edge_15};
    const int i = get_global_id(0);
    if (i >= count)
        return;
    const int source = (int)(edges[i] >> 32);
    const int target = (int)edges[i];
    EDGE_OF(i, source, target)
    insert_edge(parents, source, target LINK_ARGUMENTS);
}

__kernel void process(
    BATCH_PARAMETERS,
    const long first_edge,
    __global int *parents,
    __global uint *answers
    FOREST_PARAMETER)
{
    __local uint group_words[WORDS];
    const int i = get_global_id(0);
    bool yes = false;
    if (i < count) {
        const int source = SOURCE_OF(i);
        const int target = TARGET_OF(i);
        if (IS_QUERY(i))
            yes = are_connected(parents, source, target STATE_ARGUMENT);
        else {
            EDGE_OF(i, source, target)
            insert_edge(parents, source, target LINK_ARGUMENTS);
        }
    }
    write_answers(yes, count, group_words, answers);
}
#endif

// Copy a batch into arrays of a fixed size, for algorithms that go in rounds over all of it: in
// place of queries and of what is left, edges that join nothing.
__kernel void copy_edges(
    BATCH_PARAMETERS,
    CHECK_PARAMETERS
    const int room,
    __global int *restrict copied_sources,
    __global int *restrict copied_targets)
{
    const int i = get_global_id(0);
    if (i >= room)
        return;
    const bool is_edge = i < count && (is_query == 0 || !IS_QUERY(i)) && IS_EDGE(i);
    copied_sources[i] = is_edge ? SOURCE_OF(i) : 0;
    copied_targets[i] = is_edge ? TARGET_OF(i) : 0;
}

// Find the first edge with an end that is no vertex.
__kernel void check_edges(
    BATCH_PARAMETERS,
    const int n,
    __global int *first_bad)
{
    const int i = get_global_id(0);
    if (i < count)
        (void)has_ends(SOURCE_OF(i), TARGET_OF(i), n, i, first_bad);
}
