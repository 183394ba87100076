// The array of n numbers that some unions keep in addition to the parents: Union-Hooks keeps hooks,
// Union-Rem-Lock locks, Union-JTB words. -D STATE_NAME chooses it.
//
// The array is passed along with the edges of a spanning forest (forest_edges.h): a kernel or a
// function that links has it in scope as `union_state`. INITIALIZE_PARENT (parents.h) initializes
// it too, so every kernel that gives a vertex its first parent must use that macro. For all other
// unions the macros below expand to nothing.

#if defined(STATE_hooks)
// Not hooked: a root hooks itself. Only vertices that are roots at first are ever hooked.
#define INITIALIZE_STATE(v, parent) (union_state[v] = (v))
#elif defined(STATE_locks)
#define INITIALIZE_STATE(v, parent) (union_state[v] = 0)
#elif defined(STATE_words)
// A root of rank 0, or the parent (jtb.h).
#define INITIALIZE_STATE(v, parent) (union_state[v] = (parent) == (v) ? -1 : (parent))
#else
#define NO_STATE
#define INITIALIZE_STATE(v, parent) 0
#endif

#ifdef NO_STATE
#define STATE_PARAMETER
#define STATE_ARGUMENT
#else
#define STATE_PARAMETER , __global int *union_state
#define STATE_ARGUMENT , union_state
#endif
