// From the words of Union-JTB (jtb.h) to parents as other kernels know them.
//
// Invariant: while edges are united the words change and the parents do not. Here it is the other
// way round, but that paths of words are shortened; so each vertex has one root throughout.
#include "device/parents.h"
#include "union_find/jtb.h"

// Leave the vertex as a child of its root, which is returned.
inline int jtb_flatten(__global int *words, const int v)
{
    const int word = JTB_WORD(words, v);
    if (word < 0)
        return v;
    const int root = jtb_find_naive(words, word).x;
    if (root != word)
        STORE_PARENT(words, v, root);
    return root;
}

// Between sampling and the vote: the parent of each vertex is the root of its tree, which need not
// be the smallest vertex.
__kernel void show_roots(const int n, __global int *parents, __global int *words)
{
    const int v = get_global_id(0);
    if (v < n)
        STORE_PARENT(parents, v, jtb_flatten(words, v));
}

// At the end. The parent of a root is some vertex of its tree, from earlier; it becomes the
// smallest one. Most vertices are larger than what has come there before them, and a look, however
// stale, spares them the atomic function.
__kernel void find_smallest(const int n, __global int *parents, __global int *words)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int root = jtb_flatten(words, v);
    if (LOAD_PARENT(parents, root) > v)
        LOWER_PARENT(parents, root, v);
}

// And then that of all the others. Only a root's parent is read, and only others' are written.
__kernel void point_to_smallest(const int n, __global int *parents, __global const int *words)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int word = words[v];
    if (word >= 0)
        parents[v] = parents[word];
}
