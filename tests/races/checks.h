/* What must hold at every time and at the end; a part of explorer.c. */
/* What holds at every time. */
static int root_of(const State *state, int v)
{
    const int8_t *const trees = state->value + TREES;
    for (int step = 0; step <= n; step++) {
        if (trees[v] < 0 || trees[v] == v)
            return v;
        if (trees[v] >= n)
            fail(state, "a parent is no vertex");
        v = trees[v];
    }
    fail(state, "a cycle");
    return 0;
}

static void check(const State *state)
{
    for (int v = 0; v < n; v++) {
        const int parent = state->value[v];
        if (parent < 0 || (parent != v && !is_above(parent, v)))
            fail(state, "a parent is not above its child");
        if (components[root_of(state, v)] != components[v])
            fail(state, "a tree with vertices of two components");
    }
}

static void merge(int *labels, const int v, const int w)
{
    const int smaller = labels[v] < labels[w] ? labels[v] : labels[w];
    const int larger = labels[v] < labels[w] ? labels[w] : labels[v];
    for (int u = 0; u < n; u++)
        if (labels[u] == larger)
            labels[u] = smaller;
}

static void check_forest(const State *state)
{
    int labels[MOST_VERTICES], linked = 0, final_trees = 0;
    for (int v = 0; v < n; v++)
        labels[v] = v;
    for (int v = 0; v < n; v++) {
        merge(labels, v, first_parents[v]);
        final_trees += components[v] == v;
    }
    for (int t = 0; t < thread_count; t++)
        for (int row = 0; row < row_count[t]; row++)
            for (int entry = rows[t][row].begin; entry < rows[t][row].end; entry++)
                for (int v = 0; v < n; v++)
                    if (state->forest[v] == entry) {
                        merge(labels, rows[t][row].v, neighbors[entry]);
                        linked++;
                    }
    if (linked != first_trees - final_trees || memcmp(labels, components, n * sizeof *labels))
        fail(state, "the edges that linked are no spanning forest");
}

/* What holds when all threads are done. */
static void check_end(const State *state)
{
    for (int v = 0; v < n; v++) {
        if (root_of(state, v) != root_of(state, components[v]))
            fail(state, "two trees in one component");
        if (finalizing && state->value[v] != components[v])
            fail(state, "a vertex does not point to its root");
    }
    if (keeps_forest && !finalizing)
        check_forest(state);
}
