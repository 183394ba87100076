// How the numbers of a run are cleared (work.cl), in a launch of its own or in its first kernel.
inline void clear_number(const int i, __global int *work)
{
    if (i < WORK_FIELDS)
        work[i] = 0;
}
