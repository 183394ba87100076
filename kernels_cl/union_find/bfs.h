// What the kernels of bfs.cl and bfs_cc.cl share: the levels, and what they remember of a search.
#define NOT_REACHED -1
#define LOAD_LEVEL(levels, v) LOAD_PARENT(levels, v)
#define STORE_LEVEL(levels, v, value) STORE_PARENT(levels, v, value)

// Three records of a round, one after the other. The fields of a record:
#define ROUND 0            // the number of the round, the level of what it reaches
#define WAY 1              // how it went
#define REACHED 2          // vertices that it reached
#define REACHED_ENTRIES 3  // their entries, in units of 2**ENTRY_SHIFT
#define EXPLORED 4         // entries of all frontiers before, in the same units
#define LOW_BEGIN 5        // where what it appended begins in the three lists
#define LOW_ADDED 8        // how much that is
#define RECORD 16
#define RECORD_BEFORE(slot) (((slot) + 2) % 3 * RECORD)
#define RECORD_NOW(slot) ((slot) * RECORD)
#define RECORD_AFTER(slot) (((slot) + 1) % 3 * RECORD)

// And behind them:
#define HUB_PIECES 48      // pieces of the rows of high degree
#define SOURCE_VERTEX 49
#define SMALLEST 50        // the smallest vertex that the search reached
#define FIRST_ROUND 51     // the level of its source
#define REACHED_IN_ALL 52  // vertices reached by this search and those before it
#define REACHED_BEFORE 53  // by those before it
#define SEARCHES 54        // searches begun
#define WAVES_ACTIVE 55    // bfs_cc.cl: for each of three waves, whether it has anything to send
#define WAVE_NUMBER 58     // and the numbers of these waves
#define SEARCH_FIELDS 64

#define PIECES(degree) ((int)(((degree) + PIECE - 1) / PIECE))
