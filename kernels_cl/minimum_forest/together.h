// Rounds of one launch, behind the barrier across work-groups (global_barrier.h), and their state:
// a few numbers that are 0 between launches.
//
// ARRIVALS   arrivals at the barrier
// LEAVERS    groups that are done; the last one clears the state, when nobody waits any more
// ROUNDS_LEFT, PATHS_LEFT
//            what is left to do after each third round, or step along paths
#include "device/global_barrier.h"

#define ARRIVALS 0
#define LEAVERS 1
#define ROUNDS_LEFT 2
#define PATHS_LEFT 5

// Whether a path is left anywhere, in rounds that are numbered 0, 1, 2, 0 and so on: a number is
// cleared while nobody can look at it. All work-items must come here.
inline int is_path_left(volatile __global int *state, const int round, const int is_left)
{
    volatile __global int *left = state + PATHS_LEFT;
    if (is_left)
        left[round] = 1;
    if (get_global_id(0) == 0)
        left[(round + 1) % 3] = 0;
    wait_for_all_groups(state + ARRIVALS);
    return left[round];
}

#define CLEAR_STATE(state)                                                                         \
    if (get_local_id(0) == 0 &&                                                                    \
        atomic_inc((state) + LEAVERS) == (int)get_num_groups(0) - 1)                               \
        vstore8((int8)(0), 0, (__global int *)(state));
