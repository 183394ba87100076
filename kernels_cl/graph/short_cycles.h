// Cycles of at most four arcs, each looked for at its largest vertex v: the ways back to it. Own.
//
// Only rows of at most SHORT_ROW entries are looked through, and for one vertex no more once
// MOST_LOOKS entries have been: a cycle that is missed is not found, no more.
//
// What is called here needs the rows of both directions under the names of the parameters below,
// `sources`, by smaller_sources, and `looks`, an int that begins at 0.
#define SHORT_ROW 16
#define MOST_LOOKS 64
#define NOWHERE -1

// One of 64 bits for a vertex.
#define BIT_OF(v) (1ul << ((uint)(v) * 0x9e3779b1u >> 26))

// The bits of all smaller vertices that lead to v; 0 if there are none, or v's rows are long.
inline ulong smaller_sources(
    const int v,
    __global const OFFSET *restrict offsets,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors)
{
    const OFFSET begin = back_offsets[v], end = back_offsets[v + 1];
    ulong sources = 0;
    if (end - begin > SHORT_ROW || offsets[v + 1] - offsets[v] > SHORT_ROW)
        return 0;
    for (OFFSET entry = begin; entry < end; entry++) {
        const int u = back_neighbors[entry];
        if (u < v)
            sources |= BIT_OF(u);
    }
    return sources;
}

inline bool is_source(
    const int u,
    const int v,
    const ulong sources,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors)
{
    if (u >= v || !(sources & BIT_OF(u)))
        return false;
    for (OFFSET entry = back_offsets[v]; entry < back_offsets[v + 1]; entry++)
        if (back_neighbors[entry] == u)
            return true;
    return false;
}
#define IS_SOURCE(u, v) is_source(u, v, sources, back_offsets, back_neighbors)

// A smaller vertex than v that leads to v: w itself, or one to which w leads; or NOWHERE.
inline int way_back(
    const int w,
    const int v,
    const ulong sources,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    int *looks)
{
    if (IS_SOURCE(w, v))
        return w;
    const OFFSET begin = offsets[w], end = offsets[w + 1];
    if (end - begin > SHORT_ROW || *looks > MOST_LOOKS)
        return NOWHERE;
    *looks += end - begin;
    for (OFFSET entry = begin; entry < end; entry++)
        if (IS_SOURCE(neighbors[entry], v))
            return neighbors[entry];
    return NOWHERE;
}
#define WAY_BACK(w, v) \
    way_back(w, v, sources, offsets, neighbors, back_offsets, back_neighbors, &looks)

// The same from a vertex to which w leads: that one, and the way back from there.
inline int2 long_way_back(
    const int w,
    const int v,
    const ulong sources,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    int *looks)
{
    if (offsets[w + 1] - offsets[w] > SHORT_ROW)
        return (int2)(NOWHERE);
    for (OFFSET entry = offsets[w]; entry < offsets[w + 1]; entry++) {
        const int x = neighbors[entry];
        if (x >= v)
            continue;
        const int y =
            way_back(x, v, sources, offsets, neighbors, back_offsets, back_neighbors, looks);
        if (y != NOWHERE)
            return (int2)(x, y);
    }
    return (int2)(NOWHERE);
}
#define LONG_WAY_BACK(w, v) \
    long_way_back(w, v, sources, offsets, neighbors, back_offsets, back_neighbors, &looks)
