// Unite the components of a source vertex and one of its neighbors, after
//   Union-Async: Jayanti and Tarjan, PODC 2016, as in Hong et al., GConn, PACT 2020, section 3.4,
//   and with the random order of the first of the two;
//   Union-Hooks and Union-Early: GConn, section 3.4;
//   the interleaved union, whose walk is that of Rem's algorithm: Patwary, Blair and Manne,
//   Experiments on union-find algorithms, SEA 2010;
//   ECL: Jaiganesh and Burtscher, ECL-CC, HPDC 2018, figure 6;
//   Afforest's link: Sutton, Ben-Nun and Barak, IPDPS 2018.
// Union-Rem-CAS and Union-Rem-Lock are in rem.h, Union-JTB in jtb.h.
//
// SOURCE(parents, v) begins the edges of v; UNITE(parents, source, neighbor) returns the source for
// v's next edge. -D UNITE_NAME chooses the union. Some of them are UNITE_AS(parents, source,
// neighbor, most, is_shared), too:
// - two of these may give an edge up after `most` steps (given_up_edge.h), UNITE_BOUNDED;
// - where very many work-items read one row, which `is_shared` says, a union returns a vertex above
//   the source, from which that work-item goes on, and but for the finds of Union-Async changes
//   nothing at the source. Stores to one word wait for each other: after a sample the rows of 260
//   thousand items that 4 million users rate, each edge in the row of its larger end, took 1.3 to
//   2.7 ms by walks that meet on an H100, and take 0.44; R-MAT beside diagonals without a sample
//   1.1 and 0.7, by finds 0.55 and 0.37. One of them stores where it has come to in the end
//   (finish_entries.h). Rows of middle degree gain nothing by it, and those of low degree, each
//   read by one work-item, lose up to twice the time.
//
// All but one order by id: the larger of two roots becomes a child of a smaller vertex of the other
// tree. The random one orders by vertex_order.h. Invariant: a link is a compare-and-swap of a root,
// to a vertex above it, so no link is lost and no cycle arises. If the compare-and-swap fails, the
// vertex is not a root any more, and the value that it returned, an ancestor of the vertex, takes
// its place. Nobody waits for anybody, so work-items in lock step cannot deadlock.
//
// Why the races are benign: whatever a find or a union stores as the parent of a child, stale or
// not, is a vertex that links have made an ancestor of the child. So stores only shorten paths, and
// once all work-items are done every path leads to the one root that the links left.

// LINKED(child) follows every successful link. Each union function ends its parameters with
// LINK_PARAMETERS and is called with LINK_ARGUMENTS. They are empty for components; for a spanning
// forest they hold the current edge, which becomes the forest's edge of the child (forest_edges.h).
#include "union_find/forest_edges.h"

// Steps after which an edge is given up: of lists and rows as the host says, or of a sample. Tests
// take fewer.
#ifdef GIVES_UP
#define USUAL_STEPS GIVES_UP
#else
#define USUAL_STEPS 64
#endif
#ifndef BOUNDED_STEPS
#define BOUNDED_STEPS USUAL_STEPS
#endif
#define GAVE_UP_EDGE -1

#if defined(UNITE_async) || defined(UNITE_async_random) || defined(UNITE_hooks)

#ifdef UNITE_hooks
// The compare-and-swap takes place in an array of hooks, away from the parents that others read,
// and a plain store follows. GConn's flag says only that somebody hooks the root, so a loser waits
// for the store, behind a fence. Here the hook names the new parent, as a failed LINK_PARENT does:
// the loser goes on from there, whether the store has arrived or not, and no fence is needed. A
// vertex that is a child from the start, and so is never hooked, is never seen as a root: an
// earlier kernel stored its first parent.
inline int link_hook(
    __global int *parents, const int larger, const int smaller, __global int *hooks)
{
    const int seen = LINK_PARENT(hooks, larger, smaller);
    if (seen == larger)
        STORE_PARENT(parents, larger, smaller);
    return seen;
}
#define LINK_ROOT(parents, larger, smaller) link_hook(parents, larger, smaller, union_state)
#else
#define LINK_ROOT(parents, larger, smaller) LINK_PARENT(parents, larger, smaller)
#endif

// In a large list in order what is in work at once links chains, as it does in rows of a large
// graph that ids follow from both ends, and a find walks all of one. So with GIVES_UP an edge is
// given up where its finds take more steps than BOUNDED_STEPS in all, after they have shortened the
// paths of its ends as far as they came. They are find_single.
#if defined(GIVES_UP) && defined(UNITE_async)
inline int find_near(__global int *parents, const int v, const int most, int *steps)
{
    const int first = LOAD_PARENT(parents, v);
    const int second = LOAD_PARENT(parents, first);
    if (second == first)
        return first;
    int root = second;
    int parent = LOAD_PARENT(parents, root);
    while (parent != root && *steps <= most) {
        root = parent;
        parent = LOAD_PARENT(parents, root);
        ++*steps;
    }
    if (root != second)
        STORE_PARENT(parents, v, root);
    return root;
}
#define FIND_NEAR(parents, v, most, steps) \
    ((most) == INT_MAX ? FIND(parents, v) : find_near(parents, v, most, steps))
#define HAS_BOUND
#else
#define FIND_NEAR(parents, v, most, steps) FIND(parents, v)
#endif

#define SOURCE(parents, v) (v)
inline int unite_async(
    __global int *parents,
    const int source,
    const int neighbor,
    const int most,
    const bool is_shared
    LINK_PARAMETERS)
{
    int steps = 0;
    int source_root = FIND_NEAR(parents, source, most, &steps);
    int neighbor_root = FIND_NEAR(parents, neighbor, most, &steps);
    while (source_root != neighbor_root) {
        if (steps > most)
            return GAVE_UP_EDGE;
        const int lower = LOWER(source_root, neighbor_root);
        const int upper = UPPER(source_root, neighbor_root);
        const int seen = LINK_ROOT(parents, lower, upper);
        if (seen == lower) {
            LINKED(lower);
            source_root = upper;
            break;
        }
        source_root = FIND_NEAR(parents, seen, most, &steps);
        neighbor_root = FIND_NEAR(parents, upper, most, &steps);
    }
    return is_shared ? source_root : source;
}
#define UNITE_AS(parents, source, neighbor, most, is_shared) \
    unite_async(parents, source, neighbor, most, is_shared LINK_ARGUMENTS)
#endif

#ifdef UNITE_early
// Both paths are walked together, always from the larger vertex, and the walk ends where they meet:
// often long before the root. Each step lowers the larger of the two vertices, so the walk ends.
// The two vertices lie on the paths of the two ends, so if they are equal the edge joins nothing
// new.
//
// A loop of its own goes up to a root, so that work-items in lock step link together: where each
// linked within the one loop, the others waited. On an H100 a mesh in order takes 89 us in place of
// 96, a small world 76 and 81, a tree of near vertices 40 and 44 (2^20 vertices each). Not so in
// the interleaved union, where a root may be linked by then: shuffled trees would take 0.85 of the
// time, permuted R-MAT and small random graphs 1.25 to 1.35.
#define SOURCE(parents, v) (v)
inline int unite_early(
    __global int *parents, const int source, const int neighbor, const bool is_shared
    LINK_PARAMETERS)
{
    int larger = max(source, neighbor);
    int smaller = min(source, neighbor);
    while (larger != smaller) {
        int parent = LOAD_PARENT(parents, larger);
        while (parent != larger) {
            const int grandparent = LOAD_PARENT(parents, parent);
            if (grandparent != parent)
                STORE_PARENT(parents, larger, grandparent);
            larger = max(grandparent, smaller);
            smaller = min(grandparent, smaller);
            parent = larger == smaller ? larger : LOAD_PARENT(parents, larger);
        }
        if (larger == smaller)
            break;
        parent = LINK_PARENT(parents, larger, smaller);
        if (parent == larger) {
            LINKED(larger);
            break;
        }
        larger = max(parent, smaller);
        smaller = min(parent, smaller);
    }
    if (!is_shared)
        SHORTEN_PATH(parents, source);
    SHORTEN_PATH(parents, neighbor);
    // Above both ends: where the walk ended, or what was linked there.
    return is_shared ? smaller : source;
}
#define UNITE_AS(parents, source, neighbor, most, is_shared) \
    unite_early(parents, source, neighbor, is_shared LINK_ARGUMENTS)
#endif

#ifdef UNITE_interleaved
// The paths of both ends are walked together from their first parents, always on the side with the
// larger vertex. Where the ends are in one tree, as after sampling most are, the walk ends where
// the paths meet. Unlike Union-Early it changes nothing on its way unless that is long, and links a
// root under what the other path ends at, not where it is: a root, unless that is far away, or
// somebody has linked it since. (Any vertex of that path is above the root, and in another tree.) A
// source from which the walk was longer than SHORT_WALK gets a new parent, where it ended.
//
// That suits trees that are low from the beginning, and many work-items that meet at few roots:
// then the stores and the lost compare-and-swaps of finds that go up to the root cost more than
// their short cuts save. On an H100 the second sampled edges of delaunay20 take 49 us in place of
// 92 by Union-Async, of a random graph with 2^16 vertices 25 in place of 61; of 2^22 vertices 180
// in place of 173. Trees that begin as long chains need the short cuts: a torus without sampling
// took 343 us in place of 44, before walks were halved from the seventeenth step on.
//
// Two walks along one path need not meet before its root, where each skips vertices of the other.
// So an edge of a sample, a list or a row (given_up_edges.py) is given up after BOUNDED_STEPS
// (GAVE_UP_EDGE is returned): all trees are flattened then, in steps that double (finalize.h), and
// somebody unites the edge later if it is still needed. On an H100 categories along a path of even
// and odd ids took 54 ms without, and take 0.14; a path from both ends beside a band 13 and 0.4,
// two paths with categories 3 and 0.06 (2^20, 2^20 and 2^16 vertices). After 24 steps more graphs
// gain a little, and bands lose up to a factor of 10. Any other edge is never given up: nobody
// would unite it later.
//
// Nor does a sampled edge halve its walk: where very many walk along one chain, as when the root of
// a large tree is linked below a path, their stores wait for each other. A path from both ends
// linked to a graph of ratings (2^20 vertices) took 3.5 ms by them, and takes 0.27; a random graph
// linked so 0.67 and 0.35 (2^20), 1.35 and 0.15 (2^18). On mixtures by chance samples take 1.02 of
// the time, with flattened links 0.96, kron21 128 us in place of 125, delaunay20 109 and 113. To
// store in a 16th of the walks, or in their first 8 steps, took up to 2 ms on those graphs.
//
// One of a list or a row (GIVES_UP) does halve it, since trees do not begin low. On an H100 a list
// in order of two paths that meet, beside a Delaunay triangulation (2^21 vertices), took 14.6 ms by
// blocks when none was given up, and takes 0.25. 46 lists in order take 0.91 of the time so; 0.96
// without halving (a torus of 2^20 vertices 153 us in place of 104), and after 64 or 256 steps the
// same. 40 in no order take 1.02, by the launch that has nothing to do.
#define SHORT_WALK 2
#define LONG_WALK 16
#ifdef GIVES_UP
#define HALVES(most) true
#else
#define HALVES(most) ((most) == INT_MAX)
#endif
#define SOURCE(parents, v) (v)
inline int unite_interleaved(
    __global int *parents,
    const int source,
    const int neighbor,
    const int most,
    const bool is_shared
    LINK_PARAMETERS)
{
    int one = LOAD_PARENT(parents, source);
    int other = LOAD_PARENT(parents, neighbor);
    int steps = 0;
    while (one != other) {
        if (steps == most)
            return GAVE_UP_EDGE;
        const int larger = max(one, other);
        int smaller = min(one, other);
        int next = LOAD_PARENT(parents, larger);
        steps++;
        if (next == larger) {
            smaller = ancestor_of(parents, smaller);
            next = LINK_PARENT(parents, larger, smaller);
            if (next == larger) {
                LINKED(larger);
                next = smaller;
            }
        }
        else if (steps > LONG_WALK && HALVES(most)) {
            const int beyond = LOAD_PARENT(parents, next);
            if (beyond != next)
                STORE_PARENT(parents, larger, beyond);
            next = beyond;
        }
        one = next;
        other = smaller;
    }
    // The walk ended above the source, unless the source is the root where it ended.
    if (is_shared)
        return one;
    if (steps > SHORT_WALK && one < source)
        STORE_PARENT(parents, source, one);
    return source;
}
#define HAS_BOUND
#define UNITE_AS(parents, source, neighbor, most, is_shared) \
    unite_interleaved(parents, source, neighbor, most, is_shared LINK_ARGUMENTS)
#endif

#ifdef UNITE_ecl
// The representative of the source is looked up once and kept across its edges.
#define SOURCE(parents, v) FIND(parents, v)
inline int unite_ecl(__global int *parents, int source_root, const int neighbor LINK_PARAMETERS)
{
    // Most edges join vertices that are joined already, and most of those show it at the first
    // look.
    if (LOAD_PARENT(parents, neighbor) == source_root)
        return source_root;
    int neighbor_root = FIND(parents, neighbor);
    while (source_root != neighbor_root) {
        const int larger = max(source_root, neighbor_root);
        const int smaller = min(source_root, neighbor_root);
        const int seen = LINK_PARENT(parents, larger, smaller);
        if (seen == larger) {
            LINKED(larger);
            return smaller;
        }
        if (source_root == larger)
            source_root = seen;
        else
            neighbor_root = seen;
    }
    return source_root;
}
#define UNITE(parents, source, neighbor) unite_ecl(parents, source, neighbor LINK_ARGUMENTS)
#endif

#ifdef UNITE_afforest
// The parents of both ends are compared. If the larger one is not a root, the smaller one goes up
// by one and the larger one by two. Afforest leaves all shortening to a separate pass, as
// find_naive does here; the other finds shorten both paths after the link.
#define SOURCE(parents, v) (v)
inline int unite_afforest(
    __global int *parents, const int source, const int neighbor LINK_PARAMETERS)
{
    int one = LOAD_PARENT(parents, source);
    int other = LOAD_PARENT(parents, neighbor);
    if (one == other)
        return source;
    do {
        const int larger = max(one, other);
        const int smaller = min(one, other);
        int parent = LOAD_PARENT(parents, larger);
        if (parent == smaller)
            break;
        if (parent == larger) {
            parent = LINK_PARENT(parents, larger, smaller);
            if (parent == larger) {
                LINKED(larger);
                break;
            }
        }
        one = LOAD_PARENT(parents, parent);
        other = LOAD_PARENT(parents, smaller);
    } while (one != other);
    SHORTEN_PATH(parents, source);
    SHORTEN_PATH(parents, neighbor);
    return source;
}
#define UNITE(parents, source, neighbor) unite_afforest(parents, source, neighbor LINK_ARGUMENTS)
#endif

#include "union_find/rem.h"
#include "union_find/jtb.h"

#ifdef UNITE_AS
#define UNITE(parents, source, neighbor) UNITE_AS(parents, source, neighbor, INT_MAX, false)
#define UNITE_IN_ROW(parents, source, neighbor, is_shared) \
    UNITE_AS(parents, source, neighbor, INT_MAX, is_shared)
#else
#define UNITE_IN_ROW(parents, source, neighbor, is_shared) UNITE(parents, source, neighbor)
#endif
#ifdef HAS_BOUND
#define UNITE_BOUNDED(parents, source, neighbor, is_shared) \
    UNITE_AS(parents, source, neighbor, BOUNDED_STEPS, is_shared)
#endif

// Whether an edge may join two trees. Most edges join what is joined already, and most of those
// show it at the first look. Trees of words are elsewhere.
#ifdef STATE_words
#define MAY_JOIN(parents, source, target) true
#else
#define MAY_JOIN(parents, source, target) \
    (LOAD_PARENT(parents, source) != LOAD_PARENT(parents, target))
#endif
