// A trial of the barrier across work-groups: it must let all groups through, and show each group
// what the others stored before it.
//
// Each round every group stores the number of the round, and after a barrier loads what another
// group has stored, which its first-level cache may still hold as of an earlier round. The second
// barrier keeps the next round's stores apart. With TRIAL a group that waits too long gives up.
#include "device/global_barrier.h"

#define ROUNDS 200

__kernel ALL_AT_ONCE void try_barrier(
    __global int *arrivals, __global int *seen, __global int *failures)
{
    const int group = get_group_id(0);
    const int groups = get_num_groups(0);
    const int items = get_local_size(0);
    const int item = get_local_id(0);
    for (int round = 1; round <= ROUNDS; round++) {
        seen[group * items + item] = round;
        wait_for_all_groups(arrivals);
        if (seen[(group + round) % groups * items + item] != round)
            atomic_inc(failures);
        wait_for_all_groups(arrivals);
    }
    if (*(volatile __global int *)arrivals < 0)
        atomic_inc(failures);
}
