// Turn the words of Union-JTB (jtb.h, Jayanti, Tarjan and Boix-Adserà, PODC 2019) into parents as
// other kernels know them.
//
// Invariant: while edges are united, the words change and the parents do not. Here the parents
// change and the words do not, except that paths of words are shortened. So each vertex has one
// root throughout, and a stale word is an ancestor, which makes the races benign.
#include "device/parents.h"
#include "union_find/jtb.h"

// Make the vertex a child of its root. Returns the root.
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

// Between sampling and the vote, store as the parent of each vertex the root of its tree, which
// need not be the smallest vertex.
__kernel void show_roots(const int n, __global int *parents, __global int *words)
{
    const int v = get_global_id(0);
    if (v < n)
        STORE_PARENT(parents, v, jtb_flatten(words, v));
}

// At the end, lower the parent of each root to the smallest vertex of its tree. The parent of a
// root is some vertex of its tree, from earlier. Most vertices are larger than the value that is
// already there, and a look, however stale, spares them the atomic function.
__kernel void find_smallest(const int n, __global int *parents, __global int *words)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int root = jtb_flatten(words, v);
    if (LOAD_PARENT(parents, root) > v)
        LOWER_PARENT(parents, root, v);
}

// Then store the parents of all other vertices. Only a root's parent is read, and only other
// parents are written, so nothing races.
__kernel void point_to_smallest(const int n, __global int *parents, __global const int *words)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int word = words[v];
    if (word >= 0)
        parents[v] = parents[word];
}
