// Accesses that race within a launch, and whose races the kernels explain: plain ones, or atomic
// ones with RACE_FREE, which a sanitizer runs.

#ifdef RACE_FREE
#define LOAD(x, i) atomic_or((volatile __global int *)(x) + (i), 0)
#define STORE(x, i, value) ((void)atomic_xchg((volatile __global int *)(x) + (i), value))
#define SET_FLAG(flag) ((void)atomic_or(&(flag), 1))
#define LOOK_AT_LOCAL(x) atomic_or(&(x), 0)
#else
#define LOAD(x, i) ((x)[i])
#define STORE(x, i, value) ((void)((x)[i] = (value)))
#define SET_FLAG(flag) ((void)((flag) = 1))
#define LOOK_AT_LOCAL(x) (x)
#endif
