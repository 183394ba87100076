// Counters that one run of an algorithm shares between its kernels, in one small
// buffer. The first kernel of a run clears them. They are not volatile: what one kernel counts the
// next ones read, millions of times and through the cache; within a kernel they are only
// touched by atomic functions.
#define LOW_COUNT 0       // gathered vertices of low degree, from the front of the worklist
#define MIDDLE_COUNT 1    // vertices of middle degree, from the back of the worklist
#define HIGH_COUNT 2      // pieces of the rows of high degree
#define MOST_FREQUENT 3   // the most frequent label after sampling
#define UNITED_LATE 4     // whether finish_larger united anything
#define GROUPS_DONE 5     // work-groups that have flattened their vertices after sampling
#define CHANGED 6         // whether a round of a loop changed anything
#define COUNTERS 7
#define CLEAR_COUNTERS(counters)                  \
    if (get_global_id(0) == 0) {                  \
        for (int i = 0; i < COUNTERS; i++)        \
            (counters)[i] = i == MOST_FREQUENT ? -1 : 0; \
    }
