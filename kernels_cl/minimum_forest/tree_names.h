// The vertices' trees in Filter-Boruvka on rows. The first round makes trees of vertices, and
// numbers these trees from 0, without gaps, so that later rounds work on arrays that are a third as
// long.
//
// Until the trees are numbered, the entry of a vertex in `parents` is the vertex that it has hooked
// to, or the vertex itself. Then the entry of a root is the name of its tree, which is negative,
// and flattening gives the name to all vertices of the tree. A vertex without neighbors is in no
// tree.
#define NAME_OF_TREE(tree) (~(tree))
#define TREE_OF_NAME(name) (~(name))
#define IS_NAME(parent) ((parent) < 0)
#define NO_TREE INT_MIN
