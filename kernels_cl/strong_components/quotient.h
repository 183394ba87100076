// What contraction.cl and quotient.cl share: `sizes` has the number of vertices of each of
// three graphs, two that take turns as the graph that is contracted, and the given one; after these
// the numbers of entries of the two, ON_PATHS and FAR.

// The number of vertices on non-branching paths of the first graph.
#define ON_PATHS 6

// The number of arcs of the given graph, of those that are in the first, whose ends are FAR_APART:
// the host seldom has both in its cache at once.
#define FAR 7
#define FAR_APART (1 << 13)

// The parent of a vertex, or the number of a contracted one, that is finished.
#define DROPPED -1
