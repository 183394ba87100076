// A kernel that does its rounds in one launch, or one round in each (rounds.py). ARRIVALS is its
// last parameter; a round ends with NEXT_ROUND, and one that has nothing to do with LAST_ROUND.
#include "device/global_barrier.h"

#ifdef GLOBAL_BARRIER
#define ARRIVALS , __global int *arrivals
#define NEXT_ROUND() wait_for_all_groups(arrivals)
#define LAST_ROUND()            \
    do {                        \
        leave_groups(arrivals); \
        return;                 \
    } while (0)
#else
#define ARRIVALS
#define NEXT_ROUND() return
#define LAST_ROUND() return
#endif
