// A barrier across all work-groups of a launch, for rounds that follow each other in one kernel.
//
// It is right only where all work-groups of the launch run at once: global_barrier.py decides
// where, and how many there are. On any other device GLOBAL_BARRIER is not defined, a launch is one
// round, and the host repeats it.
//
// Invariant: `arrivals` counts arrivals at all barriers of the launch, and is 0 before the launch.
// A group waits until all groups have arrived as often as itself. The fences order what a group
// stored before the barrier ahead of what another one loads after it, also from its first-level
// cache, so that plain accesses on both sides of a barrier do not race.
#ifndef GLOBAL_BARRIER
#define ALL_AT_ONCE
#else

// The compiler must leave room for a group of this size on a compute unit, so that one is there.
#define ALL_AT_ONCE __attribute__((reqd_work_group_size(GROUP, 1, 1)))

// OpenCL's fence says nothing about other groups: on an H100 `mem_fence` leaves stale values in the
// first-level cache, and PTX's fence does not.
#ifdef NVIDIA_PTX
#define FENCE_DEVICE() asm volatile("fence.acq_rel.gpu;" ::: "memory")
#else
#define FENCE_DEVICE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif

inline void wait_for_all_groups(volatile __global int *arrivals)
{
#ifdef REGISTERS
    // The most registers of a work-item, by an option of the compiler (programs.py): with so many
    // two groups fit on a compute unit, which has 65,536.
    typedef char two_groups_fit[2 * GROUP * REGISTERS <= 65536 ? 1 : -1];
#endif
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        const uint groups = get_num_groups(0);
        FENCE_DEVICE();
        const uint ticket = (uint)atomic_inc(arrivals);
        const uint all = (ticket / groups + 1u) * groups;
#ifdef TRIAL
        // Where not all groups run at once, the others would wait forever. A negative number of
        // arrivals says so, and lets everybody through.
        for (int turn = 0; *arrivals >= 0 && (uint)*arrivals < all; turn++)
            if (turn > TRIAL)
                atomic_or(arrivals, INT_MIN);
#else
        while ((uint)*arrivals < all)
            ;
#endif
        FENCE_DEVICE();
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

// At the end of a launch. The group that leaves last, when nobody waits any more, clears the
// counter; `arrivals` has a second one for that.
inline void leave_groups(volatile __global int *arrivals)
{
    if (get_local_id(0) == 0 && atomic_inc(arrivals + 1) == (int)get_num_groups(0) - 1) {
        arrivals[0] = 0;
        arrivals[1] = 0;
    }
}
#endif
