// Kruskal's algorithm by one work-item: J. B. Kruskal, On the shortest spanning subtree of a graph
// and the traveling salesman problem, Proceedings of the American Mathematical Society 7(1), 1956.
// Where the edges are in the order of their keys already, nothing is sorted, and each edge is read
// once; or twice, if they are in the opposite order (FALLING). Where nearly all have one key, those
// with a smaller one come first, sorted (BY_PAIRS), then those with that key in their order
// (ONE_KEY), and then the others, sorted. Otherwise all work-items sort all of them first
// (BY_PAIRS, radix_sort.cl), by the keys alone: the sort keeps edges with equal keys in the order
// of their indices.
//
// The edges are two arrays, or the entries of rows (BY_ROWS), where the two entries of an edge are
// parallel edges: the second one joins nothing, and takes less time than to find out that it is the
// second one and to store its source.
//
// Where weights are in the order of the edges' larger ends, as in a filtration of a complex by its
// vertices, so are the entries below the diagonal of rows that hold each edge at both ends
// (take_entries_below): these are taken row by row, or with FALLING from the last row on. Edges
// with one key have one larger end, and are in the order of their entries above the diagonal, which
// represent them. Those of a row are met one after the other, so that a cursor in each row knows
// them: to bisect the row instead where two trees are joined took 10 of 14 ms (2**18 vertices, 15
// neighbors in no order).
//
// Two trees are joined by Rem's algorithm with splicing, which is the fastest union of a single
// thread in M. M. A. Patwary, J. Blair and F. Manne, Experiments on union-find algorithms for the
// disjoint-set data structure, SEA 2010. The paths of both ends are walked together. The vertex
// with the larger parent becomes a child of the other one's parent, and the walk goes on at its old
// parent, until the parents are equal or a root has become a child. With FALLING it is the one with
// the smaller parent: edges whose keys fall are mostly those of an ever smaller end, which would
// become the root of all trees that it meets, one above the other. (Weights by smaller ends that
// fall took 1.5 to 3.7 times as long with the larger one, five graphs of 2**18 vertices.)
//
// Invariant: when a union ends, the trees of the parents are those of the minimum spanning forest
// of the edges so far, and a parent comes before its child. An edge whose ends are in one tree
// is the heaviest of a cycle. Each other edge makes one root a child, which is never a root again,
// so that its place in `linked` is written once. Within a union a splice cuts off the old parent,
// from which the walk goes on, so that its last step joins what was cut. One work-item does all of
// that: nothing races, and the parents need no macros.

__kernel void make_trees(
    const int n,
    __global int *restrict parents,
    __global int *restrict linked,
    __global int *restrict trees_left)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    if (v == 0)
        *trees_left = n;
    parents[v] = v;
    linked[v] = -1;
}

#ifdef BY_PAIRS
__kernel void pair_keys(
    const long count, __global const uint *restrict keys, __global uint2 *restrict pairs)
{
    const long i = get_global_id(0);
    if (i < count)
        pairs[i] = (uint2)(keys[i], (uint)i);
}
#define EDGE_AT(place) order[place].y
#else
#define EDGE_AT(place) ((uint)(place))
#endif

#ifdef BY_ROWS
#define SOURCE_OF(edge, place) sources[place]
#else
#define SOURCE_OF(edge, place) sources[edge]
#endif

#ifdef ONE_KEY
#define IS_ITS_TURN(edge) (keys[edge] == key)
#else
#define IS_ITS_TURN(edge) 1
#endif

// In the order of parents.
#ifdef FALLING
#define COMES_BEFORE(v, w) ((v) > (w))
#else
#define COMES_BEFORE(v, w) ((v) < (w))
#endif

// Join the trees of the ends of an edge. Returns whether they were two.
inline int join_trees(
    int v,
    int w,
    const uint edge,
    __global int *restrict parents,
    __global int *restrict linked)
{
    int v_parent = parents[v];
    int w_parent = parents[w];
    while (v_parent != w_parent) {
        if (COMES_BEFORE(v_parent, w_parent)) {
            const int other = v, other_parent = v_parent;
            v = w;
            v_parent = w_parent;
            w = other;
            w_parent = other_parent;
        }
        parents[v] = w_parent;
        if (v_parent == v) {
            linked[v] = (int)edge;
            return 1;
        }
        v = v_parent;
        v_parent = parents[v];
    }
    return 0;
}

// `order` has the sorted pairs; it is NULL without BY_PAIRS. The sources are those of all edges, or
// with BY_ROWS those of the pairs. `trees_left` is the number of trees.
__kernel void take_in_order(
    const long count,
    __global const int *restrict sources,
    __global const int *restrict targets,
    __global const uint *restrict keys,
    const uint key,
    __global const uint2 *restrict order,
    __global int *restrict parents,
    __global int *restrict linked,
    __global int *restrict trees_left)
{
    if (get_global_id(0) > 0)
        return;
    int trees = *trees_left;
#ifdef FALLING
    // Edges with one key are next to each other, but for self loops, and come in their order.
    for (long end = count, begin; end > 0 && trees > 1; end = begin) {
        begin = end - 1;
        while (begin > 0 && sources[begin] == targets[begin])
            begin--;
        const uint last_key = keys[begin];
        while (begin > 0 &&
               (keys[begin - 1] == last_key || sources[begin - 1] == targets[begin - 1]))
            begin--;
        for (long edge = begin; edge < end; edge++)
            trees -= join_trees(sources[edge], targets[edge], (uint)edge, parents, linked);
    }
#else
    for (long place = 0; place < count && trees > 1; place++) {
        const uint edge = EDGE_AT(place);
        if (IS_ITS_TURN(edge))
            trees -= join_trees(SOURCE_OF(edge, place), targets[edge], edge, parents, linked);
    }
#endif
    *trees_left = trees;
}

#ifdef BY_ROWS
// The same for all entries of rows, in their order.
__kernel void take_rows_in_order(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict targets,
    __global const uint *restrict keys,
    const uint key,
    __global int *restrict parents,
    __global int *restrict linked,
    __global int *restrict trees_left)
{
    if (get_global_id(0) > 0)
        return;
    int trees = *trees_left;
    for (int v = 0; v < n && trees > 1; v++)
        for (OFFSET entry = offsets[v]; entry < offsets[v + 1] && trees > 1; entry++)
            if (IS_ITS_TURN(entry))
                trees -= join_trees(v, targets[entry], (uint)entry, parents, linked);
    *trees_left = trees;
}
#endif

#ifdef BELOW
__kernel void take_entries_below(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global OFFSET *restrict cursors,
    __global int *restrict parents,
    __global int *restrict linked,
    __global int *restrict trees_left)
{
    if (get_global_id(0) > 0)
        return;
    int trees = *trees_left;
#ifdef FALLING
    for (int v = 0; v < n; v++)
        cursors[v] = offsets[v + 1];
    for (int v = n - 1; v >= 0 && trees > 1; v--) {
        const OFFSET end = offsets[v + 1];
        for (OFFSET entry = offsets[v]; entry < end && neighbors[entry] < v; entry++) {
            const int smaller = neighbors[entry];
            const OFFSET above = --cursors[smaller];
            trees -= join_trees(v, smaller, (uint)above, parents, linked);
        }
    }
#else
    for (int v = 0; v < n && trees > 1; v++) {
        const OFFSET end = offsets[v + 1];
        OFFSET entry = offsets[v];
        for (; entry < end && neighbors[entry] < v; entry++) {
            const int smaller = neighbors[entry];
            const OFFSET above = cursors[smaller]++;
            trees -= join_trees(v, smaller, (uint)above, parents, linked);
        }
        cursors[v] = entry < end && neighbors[entry] == v ? entry + 1 : entry;
    }
#endif
    *trees_left = trees;
}
#endif
