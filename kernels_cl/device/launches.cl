// Before a batch of rounds: nothing has changed yet. A kernel rather than a write by the host, which
// takes as long, and which makes Oclgrind 21.10 take all other counters for uninitialized.
#include "device/counters.h"

__kernel void clear_changed(__global int *counters)
{
    if (get_global_id(0) == 0)
        counters[CHANGED] = 0;
}
