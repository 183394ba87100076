// Whether a graph has nothing but small components: from some vertices, spread evenly over the ids,
// a work-group each searches until it has the whole component or too much of one. Vertices without
// neighbors, such as half of a sparse R-MAT graph, say nothing: no edge of theirs is united.
//
// Invariant: `found` holds `count` distinct vertices of one component, which are also a hash table
// in `slots`; the rows of the first `head` have been read. A search that ends with head == count
// has the whole component. All work-items of a group leave its loops together, since what they test
// is written before a barrier and not again before the next one.
//
// Races: an atomic compare-and-swap decides which work-item adds a vertex, and the order of `found`
// does not matter. With LOCAL_SIZE == 1 a group's only work-item adds all of them, so that a load
// and a store do instead; the barriers and the atomic increment of `count` stay.
#include "device/hash.h"

// What is found of a sampled vertex.
#define IN_LARGE 0
#define IN_SMALL 1
#define ALONE 2

#define SLOTS (4 * MOST_VERTICES)
#define EMPTY -1

#if LOCAL_SIZE == 1
// One work-item fills the table without an atomic function. The upper bits of the product choose
// the slot: ids of neighbors in a grid differ by powers of two, and so the lower bits would be the
// same.
#define SLOT(v) mul_hi((uint)(v) * 2654435761u, (uint)SLOTS)
#define REPLACE_EMPTY(slots, slot, v) replace_empty(slots, slot, v)
inline int replace_empty(volatile __local int *slots, const uint slot, const int v)
{
    const int seen = slots[slot];
    if (seen == EMPTY)
        slots[slot] = v;
    return seen;
}
#else
#define SLOT(v) ((uint)(v) * 2654435761u % SLOTS)
#define REPLACE_EMPTY(slots, slot, v) atomic_cmpxchg((slots) + (slot), EMPTY, v)
#endif

// Put a vertex into the table; return whether it is new.
inline bool add_to_table(volatile __local int *slots, const int v)
{
    uint slot = SLOT(v);
    while (true) {
        const int seen = REPLACE_EMPTY(slots, slot, v);
        if (seen == v)
            return false;
        if (seen == EMPTY)
            return true;
        slot = (slot + 1) % SLOTS;
    }
}

// A step adds a vertex for each work-item at most, so the table and the list have room for one step
// more than MOST_VERTICES.
__kernel void search_components(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict found_in)
{
    __local volatile int slots[SLOTS];
    __local volatile int found[MOST_VERTICES + LOCAL_SIZE];
    __local volatile int count;
    const int item = get_local_id(0);
    for (int slot = item; slot < SLOTS; slot += LOCAL_SIZE)
        slots[slot] = EMPTY;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        found[0] = spread_place(get_group_id(0), n);
        add_to_table(slots, found[0]);
        count = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    OFFSET left = MOST_ENTRIES;
    int vertices = 1;
    for (int head = 0; head < vertices && vertices <= MOST_VERTICES && left >= 0; head++) {
        const int v = found[head];
        const OFFSET end = offsets[v + 1];
        left -= end - offsets[v];
        for (OFFSET first = offsets[v];
             left >= 0 && first < end && vertices <= MOST_VERTICES;
             first += LOCAL_SIZE) {
            const OFFSET entry = first + item;
            if (entry < end && add_to_table(slots, neighbors[entry]))
                found[atomic_inc(&count)] = neighbors[entry];
            barrier(CLK_LOCAL_MEM_FENCE);
            vertices = count;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    if (item == 0) {
        const int is_small = vertices <= MOST_VERTICES && left >= 0;
        found_in[get_group_id(0)] = left == MOST_ENTRIES ? ALONE : is_small ? IN_SMALL : IN_LARGE;
    }
}
