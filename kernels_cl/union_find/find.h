// Find the root of a vertex, compressing the path in one of the ways of
//   Tarjan and van Leeuwen, Worst-case analysis of set union algorithms, JACM 1984;
//   Jaiganesh and Burtscher, ECL-CC, HPDC 2018, section 5.1 (Jump1 to Jump4);
//   Hong, Dhulipala and Shun, GConn, PACT 2020, section 3.4.
// FIND is one of the functions below, chosen by -D FIND=find_NAME.
//
// Invariant: a find replaces the parent of a child by an ancestor that it read on the path, which
// is above the child and in the same component. parents.h says why racing finds are benign.

// ECL-CC's Jump3: leave the path as it is.
inline int find_naive(__global int *parents, int v)
{
    int parent = LOAD_PARENT(parents, v);
    while (parent != v) {
        v = parent;
        parent = LOAD_PARENT(parents, v);
    }
    return v;
}

// ECL-CC's Jump2, single pointer jumping: point only the start of the path to the root. Unlike
// there, a path of two steps stays as it is. A store would save one step, and costs more where many
// work-items begin at one vertex: on an H100 kron21, social, ratings and delaunay20 take 7 to 17 %
// less without it, road24 as a stream 7 %, r4-2e23 5 % more.
inline int find_single(__global int *parents, int v)
{
    const int first = LOAD_PARENT(parents, v);
    const int second = LOAD_PARENT(parents, first);
    if (second == first)
        return first;
    const int root = find_naive(parents, second);
    if (root != second)
        STORE_PARENT(parents, v, root);
    return root;
}

// ECL-CC's Jump1, multiple pointer jumping or full compression: a second walk points every vertex
// of the path to the root.
inline int find_compress(__global int *parents, int v)
{
    int parent = LOAD_PARENT(parents, v);
    if (parent == v)
        return v;
    const int root = find_naive(parents, parent);
    // Another work-item may have compressed the path beyond our root: stop there.
    while (ABOVE(root, parent)) {
        STORE_PARENT(parents, v, root);
        v = parent;
        parent = LOAD_PARENT(parents, v);
    }
    return root;
}

// With SPLICES (rem.h) the trees themselves change while they are walked, and a vertex may only get
// its parent's parent: so use a compare-and-swap instead of a store.
#ifdef SPLICES
#define SKIP_PARENT(parents, v, seen, value) ((void)REPLACE_PARENT(parents, v, seen, value))
#else
#define SKIP_PARENT(parents, v, seen, value) STORE_PARENT(parents, v, value)
#endif

// Path halving: every other vertex of the path skips the next one.
inline int find_halve(__global int *parents, int v)
{
    int parent = LOAD_PARENT(parents, v);
    while (parent != v) {
        const int grandparent = LOAD_PARENT(parents, parent);
        if (grandparent == parent)
            return parent;
        SKIP_PARENT(parents, v, parent, grandparent);
        v = grandparent;
        parent = LOAD_PARENT(parents, v);
    }
    return v;
}

// Path splitting: every vertex of the path skips the next one. This is ECL-CC's Jump4, intermediate
// pointer jumping.
inline int find_split(__global int *parents, int v)
{
    int parent = LOAD_PARENT(parents, v);
    while (parent != v) {
        const int grandparent = LOAD_PARENT(parents, parent);
        if (grandparent == parent)
            return parent;
        SKIP_PARENT(parents, v, parent, grandparent);
        v = parent;
        parent = grandparent;
    }
    return v;
}

// Replace the parent of child v by one further up its path, unless the parent is as high already.
#ifdef ORDER_BY_ID
#define LIFT_PARENT(parents, v, value) LOWER_PARENT(parents, v, value)
#else
inline void lift_parent(__global int *parents, const int v, const int value)
{
    int parent = LOAD_PARENT(parents, v);
    while (ABOVE(value, parent)) {
        const int seen = REPLACE_PARENT(parents, v, parent, value);
        if (seen == parent)
            break;
        parent = seen;
    }
}
#define LIFT_PARENT(parents, v, value) lift_parent(parents, v, value)
#endif

// Like find_split, but a store never moves a vertex down. In a finalization every vertex must end
// at its root. So a work-item that passes through must not undo the root that the vertex's own
// work-item has stored. With plain stores it would, on a device that runs them at once.
inline int find_split_lifting(__global int *parents, int v)
{
    int parent = LOAD_PARENT(parents, v);
    while (parent != v) {
        const int grandparent = LOAD_PARENT(parents, parent);
        if (grandparent == parent)
            return parent;
        LIFT_PARENT(parents, v, grandparent);
        v = parent;
        parent = grandparent;
    }
    return v;
}

// Like find_naive while the path is short, then like find_split_lifting: for paths that no earlier
// compression may have shortened. (It was also tried as the find of a whole variant, and was slower
// than find_single on all graphs, even on a path of ten million vertices in order.)
#define PATIENCE 32
inline int find_patient_lifting(__global int *parents, const int v)
{
    int vertex = v;
    // Written out, these steps took NVIDIA's compiler 0.03 s, and each waits for the one before.
#pragma unroll 1
    for (int step = 0; step < PATIENCE; step++) {
        const int parent = LOAD_PARENT(parents, vertex);
        if (parent == vertex)
            return vertex;
        vertex = parent;
    }
    return find_split_lifting(parents, v);
}

// An ancestor of v that is a root unless it is far away: the root itself is no more right to link
// another one under, and who is alone on a long path walks all of it.
inline int ancestor_of(__global int *parents, int v)
{
#pragma unroll 1
    for (int step = 0; step < PATIENCE; step++) {
        const int parent = LOAD_PARENT(parents, v);
        if (parent == v)
            return v;
        v = parent;
    }
    return v;
}

// Compress a path as FIND does, where its root is not needed: find_naive has nothing to do.
#ifdef FIND_SHORTENS
#define SHORTEN_PATH(parents, v) ((void)FIND(parents, v))
#else
#define SHORTEN_PATH(parents, v)
#endif
