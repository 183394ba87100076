// A pseudo-random permutation of 0..count-1, the same in every run. It computes one place at a time
// and needs no memory. Multiplying by an odd number, adding and folding the high half onto the low
// are bijections on the numbers below a power of two; a number that falls beyond the end goes
// through them again (cycle walking: Black and Rogaway, Ciphers with arbitrary finite domains,
// CT-RSA 2002). A place must be below the count: another one might never come to an end.
//
// Numbers have the width of OFFSET, which a GPU multiplies in a fourth of the time if it is int.
// Without PERMUTED all places stay as they are.
#ifdef PERMUTED
inline OFFSET permuted(const OFFSET place, const OFFSET count)
{
    const int width = 8 * (int)sizeof(OFFSET);
    const int bits = max(1, width - (int)clz((unsigned OFFSET)(count - 1)));
    const unsigned OFFSET mask = (unsigned OFFSET)-1 >> (width - bits);
    const int half_of_them = (bits + 1) / 2;
    unsigned OFFSET number = (unsigned OFFSET)place;
    do {
        number = (number * (unsigned OFFSET)0x9e3779b97f4a7c15ul +
                  (unsigned OFFSET)0x632be59bd9b4e019ul) & mask;
        number ^= number >> half_of_them;
        number = (number * (unsigned OFFSET)0xd6e8feb86659fd93ul) & mask;
        number ^= number >> half_of_them;
    } while (number >= (unsigned OFFSET)count);
    return (OFFSET)number;
}
#define PLACE_OF(place, count) permuted(place, count)
#else
#define PLACE_OF(place, count) (place)
#endif
