// A list of edges that TEAMS teams shorten round by round, each its own part, in place.
//
// An edge is (source, target, key, index). First all work-items append edges; the list's length is
// in the counters, one for each phase. Then each team has a part of the places, and `sizes` says
// how many edges it still has there. A team is a work-group, and its part is every TEAMS-th block
// of GROUP_SIZE places, so that the edges of all groups stay about as many. On a processor
// (SHARE_BLOCKS) a team is a work-item, and its part is a block of neighboring places.
//
// Invariant: a team reads and writes only its own part, and writes no place that it has yet to read
// in the same round. So there is one list and not two, and nothing races.
#include "device/grid_stride.h"
#include "minimum_forest/lightest_edges.h"

// The phases: the light edges, or all of them without a filter; then the others.
#define LIGHT 0
#define OTHERS 1
#define LENGTH_OF_LIST(phase) (counters + LIGHT_LIST + (phase))

#ifdef SHARE_BLOCKS
#define TEAM get_global_id(0)
#define PLACE_OF_TEAM(team, i) (SHARE_BEGIN(team, TEAMS, length) + (i))
#define EACH_OF_TEAM(i, count) for (uint i = 0; i < (count); i++)
#else
#define TEAM get_group_id(0)
#define PLACE_OF_TEAM(team, i) \
    (((size_t)((i) / GROUP_SIZE) * TEAMS + (team)) * GROUP_SIZE + (i) % GROUP_SIZE)
#define EACH_OF_TEAM(i, count) for (uint i = get_local_id(0); i < (count); i += GROUP_SIZE)
#endif
// `length` is the list's length.
#define PLACE_IN_LIST(i) PLACE_OF_TEAM(TEAM, i)

// How many of the list's edges are in a team's part.
inline uint share_of_list(const int team, const uint length)
{
#ifdef SHARE_BLOCKS
    return (uint)(SHARE_END(team, TEAMS, length) - SHARE_BEGIN(team, TEAMS, length));
#else
    const uint round = TEAMS * GROUP_SIZE;
    const long rest = (long)(length % round) - (long)team * GROUP_SIZE;
    return length / round * GROUP_SIZE + (uint)clamp(rest, 0L, (long)GROUP_SIZE);
#endif
}

// A processor takes edges in batches. An atomic function waits for all reads before it, so first
// the whole batch looks at the minima, many reads at a time, and then lowers what it may lower.
#define BATCH 256
inline void offer_batch(const uint4 *batch, const uint count, __global minimum_t *minima)
{
    uchar lower[BATCH];
    for (uint i = 0; i < count; i++) {
        const minimum_t value = EDGE_VALUE(batch[i].z, batch[i].w);
        lower[i] = (MAY_LOWER(minima, batch[i].x, value) ? 1 : 0) |
                   (MAY_LOWER(minima, batch[i].y, value) ? 2 : 0);
    }
    for (uint i = 0; i < count; i++) {
        const minimum_t value = EDGE_VALUE(batch[i].z, batch[i].w);
        if (lower[i] & 1)
            LOWER_MINIMUM(minima, batch[i].x, value)
        if (lower[i] & 2)
            LOWER_MINIMUM(minima, batch[i].y, value)
    }
}
