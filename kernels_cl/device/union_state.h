// The array of n numbers that some unions keep beside the parents: Union-Hooks its hooks,
// Union-Rem-Lock its locks, Union-JTB its words. Chosen by -D AUXILIARY_NAME.
//
// It goes wherever the edges of a spanning forest go (forest_edges.h): a kernel or a function that links
// has it in sight as `auxiliary`. INITIALIZE_PARENT (parents.h) initializes it too, so whatever gives
// the vertices their first parents does so with that macro. Without such a union all of this is
// nothing.

#if defined(AUXILIARY_hooks)
// Not hooked: a root hooks itself. Only vertices that are roots at first are ever hooked.
#define INITIALIZE_AUXILIARY(v, parent) (auxiliary[v] = (v))
#elif defined(AUXILIARY_locks)
#define INITIALIZE_AUXILIARY(v, parent) (auxiliary[v] = 0)
#elif defined(AUXILIARY_words)
// A root of rank 0, or the parent (jtb.h).
#define INITIALIZE_AUXILIARY(v, parent) (auxiliary[v] = (parent) == (v) ? -1 : (parent))
#else
#define NO_AUXILIARY
#define INITIALIZE_AUXILIARY(v, parent) 0
#endif

#ifdef NO_AUXILIARY
#define AUXILIARY_PARAMETER
#define AUXILIARY_ARGUMENT
#else
#define AUXILIARY_PARAMETER , __global int *auxiliary
#define AUXILIARY_ARGUMENT , auxiliary
#endif
