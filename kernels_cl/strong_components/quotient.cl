// The graph of what contraction.cl has contracted: its vertices are the roots, in their order, and
// its arcs those between vertices of different roots, in rows of both directions. Own.
//
// The first one has the vertices of the given graph that are unfinished, and the arcs between those
// of one region (signatures.h).
//
// Count, scan, write: degrees by atomic functions, places by prefix sums. Rows beyond the last
// vertex are empty, so that kernels for as many vertices as the given graph has can read them.
//
// Invariants: numbers[v] is the place of v's root among the roots, or DROPPED. Roots keep their
// order. origins[r] is a vertex of the given graph in r: the smallest, since a root is the smallest
// of its tree, but not where paths have been shortened (nonbranching_paths.cl). base[v] is where a
// vertex of the given graph is now, or DROPPED once its label is that of a finished one (labels.h).
//
// Only atomic functions touch a number that others change within a launch, so nothing races; in
// which order they find their places decides the order within a row alone. (Two groups store the
// number of entries, which is one for both directions.)
#include "graph/entry_loop.h"
#include "primitives/before_item.h"
#include "strong_components/labels.h"
#include "strong_components/quotient.h"
#include "union_find/find.h"

// The given graph, whose unfinished vertices are roots.
__kernel void begin_quotient(
    const int n,
    const int level,
    __global int *restrict sizes,
    __global const int *restrict labels,
    __global int *restrict parents,
    __global int *restrict origins,
    __global int *restrict base)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    if (v == 0) {
        sizes[level] = n;
        sizes[ON_PATHS] = sizes[FAR] = 0;
    }
    parents[v] = IS_FINISHED(labels[v]) ? DROPPED : v;
    origins[v] = base[v] = v;
}

// Each group counts in a tile of as many vertices as it has work-items; the counts of the tiles are
// summed up, and then it gives them their places. Tiles beyond the last vertex count 0.
__kernel void count_roots(
    const int level,
    __global const int *restrict sizes,
    __global const int *restrict parents,
    __global int *restrict counts)
{
    __local int count;
    const int v = get_global_id(0);
    if (get_local_id(0) == 0)
        count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v < sizes[level] && parents[v] == v)
        atomic_inc(&count);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        counts[get_group_id(0)] = count;
}

__kernel void number_roots(
    const int level,
    const int next_level,
    __global int *restrict sizes,
    __global const int *restrict parents,
    __global const int *restrict counts,
    __global const int *restrict origins,
    __global int *restrict numbers,
    __global int *restrict next_origins)
{
    __local int sums[TILE + 1];
    const int v = get_global_id(0);
    const bool is_root = v < sizes[level] && parents[v] == v;
    const int place = counts[get_group_id(0)] + before_item(false, is_root, sums);
    if (is_root) {
        numbers[v] = place;
        next_origins[place] = origins[v];
    }
    if (v == 0)
        sizes[next_level] = counts[get_num_groups(0)];
}

// Number the vertices that are no roots, and move each vertex of the given graph to its next place:
// what is DROPPED is a component. And clear the degrees of the next graph.
__kernel void move_vertices(
    const int n,
    const int level,
    __global const int *restrict sizes,
    __global int *parents,
    __global int *numbers,
    __global const int *restrict origins,
    __global int *restrict labels,
    __global int *restrict base,
    __global OFFSET *restrict degrees,
    __global OFFSET *restrict back_degrees)
{
    const int v = get_global_id(0);
    if (v > n)
        return;
    degrees[v] = back_degrees[v] = 0;
    // As find_naive loads them, for the build without races.
    const int parent = v < sizes[level] ? LOAD_PARENT(parents, v) : v;
    if (parent != v)
        numbers[v] = parent == DROPPED ? DROPPED : numbers[find_naive(parents, v)];
    if (v == n || base[v] == DROPPED)
        return;
    const int r = base[v];
    if (LOAD_PARENT(parents, r) == DROPPED) {
        if (!IS_FINISHED(labels[v]))
            labels[v] = FINISHED(origins[r]);
        base[v] = DROPPED;
    } else {
        base[v] = numbers[find_naive(parents, r)];
    }
}

#ifdef IN_REGIONS
#define REGIONS , __global const int4 *restrict signatures
#define IS_BETWEEN(v, w) \
    (signatures[v].s0 == signatures[w].s0 && signatures[v].s1 == signatures[w].s1)
#define IS_FAR(v, w) (max(v, w) - min(v, w) > FAR_APART)
#else
#define REGIONS
#define IS_BETWEEN(v, w) true
#define IS_FAR(v, w) false
#endif

// Whether an arc is one of the next graph, and whose it is there.
inline int owner_of(const int v, const int w, __global const int *restrict numbers REGIONS)
{
    const int number = numbers[v];
    const int other = numbers[w];
    const bool are_there = number != DROPPED && other != DROPPED;
    const bool is_kept = are_there && number != other && IS_BETWEEN(v, w);
    return is_kept ? number : DROPPED;
}
#ifdef IN_REGIONS
#define OWNER(v, w) owner_of(v, w, numbers, signatures)
#else
#define OWNER(v, w) owner_of(v, w, numbers)
#endif

// Returns whether there was one to count.
inline int count_arc(const int owner, __global OFFSET *degrees)
{
    if (owner == DROPPED)
        return 0;
    atomic_inc(degrees + owner);
    return 1;
}

// In both directions, as all that follows.
__kernel void count_arcs(
    const int level,
    __global int *sizes,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    __global const int *restrict numbers,
    __global OFFSET *degrees,
    __global OFFSET *back_degrees
    REGIONS)
{
    __local int group_far;
    int far = 0;
    const int n = sizes[level];
    const OFFSET entries = offsets[n];
    if (get_local_id(0) == 0)
        group_far = 0;
    FOR_EACH_ENTRY(
        n, entries, offsets, v, entry,
        far += count_arc(OWNER(v, neighbors[entry]), degrees) && IS_FAR(v, neighbors[entry]));
    FOR_EACH_ENTRY(
        n, entries, back_offsets, v, entry,
        count_arc(OWNER(v, back_neighbors[entry]), back_degrees));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (far > 0)
        atomic_add(&group_far, far);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && group_far > 0)
        atomic_add(sizes + FAR, group_far);
}

// The first half of the tiles are of the one direction, and the other half of the other.
__kernel void sum_degrees(
    const int n,
    __global const OFFSET *restrict degrees,
    __global const OFFSET *restrict back_degrees,
    __global int *restrict counts)
{
    __local int sum;
    const bool is_back = get_group_id(0) >= get_num_groups(0) / 2;
    const int v = get_global_id(0) - (is_back ? get_global_size(0) / 2 : 0);
    const int degree = v >= n ? 0 : is_back ? back_degrees[v] : degrees[v];
    if (get_local_id(0) == 0)
        sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (degree > 0)
        atomic_add(&sum, degree);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        counts[get_group_id(0)] = sum;
}

// Degrees become offsets.
__kernel void give_offsets(
    const int n,
    const int size_place,
    __global const int *restrict counts,
    __global int *restrict sizes,
    __global OFFSET *restrict offsets,
    __global OFFSET *restrict back_offsets,
    __global OFFSET *restrict places,
    __global OFFSET *restrict back_places)
{
    __local int sums[TILE + 1];
    const int half_of_tiles = get_num_groups(0) / 2;
    const bool is_back = get_group_id(0) >= half_of_tiles;
    const int v = get_global_id(0) - (is_back ? get_global_size(0) / 2 : 0);
    __global OFFSET *own_offsets = is_back ? back_offsets : offsets;
    __global OFFSET *own_places = is_back ? back_places : places;
    const int degree = v < n ? own_offsets[v] : 0;
    // As many arcs in each direction.
    const int entries = counts[half_of_tiles];
    const int before = counts[get_group_id(0)] - (is_back ? entries : 0);
    const int place = before + before_item(false, degree, sums);
    if (v < n)
        own_offsets[v] = own_places[v] = place;
    if (v == 0)
        own_offsets[n] = sizes[size_place] = entries;
}

inline void place_arc(
    const int owner, const int target, __global OFFSET *places, __global int *next_neighbors)
{
    if (owner != DROPPED)
        next_neighbors[atomic_inc(places + owner)] = target;
}

__kernel void place_arcs(
    const int level,
    __global const int *restrict sizes,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict back_offsets,
    __global const int *restrict back_neighbors,
    __global const int *restrict numbers,
    __global OFFSET *places,
    __global OFFSET *back_places,
    __global int *next_neighbors,
    __global int *next_back_neighbors
    REGIONS)
{
    const int n = sizes[level];
    const OFFSET entries = offsets[n];
    FOR_EACH_ENTRY(
        n, entries, offsets, v, entry,
        place_arc(
            OWNER(v, neighbors[entry]), numbers[neighbors[entry]], places, next_neighbors));
    FOR_EACH_ENTRY(
        n, entries, back_offsets, v, entry,
        place_arc(
            OWNER(v, back_neighbors[entry]), numbers[back_neighbors[entry]], back_places,
            next_back_neighbors));
}

// The labels of the given graph, by those of the last one.
__kernel void take_labels(
    const int n,
    __global const int *restrict base,
    __global const int *restrict origins,
    __global const int *restrict quotient_labels,
    __global int *restrict labels)
{
    const int v = get_global_id(0);
    if (v >= n || base[v] == DROPPED)
        return;
    const int label = quotient_labels[base[v]];
    labels[v] = FINISHED(origins[label == ALONE ? base[v] : ~label]);
}
