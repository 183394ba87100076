// Point vertices to their roots by as many groups as run at once: all, or those that a sample has
// not settled (flatten_and_gather in finish_rows.cl lists them). finalize.h says why the races are
// benign.
#include "device/counters.h"
#include "union_find/flatten_together.h"

inline void flatten_all(const int n, __global int *parents)
{
    const int size = get_local_size(0);
    const long vertices = (long)LOOKS * size;
    for (long v = get_group_id(0) * vertices; v < n; v += get_num_groups(0) * vertices) {
        int roots[LOOKS];
        flatten_together(n, parents, v + get_local_id(0), size, roots);
    }
}

// If the root of the settled vertices is one still, they all point to it, and only listed vertices
// may have further to go: the others have no neighbors. On an H100 that takes 4 to 5 us, where a
// look at all vertices took 8 on rmat22, 13 on r4-2e23 and 17 on web.
inline void flatten_listed(
    const int n,
    __global int *parents,
    __global const int *restrict worklist,
    __global const int2 *restrict pieces,
    __global const int *restrict counters)
{
    const int item = get_global_id(0), items = get_global_size(0);
    const int label = counters[MOST_FREQUENT];
    const int low = counters[LOW_COUNT], middle = counters[MIDDLE_COUNT];
    const int high = counters[HIGH_COUNT];
    const int is_settled = label >= 0 && LOAD_PARENT(parents, label) == label;
    if (!is_settled || (long)low + middle + high >= n / LOOKS) {
        flatten_all(n, parents);
        return;
    }
    for (int i = item; i < low; i += items)
        (void)finalize_vertex(parents, worklist[i]);
    for (int i = item; i < middle; i += items)
        (void)finalize_vertex(parents, worklist[n - 1 - i]);
    for (int i = item; i < high; i += items)
        if (pieces[i].y == 0)
            (void)finalize_vertex(parents, pieces[i].x);
}
