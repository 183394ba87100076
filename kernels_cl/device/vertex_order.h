// The order of the vertices on a path: every parent is above its child.
//
//   ABOVE(u, v)  whether u is above v
//   UPPER(u, v)  the upper one of the two
//   LOWER(u, v)  the other one
//
// With most unions the order is that of the ids, smaller ones above, so a root is the smallest
// vertex of its tree. A union that links by another order defines ABOVE here, behind the switch
// ORDER_NAME that the host sets for it (UnionRule.orders_by_id in the table of variants). The order
// must be total, and the same for every work-item and at any time. Such a union compares and links
// only what a find returned: breadth-first sampling makes a star whose center is its smallest
// vertex, so a vertex that was never a root may be below its child in the order.
//
// Code that relies on the order: find_compress and LIFT_PARENT (find.h), and every kernel that
// gives a vertex its first parent (initialization.cl, sampling.cl, bfs.cl).

// Union-Async with the random order of Jayanti and Tarjan, A randomized concurrent algorithm for
// disjoint set union, PODC 2016. Whatever the ids follow, a path along them rises O(log n) times in
// expectation, where it would rise all the way in the order of the ids. The hash is a bijection
// of 32 bits: odd factors and shifts that can be undone.
#ifdef ORDER_async_random
inline uint random_rank(const int v)
{
    uint rank = (uint)v * 0x9e3779b1u;
    rank = (rank ^ (rank >> 15)) * 0x85ebca77u;
    return rank ^ (rank >> 13);
}
#define ABOVE(u, v) (random_rank(u) < random_rank(v))
#endif

#ifndef ABOVE
#define ORDER_BY_ID
#define ABOVE(u, v) ((u) < (v))
#define UPPER(u, v) min(u, v)
#define LOWER(u, v) max(u, v)
#else
#define UPPER(u, v) (ABOVE(u, v) ? (u) : (v))
#define LOWER(u, v) ((u) ^ (v) ^ UPPER(u, v))
#endif

// UPPER for the first parent of a vertex. PoCL 3.0 calls min, which takes two nanoseconds, and no
// loop around it is run on several lanes: by this sample_first takes 1.9 ms in place of 3.5, and
// hook_first 1.4 in place of 2.5, on a million vertices. UPPER stays where few vertices come, and
// in unions, which compare roots: there a branch that cannot be predicted costs more than the call.
inline int upper_neighbor(const int neighbor, const int v)
{
    return ABOVE(neighbor, v) ? neighbor : v;
}
