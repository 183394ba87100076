// Union-JTB: randomized linking by rank, after Jayanti, Tarjan and Boix-Adserà, Randomized
// concurrent set union and generalized wake-up, PODC 2019; two-try splitting after Jayanti and
// Tarjan, A randomized concurrent algorithm for disjoint set union, PODC 2016.
//
// Its trees are not those of the parents: they are in an array of words. The paper's word holds a
// bit for a root, a rank and a parent, and takes a 64-bit compare-and-swap. But a root is its own
// parent, and nobody needs the rank of a child. So 32 bits can hold the one that is needed, on
// every device: the word of a child is its parent, the word of a root is -1 - rank.
//
// Invariant: in the order of rank and, with equal ranks, of falling ids, every parent is above its
// child. A root's rank only grows. A compare-and-swap of its whole word links it, so it is linked
// with the rank that was compared. It becomes a child once and keeps that rank for good, although
// no word holds it any more. A vertex that was above it stays above, root or not. So there are no
// cycles. Initialization gives parents that are smaller than their children, with ranks of 0; these
// are in order.
//
// Why the races are benign: plain loads may be stale, as in parents.h. The old word of a former
// root makes a compare-and-swap fail, and the value that this returns is the true one, further up
// in the order. Nobody waits. Words of children are replaced by compare-and-swap too, always by
// ancestors.
//
// Of two roots of equal rank the one with the smaller id is above. A coin decides whether the other
// one is linked at once, or whether the rank of the upper one grows first. So ranks stay
// logarithmic although no work-item changes two words at once.

#ifdef STATE_words
#define JTB_WORD(words, v) LOAD_PARENT(words, v)
#define JTB_SWAP(words, v, seen, value) REPLACE_PARENT(words, v, seen, value)

// Return the root of v, and its word.
inline int2 jtb_find_naive(__global int *words, int v)
{
    int word = JTB_WORD(words, v);
    while (word >= 0) {
        v = word;
        word = JTB_WORD(words, v);
    }
    return (int2)(v, word);
}

// Two-try splitting: try twice to give every vertex of the path its grandparent.
inline int2 jtb_find_two_try(__global int *words, int v)
{
    int parent = JTB_WORD(words, v);
    if (parent < 0)
        return (int2)(v, parent);
    while (true) {
        int grandparent = JTB_WORD(words, parent);
        if (grandparent < 0)
            return (int2)(parent, grandparent);
        const int seen = JTB_SWAP(words, v, parent, grandparent);
        parent = seen == parent ? grandparent : seen;
        grandparent = JTB_WORD(words, parent);
        if (grandparent < 0)
            return (int2)(parent, grandparent);
        JTB_SWAP(words, v, parent, grandparent);
        v = parent;
        parent = grandparent;
    }
}
#endif

#ifdef UNITE_jtb
// Half of all (pairs of roots, rank) are tails. A hash is as good as a coin, and always gives the
// same result.
#define JTB_TAILS(below, above, word) \
    ((((uint)(below) * 0x9e3779b1u ^ (uint)(above) * 0x85ebca77u ^ (uint)(word) * 0xc2b2ae3du) \
      * 0x27d4eb2fu) >> 31)

#define SOURCE(parents, v) (v)
inline int unite_jtb(const int source, const int neighbor LINK_PARAMETERS)
{
    int2 below = JTB_FIND(union_state, source);
    int2 above = JTB_FIND(union_state, neighbor);
    while (below.x != above.x) {
        // The smaller word is that of the higher rank.
        if (below.y < above.y || (below.y == above.y && below.x < above.x)) {
            const int2 other = below;
            below = above;
            above = other;
        }
        const bool grows = below.y == above.y && JTB_TAILS(below.x, above.x, below.y);
        const int2 root = grows ? above : below;
        const int2 kept = grows ? below : above;
        const int word = grows ? above.y - 1 : above.x;
        const int seen = JTB_SWAP(union_state, root.x, root.y, word);
        if (seen == root.y && !grows) {
            LINKED(root.x);
            break;
        }
        const int now = seen == root.y ? word : seen;
        below = kept;
        above = now < 0 ? (int2)(root.x, now) : JTB_FIND(union_state, now);
    }
    return source;
}
#define UNITE(parents, source, neighbor) unite_jtb(source, neighbor LINK_ARGUMENTS)
#endif
