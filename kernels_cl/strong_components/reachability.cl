// The reachability query of all divide-and-conquer algorithms: breadth first, from many sources at
// once, each within its subgraph. Li, Zhu, Cong and Yang, Efficient decomposition of strongly
// connected components on GPUs, Journal of Systems Architecture 60, 2014, Algorithms 3 and 5. On
// the rows it is the forward closure, on those of the transpose the backward closure.
//
// Invariant: when a launch begins, all vertices at a smaller distance than the frontier are
// reached, and of the rows of reached vertices only those of the frontier are still to be followed.
// labels.h says what reached means, and why the races are benign.
#define SEARCH_PARAMETERS __global int *labels, __global const int *changes
#define SEARCH_ARGUMENTS labels, changes
#define SOUGHT(v, label) UNREACHED(label)
#define VISIT(neighbor, label, sought) \
    (LOAD_LABEL(labels, neighbor) == (sought) && CLAIM(labels, neighbor, sought, label))
#include "strong_components/expansion.h"

#define SEARCH_FIELDS (4 * RECORD)

__kernel void clear_search(__global int *restrict search)
{
    const int field = get_global_id(0);
    if (field < SEARCH_FIELDS)
        search[field] = 0;
}

__kernel void search_round(ROUND_PARAMETERS)
{
    EXPAND_FRONTIER
}

// Begin the backward search from each vertex that its own subgraph is named after: it finishes the
// component of that vertex.
__kernel void begin_components(const int n, __global int *restrict labels, NEXT_PARAMETERS)
{
    __local queue_t queue;
    const int v = get_global_id(0);
    begin_queue(&queue);
    if (v < n && labels[v] == v) {
        labels[v] = FINISHED(v);
        remember(v, 0, &queue, offsets, next, next_pieces, search);
    }
    append_remembered(0, &queue, offsets, next, next_pieces, search);
}
