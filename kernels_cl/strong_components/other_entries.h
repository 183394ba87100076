// Whether a row has an entry that a vertex shares its subgraph with. One work-item looks at a row,
// and stops at the first such entry. At a row of high degree the whole work-group looks.
#include "strong_components/labels.h"

// Rows of high degree among those of a group.
typedef struct {
    int count;
    int items[GROUP_SIZE];
    int vertices[GROUP_SIZE];
    int labels[GROUP_SIZE];
    int has_other;
} hubs_t;

inline int has_other_among(
    __global int *labels,
    __global const int *restrict neighbors,
    const int v,
    const int label,
    const OFFSET begin,
    const OFFSET end,
    const int step)
{
    for (OFFSET entry = begin; entry < end; entry += step)
        if (neighbors[entry] != v && LOAD_LABEL(labels, neighbors[entry]) == label)
            return 1;
    return 0;
}

// All work-items of a group call this, each with a vertex of its own, or with a finished label.
inline int has_other(
    __global int *labels,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    const int v,
    const int label,
    __local hubs_t *hubs)
{
    const OFFSET begin = IS_FINISHED(label) ? 0 : offsets[v];
    const OFFSET end = IS_FINISHED(label) ? 0 : offsets[v + 1];
#if LANES == 1
    return has_other_among(labels, neighbors, v, label, begin, end, 1);
#else
    const int item = get_local_id(0);
    const int is_hub = end - begin > HIGH_DEGREE;
    int result = is_hub ? 0 : has_other_among(labels, neighbors, v, label, begin, end, 1);
    // Others may still read the count of the call before.
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0)
        hubs->count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (is_hub) {
        const int place = atomic_inc(&hubs->count);
        hubs->items[place] = item;
        hubs->vertices[place] = v;
        hubs->labels[place] = label;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int count = hubs->count;
    for (int i = 0; i < count; i++) {
        const int hub = hubs->vertices[i];
        if (item == 0)
            hubs->has_other = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (has_other_among(
                labels, neighbors, hub, hubs->labels[i], offsets[hub] + item, offsets[hub + 1],
                GROUP_SIZE))
            atomic_or(&hubs->has_other, 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (hubs->items[i] == item)
            result = hubs->has_other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return result;
#endif
}
