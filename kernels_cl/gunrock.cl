// Connected components in Gunrock: Wang et al., Gunrock: a high-performance graph processing library
// on the GPU, PPoPP 2016, after Soman (hooking.h). Two filters shorten what each step looks at:
//
// - hooking goes over a list of edges and leaves out, for the next round, those whose ends have the
//   same representative;
// - pointer jumping goes over a list of vertices and leaves out those that have arrived: the
//   representatives, and the vertices that point to one. The first jump is over all vertices; those
//   few that are still on the way go on to their roots.
//
// The lists are as long as `lengths` says, which only the device knows: the work-items of a launch,
// as many whatever the length, share the list. A list is cleared by a kernel that does not use it.
#include "parents.h"
#include "counters.h"
#include "hooking.h"
#include "share.h"

// Places in `lengths`: 0 to 2 are lists of edges, the graph's own and two that take turns.
#define GIVEN_EDGES 0
#define JUMPING_VERTICES 3
#define LENGTHS 4

__kernel void begin_lists(const uint count, __global uint *restrict lengths)
{
    const int list = get_global_id(0);
    if (list < LENGTHS)
        lengths[list] = list == GIVEN_EDGES ? count : 0;
}

__kernel void hook_and_filter(
    const int from,
    const int to,
    const int upwards,
    __global const int *restrict sources,
    __global const int *restrict targets,
    __global int *parents,
    __global int *restrict kept_sources,
    __global int *restrict kept_targets,
    __global uint *lengths,
    __global int *counters)
{
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const long count = lengths[from];
    if (item == 0)
        lengths[JUMPING_VERTICES] = 0;
    int changed = 0;
    const long last = SHARE_END(item, items, count);
    for (long i = SHARE_BEGIN(item, items, count); i < last; i += SHARE_STEP(items)) {
        const int source = sources[i];
        const int target = targets[i];
        if (hook_edge(parents, source, target, upwards))
            continue;
        const uint place = atomic_inc(lengths + to);
        kept_sources[place] = source;
        kept_targets[place] = target;
        changed = 1;
    }
    if (changed)
        MARK_CHANGED(counters);
}

__kernel void jump_and_filter(
    const int n,
    const int to_clear,
    __global int *parents,
    __global int *restrict vertices,
    __global uint *lengths)
{
    const int v = get_global_id(0);
    if (v == 0)
        lengths[to_clear] = 0;
    if (v >= n)
        return;
    const int parent = LOAD_PARENT(parents, v);
    const int grandparent = LOAD_PARENT(parents, parent);
    if (grandparent == parent)
        return;
    STORE_PARENT(parents, v, grandparent);
    if (LOAD_PARENT(parents, grandparent) != grandparent)
        vertices[atomic_inc(lengths + JUMPING_VERTICES)] = v;
}

__kernel void jump_to_the_end(
    __global int *parents, __global const int *restrict vertices, __global const uint *restrict lengths)
{
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    const long count = lengths[JUMPING_VERTICES];
    const long last = SHARE_END(item, items, count);
    for (long i = SHARE_BEGIN(item, items, count); i < last; i += SHARE_STEP(items)) {
        const int v = vertices[i];
        STORE_PARENT(parents, v, find_naive(parents, v));
    }
}
