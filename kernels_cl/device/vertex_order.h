// The order of the vertices on a path: every parent is above its child.
//
//   ABOVE(u, v)  whether u is above v
//   UPPER(u, v)  the upper one of the two
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

#ifndef ABOVE
#define ORDER_BY_ID
#define ABOVE(u, v) ((u) < (v))
#define UPPER(u, v) min(u, v)
#else
#define UPPER(u, v) (ABOVE(u, v) ? (u) : (v))
#endif
