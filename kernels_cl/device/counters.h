// Counters that the kernels of one run of an algorithm share, in one small buffer. The first kernel
// of a run clears them. They are not volatile: later kernels read what an earlier kernel counted,
// millions of times and through the cache; within a kernel only atomic functions touch them, unless
// a barrier across work-groups (global_barrier.h) stands between.
//
// The host (opencl_backend/device/counters.py) defines their places, and COUNTERS, their number, by
// -D switches. Every program gets the counters that many algorithms share; only an algorithm's own
// kernels get its own counters.
#define CLEAR_COUNTERS(counters)                  \
    if (get_global_id(0) == 0) {                  \
        for (int i = 0; i < COUNTERS; i++)        \
            (counters)[i] = i == MOST_FREQUENT ? -1 : 0; \
    }

// Set a counter that says whether something has happened. The race is benign: all work-items store
// the same value, so the plain store is as good as the atomic one, for which millions of work-items
// would queue.
#ifdef RACE_FREE
#define MARK(counters, place) ((void)atomic_or((counters) + (place), 1))
#else
#define MARK(counters, place) ((void)((counters)[place] = 1))
#endif

// Record that a work-item of a loop's kernel has changed something.
#define MARK_CHANGED(counters) MARK(counters, CHANGED)
