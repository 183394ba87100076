// A pseudo-random permutation of 0..count-1, the same in every run. It computes one place at a time
// and needs no memory. Multiplying by an odd number, adding and folding the high half onto the low
// are bijections on the numbers below a power of two; a number that falls beyond the end goes
// through them again (cycle walking: Black and Rogaway, Ciphers with arbitrary finite domains,
// CT-RSA 2002).
inline long permuted(const long place, const long count)
{
    int bits = 1;
    while ((count - 1) >> bits)
        bits++;
    const ulong mask = (1ul << bits) - 1ul;
    const int half_of_them = (bits + 1) / 2;
    ulong number = (ulong)place;
    do {
        number = (number * 0x9e3779b97f4a7c15ul + 0x632be59bd9b4e019ul) & mask;
        number ^= number >> half_of_them;
        number = (number * 0xd6e8feb86659fd93ul) & mask;
        number ^= number >> half_of_them;
    } while (number >= (ulong)count);
    return (long)number;
}
