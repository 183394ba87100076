// Point the vertices of a work-item to their roots, LOOKS of them at once: for a finalization, and
// after sampling. finalize.h says why this is right while others flatten.
//
// First it looks whether all point to roots, as after sampling most do. If not, it goes up from all
// of them at once, so that the loads of one path do not wait for those of another: on an H100 the
// finalization of road24 takes 82 us in place of 121 by one vertex a work-item. (Neighboring
// vertices for one work-item take 118, and without the first look r4-2e23 takes 14 us in place of
// 11 after sampling.) After STEPS_ALONE steps each vertex stores where it has come to, as in
// finalize.h; after PATIENCE steps a path is lifted from there, as others lift the part below.
#include "union_find/finalize.h"

// The vertices first, first + step, ... below n; their roots go to `roots`.
inline void flatten_together(
    const int n, __global int *parents, const long first, const int step, int *roots)
{
    int begins[LOOKS];
    int all = 0;
    for (int i = 0; i < LOOKS; i++) {
        begins[i] = roots[i] = 0;
        if (first + i * step < n) {
            begins[i] = LOAD_PARENT(parents, first + i * step);
            all |= 1 << i;
        }
    }
    // A bit for each vertex whose root is not found yet.
    int open = 0;
    for (int i = 0; i < LOOKS; i++)
        if (all & 1 << i) {
            roots[i] = LOAD_PARENT(parents, begins[i]);
            open |= roots[i] != begins[i] ? 1 << i : 0;
        }
    if (!open)
        return;
#pragma unroll 1
    for (int taken = 0; open && taken < PATIENCE; taken++) {
        int next[LOOKS];
        for (int i = 0; i < LOOKS; i++)
            next[i] = open & 1 << i ? LOAD_PARENT(parents, roots[i]) : roots[i];
        for (int i = 0; i < LOOKS; i++) {
            open &= next[i] == roots[i] ? ~(1 << i) : ~0;
            roots[i] = next[i];
            if (taken >= STEPS_ALONE && open & 1 << i)
                STORE_PARENT(parents, first + i * step, next[i]);
        }
    }
    for (int i = 0; i < LOOKS; i++) {
        if (open & 1 << i)
            roots[i] = find_split_lifting(parents, roots[i]);
        if (all & 1 << i && roots[i] != begins[i])
            STORE_PARENT(parents, first + i * step, roots[i]);
    }
}
