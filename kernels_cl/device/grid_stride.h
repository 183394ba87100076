// How the work-items of a launch share a list that is longer than their number.
//
// A processor runs its work-items one after the other, so each gets a block of neighboring
// positions, which share cache lines. A GPU runs them at once, so neighboring work-items get
// neighboring positions in every round. SHARE_BLOCKS chooses blocks.
//
// Where a barrier stands between two rounds, the work-items of a GPU's group go through them
// together: by positions from GROUP_BEGIN(SHARE_BEGIN(...)) on, of which OF_ITEM(position) is the
// work-item's own, perhaps beyond the end. With SHARE_BLOCKS no barrier may stand there.
#ifdef SHARE_BLOCKS
#define SHARE_BEGIN(i, items, count) ((long)(count) * (i) / (items))
#define SHARE_END(i, items, count) ((long)(count) * ((i) + 1) / (items))
#define SHARE_STEP(items) 1
#define GROUP_BEGIN(begin) (begin)
#define OF_ITEM(position) (position)
#else
#define SHARE_BEGIN(i, items, count) ((long)(i))
#define SHARE_END(i, items, count) ((long)(count))
#define SHARE_STEP(items) (items)
#define GROUP_BEGIN(begin) ((long)get_group_id(0) * (long)get_local_size(0))
#define OF_ITEM(position) ((position) + (long)get_local_id(0))
#endif

// Each work-item gets a block of positions. The last block may be short, and the work-items that
// only fill up the last work-group get none. The numbers are long, where no product or sum
// overflows as it could in int.
#define BLOCK_BEGIN(block, count) min((long)get_global_id(0) * (long)(block), (long)(count))
#define BLOCK_END(block, count) min(((long)get_global_id(0) + 1) * (long)(block), (long)(count))
#define HAS_BLOCK(block, count) ((long)get_global_id(0) * (long)(block) < (long)(count))
