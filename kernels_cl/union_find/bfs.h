// Shared by the kernels of bfs.cl and bfs_cc.cl: the levels, and the memory of a search.
//
// Invariant: a level is written once in a search, from NOT_REACHED to the number of a round. bfs.cl
// says why the races are benign.
#define NOT_REACHED -1
#define LOAD_LEVEL(levels, v) LOAD_PARENT(levels, v)
#define STORE_LEVEL(levels, v, value) STORE_PARENT(levels, v, value)

// Three records of rounds, one after the other. The fields of a record:
#define ROUND 0            // the number of the round, the level of the vertices that it reaches
#define WAY 1              // which way it went
#define REACHED 2          // vertices that it reached
#define REACHED_ENTRIES 3  // their entries, in units of 2**ENTRY_SHIFT
#define EXPLORED 4         // entries of all earlier frontiers, in the same units
#define LOW_BEGIN 5        // where its additions to the three lists begin
#define LOW_ADDED 8        // how many additions it made to each
#define RECORD 16
#define RECORD_BEFORE(slot) (((slot) + 2) % 3 * RECORD)
#define RECORD_NOW(slot) ((slot) * RECORD)
#define RECORD_AFTER(slot) (((slot) + 1) % 3 * RECORD)

// The fields after the records:
#define HUB_PIECES 48      // pieces of the rows of high degree
#define SOURCE_VERTEX 49
#define SMALLEST 50        // the smallest vertex that the search reached
#define FIRST_ROUND 51     // the level of the source of the search
#define REACHED_IN_ALL 52  // vertices reached by this search and all earlier ones
#define REACHED_BEFORE 53  // vertices reached by earlier searches
#define SEARCHES 54        // number of searches so far
#define WAVES_ACTIVE 55    // bfs_cc.cl: for each of three waves, whether it has anything to send
#define WAVE_NUMBER 58     // bfs_cc.cl: the numbers of these waves
#define SEARCH_FIELDS 64

#define PIECES(degree) ((int)(((degree) + PIECE - 1) / PIECE))
