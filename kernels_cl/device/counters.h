// Counters that one run of an algorithm shares between its kernels, in one small
// buffer. The first kernel of a run clears them. They are not volatile: what one kernel counts the
// next ones read, millions of times and through the cache; within a kernel they are only
// touched by atomic functions.
#define CHANGED 0         // whether a round of a loop changed anything
#define MIDDLE_COUNT 1    // vertices of middle degree, from the back of the worklist
#define HIGH_COUNT 2      // pieces of the rows of high degree
#define MOST_FREQUENT 3   // the most frequent label after sampling
#define UNITED_LATE 4     // whether finish_larger united anything
#define GROUPS_DONE 5     // work-groups that have flattened their vertices after sampling
#define LOW_COUNT 6       // gathered vertices of low degree, from the front of the worklist
#define EVEN_PIECE 7      // the next piece of the edges, read by even pieces, written by odd ones
#define ODD_PIECE 8       // the other way round
#define EVEN_LIST 9       // edges on the worklist that even rounds take from and odd ones fill
#define ODD_LIST 10       // the other way round
#define THRESHOLD 11      // the largest key of a light edge, a uint
#define LONG_PATHS 12     // whether some path was too long to be flattened at once
#define COUNTERS 13
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
