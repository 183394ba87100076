// Finish rows of low degree whose blocks are joined (block_trees.h): unite the entries that leave
// the block. They unite the roots of the trees that the blocks have made, so that what a find
// shortens is the path of such a root, for all vertices below it.
//
// Many edges lead from one tree of a block to one of another, as between two rows of a grid or two
// parts of a mesh, and one of them is enough. So the group notes which pairs of trees it has met.
//
// Invariant: joined[i] is -1, or a vertex that a work-item of this group unites, before its kernel
// or phase ends, with the tree of the block of which the place i tells the root: with the root's
// number in the block, exclusive-or a hash of the vertex. So no pair is taken for another one, and
// who finds its pair need not do anything. The races are benign: who reads an older vertex unites
// once more, and a word is never torn.
#include "device/parents.h"
#include "union_find/blocks.h"

// Multiplies by an odd number, of whose product the upper bits depend on all bits of v.
#define PLACE_OF_PAIR(root, v) \
    (((root) ^ (int)((uint)(v) * 0x9e3779b1u >> (32 - BLOCK_BITS))) & (BLOCK_SIZE - 1))

// Forget all pairs; a barrier must follow.
inline void forget_pairs(__local int *joined)
{
    for (int i = get_local_id(0); i < BLOCK_SIZE; i += get_local_size(0))
        INITIALIZE_LOCAL(joined + i, -1);
}

inline void finish_leaving_entries(
    __global int *parents,
    __global const int *restrict neighbors,
    const int v,
    const OFFSET begin,
    const OFFSET end,
    __local int *joined
    FOREST_PARAMETER)
{
    // The root that its block gave to v; of such a root itself the parent may be elsewhere by now.
    const int parent = LOAD_PARENT(parents, v);
    const int root = IS_IN_BLOCK(v, parent) ? parent : v;
    int source = SOURCE(parents, root);
    for (OFFSET entry = begin; entry < end; entry++) {
        const int neighbor = neighbors[entry];
        if (LEAVES_BLOCK(v, neighbor)) {
            const int other = LOAD_PARENT(parents, neighbor);
            __local int *const place = joined + PLACE_OF_PAIR(root, other);
            if (LOAD_LOCAL(place) != other) {
                STORE_LOCAL(place, other);
                source = UNITE(parents, source, other);
            }
        }
        else if (IS_END_OF_OWN(v, neighbor))
            break;
    }
}
