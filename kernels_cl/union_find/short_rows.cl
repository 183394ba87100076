// ECL-CC's initialization (Jaiganesh and Burtscher, HPDC 2018) and the finish of finish_rows.cl, on
// a processor, for rows of few entries that were not sampled: the first pass also lists the rows
// that still have something to unite.
//
// A processor loses more time to branches that it cannot predict than to memory. The initialization
// (first-smaller) joins each vertex with its first smaller neighbor, so a row is done if it has no
// other smaller one. On a path of shuffled ids two of three rows are done, and no predictor can
// know which. Here each row of up to two entries costs the same few instructions and no branch, and
// a longer row costs a branch that is seldom taken. Before the unions begin, shorten_links of
// finish_rows.py makes the chains short that the initialization leaves.
//
// Invariant: a row that is not listed has no smaller neighbor except the first. So the edges that
// are united and those of the initialization are all edges that lead to a smaller neighbor. The
// others are seen from their other ends, or by finish_larger afterwards (finish_rows.cl). The races
// are benign: the kernels before finish_listed unite nothing, so their stores cannot undo a union.
// The parents of children become ancestors, and roots stay their own parents. (Of an upper triangle
// nothing is listed: see link_larger.)
//
// A work-item takes a block of vertices and has its own part of the list. Where rows are longer on
// average, a list would save little, and branches do no harm if rows look alike, as those of a grid
// do: then nothing is listed, and all rows of the block are finished. Where rows are alike, a leaf
// begins beside its larger neighbor, as a child of the same vertex: one core would else link all
// leaves of a hub, as it goes through the hub's row.
#include "device/parents.h"
#include "union_find/find.h"
#include "union_find/unite.h"
#include "device/counters.h"

// A block with more entries per vertex than this is not listed.
#define LISTED_DEGREE 3
#define NOT_LISTED -1
// Rows of a block that are looked at before it is decided whether they are alike.
#define LOOKED_AT 32

// -1 if an int is negative, else 0.
#define SIGN(x) ((x) >> 31)
// min, which PoCL 3.0 calls, as an expression.
#define AT_MOST(x, most) ((x) < (most) ? (x) : (most))

#define LOAD_GRANDPARENT(parents, v) LOAD_PARENT(parents, LOAD_PARENT(parents, v))

// The entry of the first smaller neighbor of v, or the end of the row.
inline OFFSET first_smaller(
    __global const int *restrict neighbors, OFFSET entry, const OFFSET end, const int v)
{
#ifdef SORTED
    return entry < end && neighbors[entry] < v ? entry : end;
#else
    while (entry < end && neighbors[entry] >= v)
        entry++;
    return entry;
#endif
}

// Whether most rows at the head of a block have their smaller neighbors in the same places as the
// row before, as where ids follow the structure: then branches can be predicted.
inline int rows_are_alike(
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    const int begin,
    const int last)
{
    const int end = min(begin + LOOKED_AT, last);
    int before = 0;
    int alike = 0;
    OFFSET entry = offsets[begin];
    for (int v = begin; v < end; v++) {
        const OFFSET degree = offsets[v + 1] - entry;
        const int pattern = ((degree > 0 && neighbors[entry] < v) ? 1 : 0) |
                            ((degree > 1 && neighbors[entry + 1] < v) ? 2 : 0);
        alike += pattern == before;
        before = pattern;
        entry += degree;
    }
    return 8 * alike >= 7 * (end - begin);
}

// The first parent of a vertex v whose row has one entry, its larger neighbor u: the first neighbor
// of u, if that is smaller than v. It is the first parent of u, too, so v joins its component by
// the edge of v. Else v is its own parent.
inline int beside_leaf(
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    const int u,
    const int v)
{
    const OFFSET entry = offsets[u];
    return entry < offsets[u + 1] ? min(v, neighbors[entry]) : v;
}

__kernel void initialize_and_list(
    const int n,
    const OFFSET entries,
    const int block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict parents,
    __global int *restrict list,
    __global int *restrict counts,
    __global int *restrict counters
    FOREST_PARAMETER)
{
    CLEAR_COUNTERS(counters)
    const long begin = (long)get_global_id(0) * block;
    if (begin >= n)
        return;
    const int last = (int)min((long)n, begin + block);
    OFFSET entry = offsets[begin];
    if (offsets[last] - entry > LISTED_DEGREE * (last - begin)) {
        for (int v = (int)begin; v < last; v++) {
            const OFFSET end = offsets[v + 1];
            entry = first_smaller(neighbors, entry, end, v);
            INITIALIZE_PARENT(parents, v, entry < end ? neighbors[entry] : v);
            INITIALIZE_EDGE(v, entry < end ? entry : NO_EDGE);
            entry = end;
        }
        counts[get_global_id(0)] = NOT_LISTED;
        return;
    }
    __global int *restrict own = list + begin;
    int count = 0;
    if (rows_are_alike(offsets, neighbors, (int)begin, last)) {
        // Along a path in order the parent of v - 1, if that is what v would get, ends the chain.
        int recent = (int)begin - 1;
        for (int v = (int)begin; v < last; v++) {
            const OFFSET end = offsets[v + 1];
            const OFFSET first = entry;
            entry = first_smaller(neighbors, entry, end, v);
            int parent = v;
            if (entry < end)
                parent = neighbors[entry];
            else if (end - first == 1)
                parent = beside_leaf(offsets, neighbors, neighbors[first], v);
            recent = parent == v - 1 ? recent : parent;
            INITIALIZE_PARENT(parents, v, recent);
            INITIALIZE_EDGE(v, entry < end ? entry : parent < v ? first : NO_EDGE);
            if (entry < end && first_smaller(neighbors, entry + 1, end, v) < end)
                own[count++] = v;
            entry = end;
        }
        counts[get_global_id(0)] = count;
        return;
    }
    const OFFSET top = entries - 1;
    for (int v = (int)begin; v < last; v++) {
        const OFFSET end = offsets[v + 1];
        const int degree = (int)AT_MOST(end - entry, 3);
        // Read both in any case, to avoid a branch, and go by signs, since of a comparison a
        // compiler would make one. A value that is not from this row is not used.
        const int one = neighbors[AT_MOST(entry, top)] - v;
        const int other = neighbors[AT_MOST(entry + 1, top)] - v;
        const int one_is = SIGN(one & -degree);
        const int other_is = SIGN(other & (1 - degree));
        int parent = v + ((one & one_is) | (other & other_is & ~one_is));
        OFFSET edge = entry + 1 + one_is;
        if (((2 - degree) & (v - parent - 1)) < 0)
            for (OFFSET next = entry + 2; next < end && parent == v; next++) {
                edge = next;
                parent = upper_neighbor(neighbors[next], v);
            }
        INITIALIZE_PARENT(parents, v, parent);
        INITIALIZE_EDGE(v, parent < v ? edge : NO_EDGE);
        own[count] = v;
        count -= SIGN(2 - degree) | (one_is & other_is);
        entry = end;
    }
    counts[get_global_id(0)] = count;
}

// In place of the initialization, where the host has seen that a matrix probably holds each edge in
// the row of its smaller end, as an upper triangle does, so that no vertex would find a parent, or
// that most rows are empty (ascending_rows.py). All vertices are their own parents. The ends of
// each edge are linked, or their parents if these are roots, in the order of the rows, by plain
// stores: a union would need a compare-and-swap for each vertex.
//
// The races are benign: nobody unites meanwhile, what is stored is smaller than the vertex and in
// its component, and where two want a vertex one store is lost, whose edge finish_larger unites,
// since it looks at all entries. A forest needs the vertex and its edge from one work-item, so its
// links are compare-and-swaps, and `upper` stays in the tree of v: a smaller vertex is in another
// tree than a root, whose tree has no smaller one.
__kernel void link_larger(
    const int n,
    const int block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents
    FOREST_PARAMETER)
{
    const long begin = (long)get_global_id(0) * block;
    const long last = min((long)n, begin + block);
    for (long v = begin; v < last; v++) {
        int upper = LOAD_PARENT(parents, v);
        for (OFFSET entry = offsets[v]; entry < offsets[v + 1]; entry++) {
            const int neighbor = neighbors[entry];
            const int other = LOAD_PARENT(parents, neighbor);
#ifdef FOREST
            if (other == upper)
                continue;
            // PoCL 3.0 calls min and max: dense rows took 1.7 times as long.
            const int smaller = AT_MOST(upper, other);
            const int lower = smaller == upper ? other : upper;
            if (LOAD_PARENT(parents, lower) == lower &&
                LINK_PARENT(parents, lower, smaller) == lower) {
                LINKED(lower);
                upper = smaller;
            }
#else
            if (other == neighbor && neighbor > v) {
                STORE_PARENT(parents, neighbor, upper);
            } else if (other != upper) {
                const int lower = max(upper, other);
                upper = min(upper, other);
                if (LOAD_PARENT(parents, lower) == lower)
                    STORE_PARENT(parents, lower, upper);
            }
#endif
        }
    }
}

// Unite v with its smaller neighbors except the first, which is its parent from the start.
inline void finish_row(
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    const int v
    FOREST_PARAMETER)
{
    const OFFSET end = offsets[v + 1];
    const OFFSET first = first_smaller(neighbors, offsets[v], end, v);
    int source = SOURCE(parents, v);
    for (OFFSET entry = first + 1; entry < end; entry++) {
        const int neighbor = neighbors[entry];
        if (neighbor < v)
            source = UNITE(parents, source, neighbor);
#ifdef SORTED
        else
            break;
#endif
    }
}

// Take listed rows in batches, for the sake of the rows of two entries. First look at what the ends
// of their edges lead to, so that these reads wait neither for each other nor for the
// compare-and-swaps that follow.
__kernel void finish_listed(
    const int n,
    const int block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *parents,
    __global const int *restrict list,
    __global const int *restrict counts
    FOREST_PARAMETER)
{
    const long begin = (long)get_global_id(0) * block;
    if (begin >= n)
        return;
    const int count = counts[get_global_id(0)];
    if (count == NOT_LISTED) {
        const int last = (int)min((long)n, begin + block);
        for (int v = (int)begin; v < last; v++)
            finish_row(offsets, neighbors, parents, v FOREST_ARGUMENT);
        return;
    }
    __global const int *restrict own = list + begin;
    int sources[BATCH];
    int others[BATCH];
    for (int head = 0; head < count; head += BATCH) {
        const int size = min(BATCH, count - head);
        for (int i = 0; i < size; i++) {
            const int v = own[head + i];
            sources[i] = LOAD_GRANDPARENT(parents, v);
            others[i] = LOAD_GRANDPARENT(parents, neighbors[offsets[v] + 1]);
        }
        for (int i = 0; i < size; i++) {
            const int v = own[head + i];
            const OFFSET entry = offsets[v] + 1;
            if (offsets[v + 1] - entry > 1)
                finish_row(offsets, neighbors, parents, v FOREST_ARGUMENT);
            else if (sources[i] != others[i])
                (void)UNITE(parents, SOURCE(parents, sources[i]), others[i]);
        }
    }
}
