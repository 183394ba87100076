// Unite the ends of the entries of a piece of rows (src/clconn/graph_pieces.py), and the trees that
// two devices have made of different pieces. Pieces of edge lists go through batch.cl.
//
// unite_rows: each entry of the piece joins its row and its neighbor. On a GPU the work-items of a
// group take entries in turn, whatever the lengths of the rows, and look up the row of each; so a
// piece may begin and end in the midst of a hub's row. A processor's work-item takes a block.
// unite_roots: each vertex and its root on another device.
// unite_links: the edges of another device's forest, which keep their ids.
//
// list_sources_of_rows: the row of each entry, for what needs an array of edges.
//
// The spanning forest of a union of graphs is that of the union of their spanning forests
// (Eppstein, Galil, Italiano and Nissenzweig, Sparsification, Journal of the ACM 44(5), 1997). So
// the trees of all devices, united on one of them, are the components of the whole graph.
//
// Invariant: nothing outside the buffers is read or written, whatever the piece holds. The look-up
// of a row stays within the piece's rows, and a neighbor is used only if it is a vertex. A fault is
// left in `faults`, which the host reads after the last piece; then there is no answer.
//
// The races are those of unite.h. Work-items that find a fault store the same bits, by atomic
// functions.
#include "device/grid_stride.h"
#include "graph/row_search.h"

#define FALLING 1       // an offset is below the previous one
#define OUT_OF_RANGE 2  // a neighbor is no vertex

#define ROW_PARAMETERS                                                                        \
    const int n, const int first_row, const int rows, const long first, const int count,     \
    const long base, __global const OFFSET *restrict offsets,                                 \
    __global const int *restrict neighbors, __global int *faults

// Whether an offset that this work-item looks at is below the previous one.
inline int fault_of_offsets(const int rows, __global const OFFSET *restrict offsets)
{
    int fault = 0;
    const long items = get_global_size(0);
    const long row_end = SHARE_END((long)get_global_id(0), items, rows);
    for (long row = SHARE_BEGIN((long)get_global_id(0), items, rows); row < row_end;
         row += SHARE_STEP(items))
        if (offsets[row] > offsets[row + 1])
            fault = FALLING;
    return fault;
}

// The entries of a work-item's block, and the row of the next one.
#define BLOCK_OF_ENTRIES(begin, end, row)                                                     \
    const long end = first + SHARE_END((long)get_global_id(0), get_global_size(0), count);   \
    long begin = first + SHARE_BEGIN((long)get_global_id(0), get_global_size(0), count);     \
    int row = begin < end ? row_between(offsets, 0, rows, begin) : 0;
#define GO_TO_ROW_OF(place, row)                                                              \
    while (row + 1 < rows && offsets[row + 1] <= (place))                                     \
        row++;

// Call `visit` for all entries of a group's parts, with their place and their row.
#define FOR_EACH_ENTRY_OF_GROUP(place, v, visit)                                              \
    for (long part = (long)get_group_id(0) * PIECE; part < count;                             \
         part += (long)get_num_groups(0) * PIECE) {                                           \
        const long begin = first + part;                                                      \
        const long end = min(begin + PIECE, first + count);                                   \
        const int low = row_between(offsets, 0, rows, begin);                                 \
        const int high = row_between(offsets, low, rows, end - 1) + 1;                        \
        for (long place = begin + get_local_id(0); place < end; place += LOCAL_SIZE) {        \
            const int v = first_row + row_between(offsets, low, high, place);                 \
            visit;                                                                            \
        }                                                                                     \
    }

__kernel void list_sources_of_rows(ROW_PARAMETERS, __global int *restrict sources)
{
    int fault = fault_of_offsets(rows, offsets);
#define LIST(place, v)                                                                        \
    {                                                                                         \
        if ((uint)neighbors[(place) - base] >= (uint)n)                                       \
            fault |= OUT_OF_RANGE;                                                            \
        sources[(place) - base] = v;                                                          \
    }
#ifdef SHARE_BLOCKS
    BLOCK_OF_ENTRIES(begin, end, row)
    for (; begin < end; begin++) {
        GO_TO_ROW_OF(begin, row)
        LIST(begin, first_row + row)
    }
#else
    FOR_EACH_ENTRY_OF_GROUP(place, v, LIST(place, v))
#endif
    if (fault)
        atomic_or((volatile __global int *)faults, fault);
}

#ifdef FIND
#include "device/parents.h"
#include "union_find/find.h"
#include "union_find/unite.h"

#ifdef FOREST
#define EDGE_OF(edge, v, u)   \
    const PLACE entry = edge; \
    const int2 ends = (int2)(v, u);
#else
#define EDGE_OF(edge, v, u)
#endif

// Entry `first` of the graph is at place `first` - `base` of the neighbors.
__kernel void unite_rows(ROW_PARAMETERS, __global int *parents FOREST_PARAMETER)
{
    int fault = fault_of_offsets(rows, offsets);
#ifdef SHARE_BLOCKS
    // Look up the parents of several entries before the first of them is united, so that the loads
    // do not wait for each other.
#define AHEAD 16
    BLOCK_OF_ENTRIES(begin, end, row)
    for (; begin < end; begin += AHEAD) {
        const int length = (int)min((long)AHEAD, end - begin);
        int row_of[AHEAD];
        int may_join[AHEAD];
        for (int j = 0; j < length; j++) {
            GO_TO_ROW_OF(begin + j, row)
            row_of[j] = first_row + row;
            const int u = neighbors[begin + j - base];
            const int is_vertex = (uint)u < (uint)n;
            fault |= is_vertex ? 0 : OUT_OF_RANGE;
            may_join[j] = is_vertex && MAY_JOIN(parents, row_of[j], u);
        }
        for (int j = 0; j < length; j++) {
            if (!may_join[j])
                continue;
            const int v = row_of[j];
            const int u = neighbors[begin + j - base];
            EDGE_OF(begin + j, v, u)
            UNITE(parents, SOURCE(parents, v), u);
        }
    }
#else
#define JOIN(place, v)                                                                        \
    {                                                                                         \
        const int u = neighbors[(place) - base];                                              \
        if ((uint)u >= (uint)n) {                                                             \
            fault |= OUT_OF_RANGE;                                                            \
        }                                                                                     \
        else if (MAY_JOIN(parents, v, u)) {                                                   \
            EDGE_OF(place, v, u)                                                              \
            UNITE(parents, SOURCE(parents, v), u);                                            \
        }                                                                                     \
    }
    FOR_EACH_ENTRY_OF_GROUP(place, v, JOIN(place, v))
#endif
    if (fault)
        atomic_or((volatile __global int *)faults, fault);
}

#ifdef FOREST
__kernel void unite_links(
    const int n,
    __global const PLACE *restrict edges_of_others,
    __global const int2 *restrict ends_of_others,
    __global int *parents
    FOREST_PARAMETER)
{
    const int i = get_global_id(0);
    if (i >= n || edges_of_others[i] == NO_EDGE)
        return;
    const int source = ends_of_others[i].x;
    const int target = ends_of_others[i].y;
    EDGE_OF(edges_of_others[i], source, target)
    UNITE(parents, SOURCE(parents, source), target);
}
#else
__kernel void unite_roots(
    const int n,
    __global const int *restrict roots_of_others,
    __global int *parents
    FOREST_PARAMETER)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int root = roots_of_others[v];
    if (root != v && MAY_JOIN(parents, v, root))
        UNITE(parents, SOURCE(parents, v), root);
}
#endif
#endif
