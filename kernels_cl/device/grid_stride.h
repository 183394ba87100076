// How the work-items of a launch share a list longer than they are many.
//
// A processor runs its work-items one after the other, so each gets a block of neighboring
// positions, which share cache lines; a GPU runs them at once, so neighbors get neighboring
// positions in every round. SHARE_BLOCKS chooses the former.
#ifdef SHARE_BLOCKS
#define SHARE_BEGIN(i, items, count) ((long)(count) * (i) / (items))
#define SHARE_END(i, items, count) ((long)(count) * ((i) + 1) / (items))
#define SHARE_STEP(items) 1
#else
#define SHARE_BEGIN(i, items, count) ((long)(i))
#define SHARE_END(i, items, count) ((long)(count))
#define SHARE_STEP(items) (items)
#endif
