/* Between the explorer and the kernels whose interleavings it explores. */
#define MOST_VERTICES 8
#define LOCATIONS (2 * MOST_VERTICES)
#define NOT_LINKED (-2)

/* An access to shared memory. It returns what was there before, or nothing of use for a store. */
enum { LOAD, STORE, MINIMUM, EXCHANGE, COMPARE_EXCHANGE, OR, FORBIDDEN };
int access(int kind, const volatile int *place, int first, int second);

/* Of these the addresses alone are used: the parents, and the numbers beside them. What a kernel
   reads there without `access` is none of the present numbers. */
extern int shared[LOCATIONS];

extern int neighbors[];
extern int thread_forest[MOST_VERTICES];

/* The kernels' side. */
extern const bool trees_are_words, keeps_forest;
bool is_above(int u, int v); /* the order of the vertices: vertex_order.h */
void run_row(bool finalizing, int n, int v, int begin, int end);
void initialize_vertex(int *parents, int *union_state, int v, int parent);
