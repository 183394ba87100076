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

#define CLEAR_STATE(state)                                                                         \
    if (get_local_id(0) == 0 &&                                                                    \
        atomic_inc((state) + LEAVERS) == (int)get_num_groups(0) - 1)                               \
        vstore8((int8)(0), 0, (__global int *)(state));
