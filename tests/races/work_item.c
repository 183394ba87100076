/* Behind the text of the kernels: what a work-item does. */
#ifdef UNITE_jtb
const bool trees_are_words = true;
#else
const bool trees_are_words = false;
#endif
#ifdef FOREST
const bool keeps_forest = true;
#else
const bool keeps_forest = false;
#endif

bool is_above(const int u, const int v) { return ABOVE(u, v); }

/* Unite the entries of a row with its vertex, or finalize the vertex. */
void run_row(const bool finalizing, const int n, const int v, const int begin, const int end)
{
    int *const parents = shared;
    int *const union_state __attribute__((unused)) = shared + MOST_VERTICES;
    int *const forest __attribute__((unused)) = thread_forest;
    if (finalizing) {
        global_id = v;
#if defined(FINALIZE) || defined(ONE_AT_A_TIME)
        finalize(n, parents);
#else
        flatten(n, parents);
#endif
    }
    else {
#ifdef FINISHES_AHEAD
        finish_entries_ahead(parents, neighbors, v, begin, end, 0, 1 FOREST_ARGUMENT);
#else
#ifdef SHARED_ROWS
        const bool is_shared = true;
#else
        const bool is_shared = false;
#endif
        finish_entries(parents, neighbors, v, begin, end, 0, 1, is_shared FOREST_ARGUMENT);
#endif
    }
}

void initialize_vertex(int *parents, int *union_state, const int v, const int parent)
{
    INITIALIZE_PARENT(parents, v, parent);
}
