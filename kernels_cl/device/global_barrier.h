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
// first-level cache. PTX's release and acquire do not, and an acquiring load needs no fence behind
// it: with `fence.acq_rel.gpu` on both sides of an atomic function minimum forests of small graphs,
// which wait some thirty times, took 1.03 to 1.05 of the time.
#ifdef NVIDIA_PTX
inline uint arrive(volatile __global int *arrivals)
{
    uint ticket;
    asm volatile("atom.add.release.gpu.global.u32 %0, [%1], 1;"
                 : "=r"(ticket) : "l"(arrivals) : "memory");
    return ticket;
}
inline uint arrived(volatile __global int *arrivals)
{
    uint count;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(count) : "l"(arrivals) : "memory");
    return count;
}
#define FENCE_BEHIND()
#else
#define FENCE_BEHIND() mem_fence(CLK_GLOBAL_MEM_FENCE)
inline uint arrive(volatile __global int *arrivals)
{
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    return (uint)atomic_inc(arrivals);
}
inline uint arrived(volatile __global int *arrivals)
{
    return (uint)*arrivals;
}
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
        const uint ticket = arrive(arrivals);
        const uint all = (ticket / groups + 1u) * groups;
#ifdef TRIAL
        // Where not all groups run at once, the others would wait forever. A negative number of
        // arrivals says so, and lets everybody through.
        uint count = arrived(arrivals);
        for (int turn = 0; (int)count >= 0 && count < all; turn++) {
            if (turn > TRIAL)
                atomic_or(arrivals, INT_MIN);
            count = arrived(arrivals);
        }
#else
        while (arrived(arrivals) < all)
            ;
#endif
        FENCE_BEHIND();
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
