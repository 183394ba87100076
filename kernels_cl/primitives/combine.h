// What a prefix sum combines numbers by: their sum, or the least of them.
inline int combined(const bool is_least, const int one, const int other)
{
    return is_least ? min(one, other) : one + other;
}

#define NEUTRAL(is_least) ((is_least) ? INT_MAX : 0)
