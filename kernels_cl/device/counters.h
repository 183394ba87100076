// Counters that one run of an algorithm shares between its kernels, in one small
// buffer. The first kernel of a run clears them. They are not volatile: what one kernel counts the
// next ones read, millions of times and through the cache; within a kernel they are only
// touched by atomic functions.
//
// Their places, and COUNTERS, how many there are, come from the host (opencl_backend/device/counters.py)
// as -D switches: those that many algorithms share for every program, an algorithm's own for its
// own kernels.
#define CLEAR_COUNTERS(counters)                  \
    if (get_global_id(0) == 0) {                  \
        for (int i = 0; i < COUNTERS; i++)        \
            (counters)[i] = i == MOST_FREQUENT ? -1 : 0; \
    }

// A work-item of a loop's kernel has changed something. All store the same, so the plain store is
// as good as the atomic one, which millions of work-items would queue for.
#ifdef RACE_FREE
#define MARK_CHANGED(counters) ((void)atomic_or((counters) + CHANGED, 1))
#else
#define MARK_CHANGED(counters) ((void)((counters)[CHANGED] = 1))
#endif
