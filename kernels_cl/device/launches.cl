// Clear CHANGED before a batch of rounds: nothing has changed yet. This is a kernel because a write
// by the host takes as long and makes Oclgrind 21.10 take all other counters for uninitialized.
//
// Invariant: no other kernel runs at the same time, so there is no race.
#include "device/counters.h"

__kernel void clear_changed(__global int *counters)
{
    if (get_global_id(0) == 0)
        counters[CHANGED] = 0;
}
