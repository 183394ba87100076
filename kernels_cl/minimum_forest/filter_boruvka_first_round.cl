// The first round of Filter-Boruvka (filter_boruvka.cl): each vertex is a tree, and hooks along the
// lightest edge of its row, after Boruvka (reference/boruvka.py). This file also guesses the
// threshold of the light edges from a sample, as ECL-MST does (Fallin, Gonzalez, Seo and Burtscher,
// SC 2023).
//
// Invariant: a vertex that hooks does so along its lightest edge in the order of (key, index),
// which is total; so the hooks are edges of the minimum spanning forest. Only its own work-items
// write a vertex, so nothing races. All edges of a cycle of hooks would be one and the same edge,
// so a cycle has two vertices, and break_cycles makes the smaller one the root.
#include "minimum_forest/lightest_edges.h"
#include "device/counters.h"

#define NO_EDGE (-1)

__kernel void begin(
    const int n,
    __global int *restrict parents,
    __global int *restrict linked,
    __global minimum_t *restrict even_minima,
    __global minimum_t *restrict odd_minima,
    __global int *restrict counters)
{
    CLEAR_COUNTERS(counters)
    const int v = get_global_id(0);
    if (v >= n)
        return;
    parents[v] = v;
    linked[v] = NO_EDGE;
    INITIALIZE_MINIMUM(even_minima, n, v);
    INITIALIZE_MINIMUM(odd_minima, n, v);
}

// One work-group finds the key at a rank of a sample, drawn in the same way as in
// reference/sampling.py.
__kernel void guess_threshold(
    const OFFSET entries,
    const int seed,
    const int rank,
    __global const uint *restrict keys,
    __global int *restrict counters)
{
    __local uint sample[SAMPLES];
    for (int i = get_local_id(0); i < SAMPLES; i += get_local_size(0)) {
        ulong bits = (((ulong)seed << 32 | i) + 1) * 0x9E3779B97F4A7C15UL;
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9UL;
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EBUL;
        bits ^= bits >> 31;
        sample[i] = keys[mul_hi(bits, (ulong)entries)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_local_id(0); i < SAMPLES; i += get_local_size(0)) {
        int below = 0;
        for (int j = 0; j < SAMPLES; j++)
            below += sample[j] < sample[i] || (sample[j] == sample[i] && j < i);
        if (below == rank)
            counters[THRESHOLD] = as_int(sample[i]);
    }
}

// LANES work-items share a row of more than SHORT_ROW entries. A row of more than LONG_ROW entries
// chooses nothing in the first round: the neighbors of a hub choose it, so it need not choose.
#define LONG_ROW 4096

inline int is_lighter(
    const uint key,
    const OFFSET entry,
    const uint other_key,
    const OFFSET other,
    __global const uint *restrict indices)
{
    // Few keys are equal, so the indices are hardly ever read.
    return key < other_key || (key == other_key && indices[entry] < indices[other]);
}

// Hook each vertex along the lightest edge of its row. On the way, record for list_light the row in
// which each piece of CHUNK entries begins.
__kernel void choose_from_rows(
    const int n,
    const OFFSET entries,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const uint *restrict keys,
    __global const uint *restrict indices,
    __global int *restrict parents,
    __global int *restrict chunk_rows,
    __global int *restrict linked)
{
    __local int shared_rows[GROUP_SIZE];
    __local int shared_count;
    __local uint lane_keys[GROUP_SIZE];
    __local OFFSET lane_entries[GROUP_SIZE];
    const int v = get_global_id(0);
    const int item = get_local_id(0);
    if (item == 0)
        shared_count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v < n) {
        const OFFSET begin = offsets[v];
        const OFFSET end = offsets[v + 1];
        for (OFFSET chunk = (begin + CHUNK - 1) / CHUNK; chunk * CHUNK < end; chunk++)
            chunk_rows[chunk] = v;
        if (v == n - 1)
            chunk_rows[(entries + CHUNK - 1) / CHUNK] = v;
        if (end - begin > SHORT_ROW) {
            if (end - begin <= LONG_ROW)
                shared_rows[atomic_inc((volatile __local int *)&shared_count)] = v;
        }
        else if (begin < end) {
            OFFSET choice = begin;
            uint lightest = keys[begin];
            for (OFFSET entry = begin + 1; entry < end; entry++) {
                const uint key = keys[entry];
                if (is_lighter(key, entry, lightest, choice, indices)) {
                    lightest = key;
                    choice = entry;
                }
            }
            parents[v] = neighbors[choice];
            linked[v] = indices[choice];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int lane = item % LANES;
    const int count = shared_count;
    for (int i = 0; i < count; i += GROUP_SIZE / LANES) {
        const int place = i + item / LANES;
        const int row = place < count ? shared_rows[place] : -1;
        uint lightest = UINT_MAX;
        OFFSET choice = -1;
        if (row >= 0) {
            const OFFSET end = offsets[row + 1];
            for (OFFSET entry = offsets[row] + lane; entry < end; entry += LANES) {
                const uint key = keys[entry];
                if (choice < 0 || is_lighter(key, entry, lightest, choice, indices)) {
                    lightest = key;
                    choice = entry;
                }
            }
        }
        lane_keys[item] = lightest;
        lane_entries[item] = choice;
        for (int width = LANES / 2; width > 0; width /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lane < width && lane_entries[item + width] >= 0) {
                const uint other_key = lane_keys[item + width];
                const OFFSET other = lane_entries[item + width];
                if (choice < 0 || is_lighter(other_key, other, lightest, choice, indices)) {
                    lane_keys[item] = lightest = other_key;
                    lane_entries[item] = choice = other;
                }
            }
        }
        if (lane == 0 && row >= 0) {
            parents[row] = neighbors[choice];
            linked[row] = indices[choice];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// If two vertices have chosen each other, make the smaller one the root. The races are benign: only
// the smaller one changes anything, and the parent of the other one is smaller than it, so neither
// reads what the other may have changed.
__kernel void break_cycles(const int n, __global int *parents, __global int *restrict linked)
{
    const int v = get_global_id(0);
    if (v >= n)
        return;
    const int parent = LOAD_PARENT(parents, v);
    if (v < parent && LOAD_PARENT(parents, parent) == v) {
        STORE_PARENT(parents, v, v);
        linked[v] = NO_EDGE;
    }
}
