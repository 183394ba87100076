// Phases of a kernel, each of which reads what the one before has written. With a barrier across
// work-groups (global_barrier.h) a launch goes through all of them; without one the host launches
// each by itself (phases.py), and `only_phase` says which. The kernel defines FIRST_PHASE and has
// `arrivals`, the counters of the barrier.
//
// With a barrier all follow each other in the text: where they were branches of a loop, samples
// took 1.05 of the time on an H100, and road-small by two groups on each compute unit 33 us in
// place of 32.
#include "device/global_barrier.h"

#ifdef GLOBAL_BARRIER
#define PHASE(phase)           \
    if ((phase) > FIRST_PHASE) \
        wait_for_all_groups(arrivals);
#define END_PHASES() leave_groups(arrivals);
#else
#define PHASE(phase) if (only_phase == (phase))
#define END_PHASES()
#endif
