/* The words of OpenCL C that C has not, for the texts of kernels that tests compile as C. */
#include <limits.h>
#include <stdbool.h>

#define __global
#define inline static __attribute__((unused))
typedef unsigned int uint;
typedef unsigned long ulong;
typedef struct { int x, y; } int2;
inline int2 int2_of(const int x, const int y) { return (int2){x, y}; }
#define min(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ < b_ ? a_ : b_; })
#define max(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define popcount __builtin_popcount
/* C's says nothing of 0. */
#define clz(a) ({ __typeof__(a) a_ = (a); const int bits_ = 8 * (int)sizeof(a_); \
    a_ == 0 ? bits_ : bits_ == 32 ? __builtin_clz((uint)a_) : __builtin_clzl((ulong)a_); })
#define CLK_LOCAL_MEM_FENCE 0
#define CLK_GLOBAL_MEM_FENCE 0
