// How the numbers of a run are cleared (work.cl), in a launch of its own or in its first kernel.
inline void clear_number(const int i, const bool clears, __global int *work)
{
    if (clears && i < WORK_FIELDS)
        work[i] = 0;
}
