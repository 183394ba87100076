// How the work-items of a launch share a list that is longer than their number.
//
// A processor runs its work-items one after the other, so each gets a block of neighboring
// positions, which share cache lines. A GPU runs them at once, so neighboring work-items get
// neighboring positions in every round. SHARE_BLOCKS chooses blocks.
#ifdef SHARE_BLOCKS
#define SHARE_BEGIN(i, items, count) ((long)(count) * (i) / (items))
#define SHARE_END(i, items, count) ((long)(count) * ((i) + 1) / (items))
#define SHARE_STEP(items) 1
#define IN_SHARE_OF_GROUP(position, end) ((position) < (end))
#else
#define SHARE_BEGIN(i, items, count) ((long)(i))
#define SHARE_END(i, items, count) ((long)(count))
#define SHARE_STEP(items) (items)
// Whether a work-item of the group has this round; so all of them come to a barrier in it.
#define IN_SHARE_OF_GROUP(position, end) ((position) - (long)get_local_id(0) < (end))
#endif

// Each work-item gets a block of positions. The last block may be short, and the work-items that
// only fill up the last work-group get none. The numbers are long, where no product or sum
// overflows as it could in int.
#define BLOCK_BEGIN(block, count) min((long)get_global_id(0) * (long)(block), (long)(count))
#define BLOCK_END(block, count) min(((long)get_global_id(0) + 1) * (long)(block), (long)(count))
#define HAS_BLOCK(block, count) ((long)get_global_id(0) * (long)(block) < (long)(count))
