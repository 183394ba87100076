// Clear the numbers that say how much work a run was.

__kernel void clear_work(__global int *work)
{
    if (get_global_id(0) < WORK_FIELDS)
        work[get_global_id(0)] = 0;
}
