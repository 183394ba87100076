// What the work-items of a group have before each, where prefix_sum.cl has what the groups before
// have: W. D. Hillis and G. L. Steele, Data parallel algorithms, CACM 29, 1986.
//
// Invariant: after the step of size s an item holds what is combined of the 2s items up to itself.
// Barriers separate the reads and the writes of a step, so nothing races.
#include "primitives/combine.h"

// The numbers of a group's work-items before this one, combined. `values` has one more at its end:
// all of them.
inline int before_item(const bool is_least, const int own, __local int *values)
{
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    if (item == 0)
        values[0] = NEUTRAL(is_least);
    values[item + 1] = own;
    for (int step = 1; step < items; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int before = item >= step ? values[item + 1 - step] : NEUTRAL(is_least);
        barrier(CLK_LOCAL_MEM_FENCE);
        values[item + 1] = combined(is_least, values[item + 1], before);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return values[item];
}
