// First parents by blocks of neighboring ids, our own: a work-group takes the 1 << BLOCK_BITS ids
// of a block and unites the edges within it by Union-Async (unite.h) in local memory, where a step
// up a path takes some nanoseconds in place of half a microsecond. Each vertex then begins below
// the root of its tree in the block, and only edges that leave the block are left. Where ids follow
// the graph, as along a path, a grid, a mesh or roads, few do, and the long chains that first links
// would make in memory are cut to one link a block.
//
// Invariant: trees[i] is i, or an element above it in the order of the vertices (vertex_order.h)
// and in its component, numbered from the first vertex of the block. A root becomes a child by a
// successful compare-and-swap, once and for good. So there are no cycles, and the parents that are
// stored at the end have the invariant of parents.h.
//
// The races are benign as those of parents.h and unite.h are: a stale element was an ancestor, so
// it leads up to a vertex that is or was a root, a compare-and-swap of a vertex that is no root any
// more fails and tells its parent, and stores only shorten paths. Barriers part the steps. Nobody
// reads the parents that are written here before the launch, or the phase of it, has ended.
#include "device/parents.h"
#include "union_find/blocks.h"
#include "union_find/forest_edges.h"

#define LOAD_TREE(i) LOAD_LOCAL(trees + (i))
#define STORE_TREE(i, value) STORE_LOCAL(trees + (i), value)
#define LINK_TREE(i, value) atomic_cmpxchg((volatile __local int *)(trees + (i)), (i), (value))

// Like find_halve.
inline int find_in_block(__local int *trees, int i)
{
    int parent = LOAD_TREE(i);
    while (parent != i) {
        const int grandparent = LOAD_TREE(parent);
        if (grandparent == parent)
            return parent;
        STORE_TREE(i, grandparent);
        i = grandparent;
        parent = LOAD_TREE(i);
    }
    return i;
}

// Unite two elements of the block that begins at vertex `first`.
inline void unite_in_block(
    __local int *trees, const int first, const int source, const int neighbor LINK_PARAMETERS)
{
    int one = find_in_block(trees, source);
    int other = find_in_block(trees, neighbor);
    while (one != other) {
        const int lower = LOWER(first + one, first + other) - first;
        const int upper = UPPER(first + one, first + other) - first;
        const int seen = LINK_TREE(lower, upper);
        if (seen == lower) {
            LINKED(first + lower);
            break;
        }
        one = find_in_block(trees, seen);
        other = find_in_block(trees, upper);
    }
}

// Join a block, by the GROUP work-items of a group, of which each takes every GROUP-th vertex: no
// more of them than an int has bits. Returns a bit for each of these vertices, from the first on,
// that has an edge left, since its row is long or leads out of the block.
//
// (Its own loops have one exit each: with a return or a break in them PoCL 3.0 makes a kernel that
// links other vertices or crashes, if a group has as many work-items as its block has ids.)
inline uint join_block(
    const int n,
    const int block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents,
    __local int *trees
    FOREST_PARAMETER)
{
    const int item = get_local_id(0);
    const int first = block << BLOCK_BITS;
    const int size = min(BLOCK_SIZE, n - first);
    // First links need no compare-and-swap. A bit for each vertex that has more to unite here.
    uint more = 0;
    uint leaving = 0;
    for (int i = item, k = 0; i < size; i += GROUP, k++) {
        const int v = first + i;
        const OFFSET begin = offsets[v];
        const OFFSET end = offsets[v + 1];
        const int is_long = end - begin > LOW_DEGREE;
        uint has_more = 0;
        uint leaves = is_long;
        int parent = i;
        OFFSET edge = NO_EDGE;
        for (OFFSET entry = is_long ? end : begin; entry < end; entry++) {
            const int neighbor = neighbors[entry];
            leaves |= LEAVES_BLOCK(v, neighbor);
            if (IS_WITHIN(v, neighbor)) {
                const int links = edge == NO_EDGE && ABOVE(neighbor, v);
                parent = links ? neighbor - first : parent;
                edge = links ? entry : edge;
                has_more |= !links;
            }
            if (IS_END_OF_OWN(v, neighbor))
                entry = end - 1;
        }
        more |= has_more << k;
        leaving |= leaves << k;
        INITIALIZE_LOCAL(trees + i, parent);
        INITIALIZE_EDGE(v, edge);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    // All at once, so that each step makes all paths shorter, and unions walk short ones: shuffled
    // blocks of a path take 24 us on an H100 in place of 49.
    for (int i = item; i < size; i += GROUP)
        STORE_TREE(i, find_in_block(trees, i));
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < size; i += GROUP, more >>= 1) {
        const int v = first + i;
        const OFFSET end = offsets[v + 1];
        int is_linked = 0;
        for (OFFSET entry = more & 1 ? offsets[v] : end; entry < end; entry++) {
            const int neighbor = neighbors[entry];
            if (IS_WITHIN(v, neighbor)) {
                // The first link, as above.
                if (!is_linked && ABOVE(neighbor, v))
                    is_linked = 1;
                else
                    unite_in_block(trees, first, i, neighbor - first LINK_ARGUMENTS);
            }
            if (IS_END_OF_OWN(v, neighbor))
                entry = end - 1;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < size; i += GROUP)
        INITIALIZE_PARENT(parents, first + i, first + find_in_block(trees, i));
    return leaving;
}
