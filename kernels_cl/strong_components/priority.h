// The priority of a vertex in signatures: a number below 2**bits that looks random.
//
// With ids as priorities, an id that has to go along a path of smaller ones takes a step in each
// round. Random priorities let the ranges that vertices know of grow by a factor. The mixing can be
// undone: a signature names a vertex by its priority. Odd factors and shifts by at least half of
// the bits are bijections. `flip`, the same for all vertices, gives the pivot the largest priority.

inline uint mixed_id(const uint id, const int bits)
{
    const uint mask = (1u << bits) - 1u;
    uint x = (id * 0x9e3779b1u) & mask;
    x ^= x >> (bits + 1) / 2;
    return (x * 0x85ebca6bu) & mask;
}

inline int priority_of(const int v, const int bits, const int flip)
{
    return (int)(mixed_id((uint)v, bits) ^ (uint)flip);
}

inline int vertex_of(const int priority, const int bits, const int flip)
{
    const uint mask = (1u << bits) - 1u;
    uint x = (((uint)priority ^ (uint)flip) * 0xa5cb9243u) & mask;
    x ^= x >> (bits + 1) / 2;
    return (int)((x * 0x0e8b2f51u) & mask);
}
