// Connected components in Gunrock: Wang et al., Gunrock: a high-performance graph processing
// library on the GPU, PPoPP 2016, after Soman (hooking.h). Two filters shorten what each step looks
// at:
//
// - Hooking goes over a list of edges. It leaves out of the next round's list the edges whose ends
//   have the same representative.
// - Pointer jumping goes over a list of vertices. It leaves out the vertices that have arrived: the
//   representatives, and the vertices that point to one. The first jump is over all vertices; the
//   few that are still on the way go on to their roots.
//
// Invariant: hooking.h has it, and says why the races are benign. `lengths` says how long each list
// is. Only the device knows, so a launch has the same number of work-items whatever the length, and
// they share the list. A list is cleared by a kernel that does not use it.
#include "device/parents.h"
#include "device/counters.h"
#include "components/hooking.h"
#include "device/grid_stride.h"

// Places in `lengths`: 0 to 2 are lists of edges: the graph's own and two that take turns.
#define GIVEN_EDGES 0
#define JUMPING_VERTICES 3
#define LENGTHS 4

__kernel void begin_lists(const uint count, __global uint *restrict lengths)
{
    const int list = get_global_id(0);
    if (list < LENGTHS)
        lengths[list] = list == GIVEN_EDGES ? count : 0;
}

// Reserve a place at the end of a list for a work-item's element. All work-items of the group call
// this, also those that keep nothing: the group calls one global atomic function.
inline uint append(
    const int keeps, __local uint *kept, __local uint *begin, __global uint *restrict length)
{
    if (get_local_id(0) == 0)
        *kept = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint own_place = keeps ? atomic_inc(kept) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        *begin = atomic_add(length, *kept);
    barrier(CLK_LOCAL_MEM_FENCE);
    return *begin + own_place;
}

// A group takes as many edges at a time as it has work-items.
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
    __local uint kept;
    __local uint begin;
    const long items = get_local_size(0);
    const long count = lengths[from];
    if (get_global_id(0) == 0)
        lengths[JUMPING_VERTICES] = 0;
    int changed = 0;
    const long group = get_group_id(0), groups = get_num_groups(0);
    const long chunks = (count + items - 1) / items;
    const long first = SHARE_BEGIN(group, groups, chunks);
    const long last = SHARE_END(group, groups, chunks);
    for (long chunk = first; chunk < last; chunk += SHARE_STEP(groups)) {
        const long i = chunk * items + get_local_id(0);
        const int source = i < count ? sources[i] : 0;
        const int target = i < count ? targets[i] : 0;
        const int keeps = i < count && !hook_edge(parents, source, target, upwards);
        const uint place = append(keeps, &kept, &begin, lengths + to);
        if (keeps) {
            kept_sources[place] = source;
            kept_targets[place] = target;
            changed = 1;
        }
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
    __local uint kept;
    __local uint begin;
    const int v = get_global_id(0);
    if (v == 0)
        lengths[to_clear] = 0;
    int keeps = 0;
    if (v < n) {
        const int parent = LOAD_PARENT(parents, v);
        const int grandparent = LOAD_PARENT(parents, parent);
        if (grandparent != parent) {
            STORE_PARENT(parents, v, grandparent);
            keeps = LOAD_PARENT(parents, grandparent) != grandparent;
        }
    }
    const uint place = append(keeps, &kept, &begin, lengths + JUMPING_VERTICES);
    if (keeps)
        vertices[place] = v;
}

__kernel void jump_to_the_end(
    __global int *parents,
    __global const int *restrict vertices,
    __global const uint *restrict lengths)
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
