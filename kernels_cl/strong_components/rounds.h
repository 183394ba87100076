// A kernel that does its rounds in one launch, or one round in each (rounds.py). ARRIVALS is its
// last parameter; a round ends with NEXT_ROUND, which gets whether there is nothing to do. Such a
// round passes the barriers of a group as others do: PoCL 5 goes wrong behind a return before one.
#include "device/global_barrier.h"

#ifdef GLOBAL_BARRIER
#define ARRIVALS , __global int *arrivals
#define NEXT_ROUND(is_last)            \
    do {                               \
        if (is_last) {                 \
            leave_groups(arrivals);    \
            return;                    \
        }                              \
        wait_for_all_groups(arrivals); \
    } while (0)
#else
#define ARRIVALS
#define NEXT_ROUND(is_last) return
#endif
