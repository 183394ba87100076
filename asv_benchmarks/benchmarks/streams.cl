// Streams of edges, made where they are read. An edge depends on its number alone, so any part of a
// stream can be made by itself, on any device, and is the same each time. device/hash.h and
// primitives/permutation.h come before.

// The random bits of a counter; each seed has counters of its own.
inline ulong random_bits(const ulong seed, const ulong counter)
{
    return mixed_bits(mixed_bits(seed) + counter);
}

inline ulong random_below(const ulong seed, const ulong counter, const ulong limit)
{
    return mul_hi(random_bits(seed, counter), limit);
}

// R-MAT: at each level an edge enters the upper left quadrant of the matrix if a random word is
// below `a`, the upper right one below `ab`, the lower left one below `abc`. A hash gives the words
// of two levels.
__kernel void rmat(__global int *sources, __global int *targets, const long begin, const long count,
                   const ulong seed, const int scale, const uint a, const uint ab, const uint abc)
{
    const long i = get_global_id(0);
    if (i >= count)
        return;
    int source = 0, target = 0;
    ulong bits = 0;
    for (int level = 0; level < scale; level++) {
        // Pairs of levels, of which no graph has more than 16.
        bits = level & 1 ? bits >> 32 : random_bits(seed, (begin + i) * 16 + level / 2);
        const uint word = (uint)bits;
        source = 2 * source + (word >= ab);
        target = 2 * target + ((word >= a && word < ab) || word >= abc);
    }
    sources[i] = source;
    targets[i] = target;
}

// Preferential attachment after Sanders and Schulz, Scalable generation of scale-free graphs, 2016.
// In the list of all ends, entry 2 e is the new vertex of edge e, and entry 2 e + 1 copies a random
// one of the entries before it. Which one is a hash of its place, so no list is needed: a work-item
// follows the copies until it comes to a new vertex. The edges come in a random order.
__kernel void barabasi_albert(__global int *sources, __global int *targets, const long begin,
                              const long count, const ulong seed, const long edges,
                              const int edges_per_vertex)
{
    const long i = get_global_id(0);
    if (i >= count)
        return;
    const ulong edge = (ulong)permuted(begin + i, edges);
    ulong entry = 2 * edge + 1;
    while (entry & 1)
        entry = random_below(seed, entry, entry);
    sources[i] = (int)(edge / edges_per_vertex);
    targets[i] = (int)(entry / 2 / edges_per_vertex);
}

// Put queries between random vertices in the place of some edges.
__kernel void mix_queries(__global int *sources, __global int *targets, __global uchar *is_query,
                          const long begin, const long count, const ulong seed, const int n,
                          const uint share)
{
    const long i = get_global_id(0);
    if (i >= count)
        return;
    const ulong counter = 3 * (begin + i);
    // Not the counters of the edges.
    const ulong other = ~seed;
    const uchar query = (uint)random_bits(other, counter) < share;
    is_query[i] = query;
    if (query) {
        sources[i] = (int)random_below(other, counter + 1, n);
        targets[i] = (int)random_below(other, counter + 2, n);
    }
}
