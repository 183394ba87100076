// Choose which K neighbors of a vertex are sampled (GConn, section 3.3): with SELECTION_first the
// first K, with SELECTION_random any K, drawn with repetition, with SELECTION_first_and_random the
// first one and K - 1 of the others. All entries are taken of a row that has no more than K.
#include "device/hash.h"

// Draw a number below `count` that depends only on v and i, so that every device draws the same.
inline OFFSET drawn(const int v, const int i, const OFFSET count)
{
    const ulong bits = mixed_bits(((ulong)(uint)v << 4 | (ulong)i) + 1);
    // The upper half of a product is uniform where a remainder would not be.
    return (OFFSET)mul_hi(bits, (ulong)count);
}

// Entry i of the sample of v, whose row is begin..end-1; i < min(K, end - begin).
inline OFFSET sampled_entry(const int v, const int i, const OFFSET begin, const OFFSET end)
{
#if defined(SELECTION_random)
    if (end - begin > K)
        return begin + drawn(v, i, end - begin);
#elif defined(SELECTION_first_and_random)
    if (i > 0 && end - begin > K)
        return begin + 1 + drawn(v, i, end - begin - 1);
#endif
    return begin + i;
}
