// Unite the components of a source vertex and one of its neighbors, after
//   Union-Async: Jayanti and Tarjan, PODC 2016, as in Hong et al., GConn, PACT 2020, section 3.4;
//   ECL: Jaiganesh and Burtscher, ECL-CC, HPDC 2018, figure 6.
// SOURCE(parents, v) begins the edges of v; UNITE(parents, source, neighbor) returns the
// source for v's next edge. Chosen by -D UNITE_async or -D UNITE_ecl.
//
// Invariant: the larger of two roots becomes a child of the smaller one, by
// compare-and-swap, so that no link is lost and no cycle arises. If it fails, the value
// it returned, an ancestor of the vertex that is a root no longer, takes its place.

// LINKED(child) stands behind every successful link, and each union function ends its parameters
// with LINK_PARAMETERS and is called with LINK_ARGUMENTS: nothing for components; for a spanning
// forest the edge at hand, which becomes the forest's edge of the child.
#ifndef LINKED
#define LINK_PARAMETERS
#define LINK_ARGUMENTS
#define LINKED(child)
#endif

#ifdef UNITE_async
#define SOURCE(parents, v) (v)
inline int unite_async(__global int *parents, const int source, const int neighbor LINK_PARAMETERS)
{
    int source_root = FIND(parents, source);
    int neighbor_root = FIND(parents, neighbor);
    while (source_root != neighbor_root) {
        const int larger = max(source_root, neighbor_root);
        const int smaller = min(source_root, neighbor_root);
        const int seen = LINK_PARENT(parents, larger, smaller);
        if (seen == larger) {
            LINKED(larger);
            break;
        }
        source_root = FIND(parents, seen);
        neighbor_root = FIND(parents, smaller);
    }
    return source;
}
#define UNITE(parents, source, neighbor) unite_async(parents, source, neighbor LINK_ARGUMENTS)
#endif

#ifdef UNITE_ecl
// The representative of the source is found once and kept across its edges.
#define SOURCE(parents, v) FIND(parents, v)
inline int unite_ecl(__global int *parents, int source_root, const int neighbor LINK_PARAMETERS)
{
    // Most edges join what is joined already, and most of those show it at the first look.
    if (LOAD_PARENT(parents, neighbor) == source_root)
        return source_root;
    int neighbor_root = FIND(parents, neighbor);
    while (source_root != neighbor_root) {
        const int larger = max(source_root, neighbor_root);
        const int smaller = min(source_root, neighbor_root);
        const int seen = LINK_PARENT(parents, larger, smaller);
        if (seen == larger) {
            LINKED(larger);
            return smaller;
        }
        if (source_root == larger)
            source_root = seen;
        else
            neighbor_root = seen;
    }
    return source_root;
}
#define UNITE(parents, source, neighbor) unite_ecl(parents, source, neighbor LINK_ARGUMENTS)
#endif
