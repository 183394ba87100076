// Shortcuts through a deep graph: arcs that lead where a way of many arcs leads. They change no
// component, and what spreads along arcs takes few rounds where it took one for each step.
//
// J. D. Ullman and M. Yannakakis, High-probability parallel transitive-closure algorithms, SIAM
// Journal on Computing 20, 1991; M. Thorup, On shortcutting digraphs, WG 1992. The lengths are
// those of W. Pugh, Skip lists: a probabilistic alternative to balanced trees, CACM 33, 1990.
//
// Each vertex has a way ahead, by the successor with the largest id, its successor, and so on, and
// a way back, by predecessors. A vertex gets a shortcut of 2 arcs to where each of its ways leads
// with a chance of 1/2, of 4 with 1/4, and so on. On a way of 2^10, 2^12 and 2^14 arcs any place is
// then at most 24, 43 and 60 steps from its beginning, for two more arcs a vertex. (The links of a
// skip list lead to the next vertex of at least the same length. They make that 19, 30 and 33, but
// half of them are arcs that are there, and in a model eleven graphs take 1.1 to 6 times the
// rounds.) The ends of all ways of 2^k arcs are found by doubling: J. C. Wyllie, The complexity of
// parallel computations, PhD thesis, Cornell University, 1979.
//
// By the largest id ways stay together where ids are in the order of rows, or of time. By the
// nearest one a model takes 0.6 to 0.95 of the rounds on strips and small worlds, and 26 times as
// many on diagonals, whose ways then go to and fro.
//
// Invariant: a way of so many arcs leads from v to the end that is stored, or ends before: NOWHERE.
//
// Nothing races: each round writes other arrays than it reads, and degrees and places are counted
// by atomic functions.
#include "device/hash.h"
#include "strong_components/quotient.h"

#define NOWHERE -1

// Entries of a row that are looked at.
#define MOST_LOOKS 32

inline int largest_neighbor(
    const OFFSET begin, const OFFSET end, __global const int *restrict neighbors)
{
    int largest = NOWHERE;
    for (OFFSET entry = begin; entry < min(end, begin + MOST_LOOKS); entry++)
        largest = max(largest, neighbors[entry]);
    return largest;
}

__kernel void begin_ways(
    const int level,
    __global const int *restrict sizes,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    __global int *restrict ahead,
    __global int *restrict back,
    __global int *restrict shortcuts_ahead,
    __global int *restrict shortcuts_back)
{
    const int v = get_global_id(0);
    if (v >= sizes[level])
        return;
    ahead[v] = largest_neighbor(offsets[v], offsets[v + 1], neighbors);
    back[v] = largest_neighbor(back_offsets[v], back_offsets[v + 1], back_neighbors);
    shortcuts_ahead[v] = shortcuts_back[v] = NOWHERE;
}

// The logarithm of the length of the shortcuts of a vertex.
inline int length_of(const int v) { return 1 + (int)clz((uint)mixed_bits((ulong)v)); }

// From ways of 2^(length - 1) arcs to those of 2^length.
__kernel void double_ways(
    const int level,
    const int length,
    __global const int *restrict sizes,
    __global const int *restrict ahead,
    __global const int *restrict back,
    __global int *restrict next_ahead,
    __global int *restrict next_back,
    __global int *restrict shortcuts_ahead,
    __global int *restrict shortcuts_back)
{
    const int v = get_global_id(0);
    if (v >= sizes[level])
        return;
    const int far_ahead = ahead[v] == NOWHERE ? NOWHERE : ahead[ahead[v]];
    const int far_back = back[v] == NOWHERE ? NOWHERE : back[back[v]];
    next_ahead[v] = far_ahead;
    next_back[v] = far_back;
    if (length_of(v) == length) {
        shortcuts_ahead[v] = far_ahead;
        shortcuts_back[v] = far_back;
    }
}

// A shortcut as an arc of the next graph, of which the ends are DROPPED if it is none.
inline int2 shortcut(const int source, const int target, __global const int *restrict numbers)
{
    const int2 none = (int2)(DROPPED);
    if (source == NOWHERE || target == NOWHERE)
        return none;
    const int2 arc = (int2)(numbers[source], numbers[target]);
    return arc.s0 == arc.s1 || arc.s0 == DROPPED || arc.s1 == DROPPED ? none : arc;
}

inline void count_shortcut(
    const int2 arc, __global OFFSET *degrees, __global OFFSET *back_degrees)
{
    if (arc.s0 == DROPPED)
        return;
    atomic_inc(degrees + arc.s0);
    atomic_inc(back_degrees + arc.s1);
}

__kernel void count_shortcuts(
    const int level,
    __global const int *restrict sizes,
    __global const int *restrict shortcuts_ahead,
    __global const int *restrict shortcuts_back,
    __global const int *restrict numbers,
    __global OFFSET *degrees,
    __global OFFSET *back_degrees)
{
    const int v = get_global_id(0);
    if (v >= sizes[level])
        return;
    count_shortcut(shortcut(v, shortcuts_ahead[v], numbers), degrees, back_degrees);
    count_shortcut(shortcut(shortcuts_back[v], v, numbers), degrees, back_degrees);
}

inline void place_shortcut(
    const int2 arc,
    __global OFFSET *places,
    __global OFFSET *back_places,
    __global int *next_neighbors,
    __global int *next_back_neighbors)
{
    if (arc.s0 == DROPPED)
        return;
    next_neighbors[atomic_inc(places + arc.s0)] = arc.s1;
    next_back_neighbors[atomic_inc(back_places + arc.s1)] = arc.s0;
}

__kernel void place_shortcuts(
    const int level,
    __global const int *restrict sizes,
    __global const int *restrict shortcuts_ahead,
    __global const int *restrict shortcuts_back,
    __global const int *restrict numbers,
    __global OFFSET *places,
    __global OFFSET *back_places,
    __global int *next_neighbors,
    __global int *next_back_neighbors)
{
    const int v = get_global_id(0);
    if (v >= sizes[level])
        return;
    const int2 ahead = shortcut(v, shortcuts_ahead[v], numbers);
    const int2 back = shortcut(shortcuts_back[v], v, numbers);
    place_shortcut(ahead, places, back_places, next_neighbors, next_back_neighbors);
    place_shortcut(back, places, back_places, next_neighbors, next_back_neighbors);
}
