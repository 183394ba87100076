// Places at the end of a list for the work-items of a group. All of the group must come here; the
// group calls one atomic function on the list's length. `item`, and taken and first in local
// memory, are the caller's. The first of the places of a work-item that wants some is in `place`.
#define RESERVE(length, wants, place)                                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    if (item == 0)                                                                                 \
        taken = 0;                                                                                 \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    const uint before = (wants) ? atomic_add((volatile __local uint *)&taken, (uint)(wants)) : 0;  \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    if (item == 0 && taken)                                                                        \
        first = atomic_add((volatile __global uint *)(length), taken);                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    const uint place = first + before;
