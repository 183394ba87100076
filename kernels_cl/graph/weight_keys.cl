// Turn weights into keys: unsigned numbers that compare as the weights do, of 32 bits (KEY uint) or
// of 64 (ulong). src/clconn/weight_keys.py does the same on the host.
//
// WEIGHT is the type as which a weight is read. Floats are read as their bits, so that no device
// needs double precision, and nothing is ever rounded:
// SIGNED            integers that may be negative
// FLOAT32, FLOAT64  floats of that size, by their bits
// AS_FLOAT32        with FLOAT64: they must all be exact as floats of 32 bits
// AS_WHOLE          with FLOAT64: they must all be whole numbers, below 2^62 in absolute value
// MAXIMUM           the heaviest comes first
//
// Invariant: each work-item reads and writes its own weights. Only the faults are shared, by atomic
// functions, which run at most once for each work-item.
#include "device/grid_stride.h"

#ifndef WEIGHT
#define WEIGHT uint
#endif
#ifndef KEY
#define KEY uint
#endif

#define NOT_A_NUMBER 1
#define TOO_WIDE 2 // a weight is not what AS_FLOAT32 or AS_WHOLE says, or too far above the base

#define SIGN_OF_64 0x8000000000000000ul

inline uint ordered_float_bits(const uint bits)
{
    // -0.0 is 0.0. Invert all bits of a negative number, and only the sign bit of any other.
    return bits << 1 == 0 ? 0x80000000u : bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

inline ulong ordered_double_bits(const ulong bits)
{
    return bits << 1 == 0 ? SIGN_OF_64 : bits & SIGN_OF_64 ? ~bits : bits | SIGN_OF_64;
}

// The bits of a double as those of a float of the same value.
inline uint float_bits(const ulong bits, int *faults)
{
    const uint sign = (uint)(bits >> 32) & 0x80000000u;
    const int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    const ulong fraction = bits & 0xffffffffffffful;
    if (bits << 1 == 0)
        return sign;
    if (exponent == 1024)
        return sign | 0x7f800000u;
    if (exponent > 127 || exponent < -149) {
        *faults |= TOO_WIDE;
        return 0;
    }
    // Below 2^-126 a float has its leading bit written out, and fewer bits.
    const int is_small = exponent < -126;
    const int dropped = is_small ? -97 - exponent : 29;
    const ulong digits = is_small ? fraction | 1ul << 52 : fraction;
    if (digits & ((1ul << dropped) - 1))
        *faults |= TOO_WIDE;
    const uint upper = is_small ? 0 : (uint)(exponent + 127) << 23;
    return sign | upper | (uint)(digits >> dropped);
}

// The whole number that a double is, as a long.
inline ulong whole_number(const ulong bits, int *faults)
{
    const int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    if (bits << 1 == 0)
        return 0;
    const ulong digits = (bits & 0xffffffffffffful) | 1ul << 52;
    const int places = 52 - exponent;
    if (places > 52 || places < -9 || (places > 0 && digits & ((1ul << places) - 1))) {
        *faults |= TOO_WIDE;
        return 0;
    }
    const ulong size = places > 0 ? digits >> places : digits << -places;
    return bits & SIGN_OF_64 ? 0 - size : size;
}

// A number that compares as the weight does, unsigned.
inline ulong ordered(const WEIGHT weight, int *faults)
{
#if defined(FLOAT32)
    *faults |= (weight & 0x7fffffffu) > 0x7f800000u ? NOT_A_NUMBER : 0;
    return ordered_float_bits(weight);
#elif defined(FLOAT64)
    *faults |= (weight & ~SIGN_OF_64) > 0x7ff0000000000000ul ? NOT_A_NUMBER : 0;
#if defined(AS_FLOAT32)
    return ordered_float_bits(float_bits(weight, faults));
#elif defined(AS_WHOLE)
    return whole_number(weight, faults) ^ SIGN_OF_64;
#else
    return ordered_double_bits(weight);
#endif
#elif defined(SIGNED)
    return sizeof(WEIGHT) == 8 ? (ulong)(long)weight ^ SIGN_OF_64
                               : (ulong)((uint)(int)weight ^ 0x80000000u);
#else
    return (ulong)weight;
#endif
}

// Find the least and the most of the ordered numbers of each work-item's weights.
__kernel void find_bounds(
    const long count,
    __global const WEIGHT *restrict weights,
    __global ulong2 *restrict bounds,
    volatile __global int *faults)
{
    const long item = get_global_id(0), items = get_global_size(0);
    const long last = SHARE_END(item, items, count);
    ulong least = ULONG_MAX, most = 0;
    int fault = 0;
    for (long i = SHARE_BEGIN(item, items, count); i < last; i += SHARE_STEP(items)) {
        const ulong number = ordered(weights[i], &fault);
        least = min(least, number);
        most = max(most, number);
    }
    bounds[item] = (ulong2)(least, most);
    if (fault)
        atomic_or(faults, fault);
}

// The ordered number of a double that is a float between 2^-126 and 2^128 in absolute value, as
// nearly all are. Otherwise it clears is_plain, and the number is wrong. There is no branch, so a
// processor takes several at a time.
#define SMALLEST_PLAIN (897ul << 52)
#define PLAIN_RANGE (254ul << 52)
inline uint ordered_plain_float(const ulong bits, int *is_plain)
{
    const ulong size = bits & ~SIGN_OF_64;
    *is_plain &= (size - SMALLEST_PLAIN < PLAIN_RANGE) & ((bits & 0x1ffffffful) == 0);
    // A double's exponent is larger by 896. All bits of a negative number are inverted.
    const uint positive = ((uint)(size >> 29) - (896u << 23)) | 0x80000000u;
    return positive ^ (uint)((long)bits >> 63);
}

// The ordered number, less the base, which the host knows to be no more than any of them.
#ifdef MAXIMUM
#define KEY_OF(number) ((KEY)~(number))
#else
#define KEY_OF(number) ((KEY)(number))
#endif
__kernel void make_keys(
    const long count,
    const ulong base,
    __global const WEIGHT *restrict weights,
    __global KEY *restrict keys,
    volatile __global int *faults)
{
    const long item = get_global_id(0), items = get_global_size(0);
    const long last = SHARE_END(item, items, count);
#if defined(AS_FLOAT32) && defined(SHARE_BLOCKS)
    int is_plain = 1;
    for (long i = SHARE_BEGIN(item, items, count); i < last; i++)
        keys[i] = KEY_OF(ordered_plain_float(weights[i], &is_plain));
    if (is_plain)
        return;
#endif
    int fault = 0;
    for (long i = SHARE_BEGIN(item, items, count); i < last; i += SHARE_STEP(items))
        keys[i] = KEY_OF(ordered(weights[i], &fault) - base);
    if (fault)
        atomic_or(faults, fault);
}

__kernel void equal_keys(const long count, __global uint *restrict keys)
{
    const long i = get_global_id(0);
    if (i < count)
        keys[i] = 0;
}

#ifdef ID
// The keys of some edges, by their ids.
__kernel void gather_keys(
    const long count,
    __global const ID *restrict ids,
    __global const uint *restrict keys,
    __global uint *restrict gathered)
{
    const long i = get_global_id(0);
    if (i < count)
        gathered[i] = keys[ids[i]];
}
#endif

// Spread numbers of 64 bits over those below 2^28, in their order: a table says where those of
// a cell, which have the upper 16 bits in common, begin, and how many places it has. The numbers
// become their distances from the least, shifted so that the upper bit of the largest is set.
__kernel void spread_numbers(
    const long count,
    const ulong least,
    const int shift,
    __global const uint2 *restrict cells,
    __global const ulong *restrict numbers,
    __global uint *restrict places)
{
    const long item = get_global_id(0), items = get_global_size(0);
    const long last = SHARE_END(item, items, count);
    for (long i = SHARE_BEGIN(item, items, count); i < last; i += SHARE_STEP(items)) {
        const ulong distance = (numbers[i] - least) << shift;
        const uint2 cell = cells[distance >> 48];
        places[i] = cell.x + (uint)(((distance >> 16 & 0xffffffffu) * cell.y) >> 32);
    }
}
