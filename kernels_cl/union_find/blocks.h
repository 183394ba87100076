// Blocks of neighboring ids, 1 << BLOCK_BITS of them each: block_trees.h joins the edges within
// them before all others.
//
// Which edges those are is known without a look at the trees: the entries of a row of no more than
// LOW_DEGREE entries that lead to its block. A longer row has none; it would keep one work-item,
// and with it the whole block, busy. Where rows are symmetric an edge is that of its larger end,
// and the row of the other end leaves it out.
#define BLOCK_SIZE (1 << BLOCK_BITS)
#define FIRST_OF_BLOCK(v) ((v) & ~(BLOCK_SIZE - 1))
#define IS_IN_BLOCK(v, neighbor) (((v) ^ (neighbor)) >> BLOCK_BITS == 0)
#ifdef SYMMETRIC
#define IS_WITHIN(v, neighbor) ((neighbor) < (v) && (neighbor) >= FIRST_OF_BLOCK(v))
#define LEAVES_BLOCK(v, neighbor) ((neighbor) < FIRST_OF_BLOCK(v))
#else
#define IS_WITHIN(v, neighbor) (IS_IN_BLOCK(v, neighbor) && (neighbor) != (v))
#define LEAVES_BLOCK(v, neighbor) (!IS_IN_BLOCK(v, neighbor))
#endif
// Whether the other entries of a row belong to the other ends of their edges.
#if defined(SYMMETRIC) && defined(SORTED)
#define IS_END_OF_OWN(v, neighbor) ((neighbor) >= (v))
#else
#define IS_END_OF_OWN(v, neighbor) 0
#endif

// What a work-group shares about a block, in local memory. A first store needs no atomic function,
// since a barrier follows. (A sanitizer counts memory as initialized only after such a store.)
#define INITIALIZE_LOCAL(place, value) ((void)(*(place) = (value)))
#ifdef RACE_FREE
#define LOAD_LOCAL(place) atomic_or((volatile __local int *)(place), 0)
#define STORE_LOCAL(place, value) ((void)atomic_xchg((volatile __local int *)(place), (value)))
#else
#define LOAD_LOCAL(place) (*(place))
#define STORE_LOCAL(place, value) ((void)(*(place) = (value)))
#endif
