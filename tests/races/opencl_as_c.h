/* What makes a kernel file C: the words of OpenCL C that C has not, and the shared accesses.

   The text of the kernels follows this file. Each access to a parent, or to the array beside the
   parents, becomes a call of `access`: a point at which another thread may go on. The atomic
   functions are redefined here, so parents.h's macros that are made of them stay as they are; those
   that are made of a plain access are redefined by PLAIN_ACCESSES_OF_PARENTS below, which
   interleavings.py puts behind the text of parents.h. */
#include "../helpers/opencl_words.h"
#include "explorer.h"

#define __kernel static __attribute__((unused))
#define __local

/* The sizes of these decide about speed alone, and here about nothing. */
#define OFFSET int
#define LOW_DEGREE 1000
#define HIGH_DEGREE 1000
#define PIECE 1000
#define LANES 1
#ifndef LOOKS
#define LOOKS 1
#endif

static int global_id;
#define get_global_id(dimension) global_id
#define get_global_size(dimension) 1
#define get_local_id(dimension) 0
#define get_local_size(dimension) 1
#define get_group_id(dimension) global_id
#define get_num_groups(dimension) 1

#define atomic_min(place, value) access(MINIMUM, place, value, 0)
#define atomic_xchg(place, value) access(EXCHANGE, place, value, 0)
#define atomic_cmpxchg(place, seen, value) access(COMPARE_EXCHANGE, place, seen, value)
#define atomic_or(place, value) access(OR, place, value, 0)
#define barrier(fence) ((void)(fence))
/* No kernel that runs here does these. */
#define atomic_add(place, value) access(FORBIDDEN, place, value, 0)
#define atomic_inc(place) access(FORBIDDEN, place, 0, 0)
#define atomic_max(place, value) access(FORBIDDEN, place, value, 0)
