// The numbers that say how much work a run was, and what it decided.
#include "strong_components/work.h"

__kernel void clear_work(__global int *work)
{
    clear_number(get_global_id(0), work);
}

// What the host has decided.
__kernel void note_course(__global int *work, const int bits)
{
    if (get_global_id(0) == 0)
        work[WORK_COURSE] |= bits;
}
