/* The words of OpenCL C that C has not, for the texts of kernels that tests compile as C. */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#define __global
#define inline static __attribute__((unused))
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned char uchar;
typedef struct { int x, y; } int2;
typedef struct { uint x, y, z, w; } uint4;
inline int2 int2_of(const int x, const int y) { return (int2){x, y}; }
inline uint4 uint4_of(const uint x, const uint y, const uint z, const uint w)
{
    return (uint4){x, y, z, w};
}
#define min(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ < b_ ? a_ : b_; })
#define max(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define clamp(a, least, most) min(max(a, least), most)
/* Of two numbers without signs. */
#define mul_hi(a, b) (sizeof(a) == 8 ? \
    (ulong)((unsigned __int128)(a) * (b) >> 64) : (ulong)(uint)(a) * (uint)(b) >> 32)
#define as_uint(a) ((uint)(a))
#define popcount __builtin_popcount
/* C's says nothing of 0. */
#define clz(a) ({ __typeof__(a) a_ = (a); const int bits_ = 8 * (int)sizeof(a_); \
    a_ == 0 ? bits_ : bits_ == 32 ? __builtin_clz((uint)a_) : __builtin_clzl((ulong)a_); })
#define CLK_LOCAL_MEM_FENCE 0
#define CLK_GLOBAL_MEM_FENCE 0
