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

// A block of entries for each work-item, the last one perhaps short, and none for the work-items that
// only fill up the last work-group. In long, where no product or sum is too large for OFFSET.
#define BLOCK_BEGIN(block, entries) \
    ((OFFSET)min((long)get_global_id(0) * (long)(block), (long)(entries)))
#define BLOCK_END(block, entries) \
    ((OFFSET)min(((long)get_global_id(0) + 1) * (long)(block), (long)(entries)))
