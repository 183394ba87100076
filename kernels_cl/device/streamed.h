// Loads of what a kernel reads once, rows and their offsets, while all work-items come back to the
// parents again and again: what is streamed should be the first to leave the second-level cache.
// (Small graphs that are one launch read them in up to three phases, and take as long as before.)
// NVIDIA's compiler takes PTX's word for it; elsewhere these are plain loads.
//
// Invariant: no kernel that loads in this way writes what it loads. So a compiler may merge such
// loads, and move them across stores and barriers.
#ifdef NVIDIA_PTX
inline int streamed_int(__global const int *place)
{
    int value;
    asm("ld.global.cs.s32 %0, [%1];" : "=r"(value) : "l"(place));
    return value;
}

inline long streamed_long(__global const long *place)
{
    long value;
    asm("ld.global.cs.s64 %0, [%1];" : "=l"(value) : "l"(place));
    return value;
}
#define STREAMED_AS_(type, place) streamed_##type(place)
#define STREAMED_AS(type, place) STREAMED_AS_(type, place)
#define STREAMED(numbers, i) streamed_int((numbers) + (i))
#define STREAMED_OFFSET(offsets, v) STREAMED_AS(OFFSET, (offsets) + (v))
#else
#define STREAMED(numbers, i) ((numbers)[i])
#define STREAMED_OFFSET(offsets, v) ((offsets)[v])
#endif
