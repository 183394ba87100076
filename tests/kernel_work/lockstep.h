/* What makes a kernel file C that lockstep.c runs: each access to a parent, and each atomic
   function, is a call at which the work-item waits for the end of the round. */
#include "../helpers/opencl_words.h"
#include "executor.h"

#define __kernel

/* Where the linker puts the variables in local memory, if there are any. */
extern char __start_local_memory[] __attribute__((weak, visibility("hidden")));
extern char __stop_local_memory[] __attribute__((weak, visibility("hidden")));

#define get_global_id(dimension) (running->global_id)
#define get_global_size(dimension) launch.global_size
#define get_local_id(dimension) (running->local_id)
#define get_local_size(dimension) launch.local_size
#define get_group_id(dimension) (running->global_id / launch.local_size)
#define get_num_groups(dimension) (launch.global_size / launch.local_size)

#define atomic_add(place, value) change(ADD, place, value, 0)
#define atomic_inc(place) change(ADD, place, 1, 0)
#define atomic_min(place, value) change(MINIMUM, place, value, 0)
#define atomic_max(place, value) change(MAXIMUM, place, value, 0)
#define atomic_or(place, value) change(OR, place, value, 0)
#define atomic_xchg(place, value) change(EXCHANGE, place, value, 0)
#define atomic_cmpxchg(place, seen, value) change(COMPARE_EXCHANGE, place, seen, value)
#define barrier(fence) wait_for_group()

/* A minimum of 64 bits; it happens at once, since that takes no work-item further. */
#define atom_min(place, value) ((void)(*(place) = min(*(place), (ulong)(value))))

/* An array of which one entry is read or written. */
#define counted(array) (running->entries++, (array))

/* In place of the macros of parents.h that are made of plain accesses. */
#define LOAD_IN_LOCKSTEP(parents, v) change(LOAD, (parents) + (v), 0, 0)
#define STORE_IN_LOCKSTEP(parents, v, value) ((void)change(STORE, (parents) + (v), (value), 0))
