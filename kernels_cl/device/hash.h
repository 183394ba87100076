// Numbers that look random and are the same on every device and in every run.

// The bits of a counter, mixed as in Steele and Vigna, Computationally easy, spectrally good
// multipliers for congruential pseudorandom number generators, 2022 (David Stafford's mix 13).
inline ulong mixed_bits(ulong bits)
{
    bits *= 0x9e3779b97f4a7c15ul;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ul;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebul;
    return bits ^ (bits >> 31);
}

// Number i of a sequence that spreads over 0..n-1: multiples of the golden ratio, whose fractions
// leave no large gap.
inline int spread_place(const int i, const int n)
{
    const uint place = ((uint)i + 1u) * 2654435769u;
    return (int)(((ulong)place * (ulong)n) >> 32);
}
