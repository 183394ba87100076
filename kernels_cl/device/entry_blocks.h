// A block of entries for each work-item, the last one perhaps short, and none for the work-items that
// only fill up the last work-group. In long, where no product or sum is too large for OFFSET.
#define BLOCK_BEGIN(block, entries) \
    ((OFFSET)min((long)get_global_id(0) * (long)(block), (long)(entries)))
#define BLOCK_END(block, entries) \
    ((OFFSET)min(((long)get_global_id(0) + 1) * (long)(block), (long)(entries)))
