// Chains of trees that have hooked each other, which are as long as there are trees where weights
// fall along a path. Where they may be long, no work-item of a GPU walks to the end of one: it
// takes PATIENCE steps, and points the tree to the ancestor that it has come to, so that later
// walks go many times as far; but those near the root keep their short steps.
#include "device/parents.h"
#include "union_find/find.h"

// The root of a tree. Or an ancestor, to which the tree points then; and `is_long` is set. The race
// is benign: whatever others have stored is an ancestor, and no root hooks meanwhile.
inline int go_towards_root(__global int *trees, const int tree, int *is_long)
{
#ifdef SHARE_BLOCKS
    // The work-items of a processor follow each other: the first one shortens the path for all.
    // Walks that shorten nothing took filter_edges 1.1 to 1.4 times as long, and on a band of four
    // diagonals with weights by ids 2.2 times.
    return find_halve(trees, tree);
#else
    const int above = ancestor_of(trees, tree);
    if (LOAD_PARENT(trees, above) == above)
        return above;
    STORE_PARENT(trees, tree, above);
    *is_long = 1;
    return above;
#endif
}
