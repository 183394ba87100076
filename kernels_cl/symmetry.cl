// Is an adjacency valid, are its rows sorted, and does each edge stand at both ends?
//
// Symmetry is decided by a fingerprint, as polynomial identity tests are (Freivalds 1977;
// Schwartz 1980): entry (u, v) adds +h(u, v) modulo 2**64 if u < v and -h(v, u) if u > v, where
// h mixes the pair with random odd keys. A symmetric adjacency sums to zero. Any other one does so
// with a chance of about 2**-64, and the keys are new in each process. Transposing the
// adjacency would be exact and cost twenty times as much.
//
// Nothing is read outside the buffers, whatever they hold: a row is looked at only if its
// offsets are in order. Each LANES work-items share a row; each work-item leaves its own sum.
#define FALLING 1       // an offset is below the one before, or beyond the entries
#define OUT_OF_RANGE 2  // a neighbor is not a vertex
#define UNSORTED 4      // a neighbor is smaller than the one before it

__kernel void fingerprint(
    const int n,
    const OFFSET entries,
    const ulong first_key,
    const ulong second_key,
    const ulong third_key,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global ulong *restrict sums,
    volatile __global int *faults)
{
    const int item = get_global_id(0);
    const int lane = item % LANES;
    const int step = get_global_size(0) / LANES;
    ulong sum = 0;
    int fault = 0;
    for (long v = item / LANES; v < n; v += step) {
        const OFFSET begin = offsets[v];
        const OFFSET end = offsets[v + 1];
        if (begin < 0 || begin > end || end > entries) {
            fault |= FALLING;
            continue;
        }
        for (OFFSET entry = begin + lane; entry < end; entry += LANES) {
            const int u = neighbors[entry];
            if (u < 0 || u >= n)
                fault |= OUT_OF_RANGE;
            if (entry > begin && neighbors[entry - 1] > u)
                fault |= UNSORTED;
            const ulong smaller = min((int)v, u);
            const ulong larger = max((int)v, u);
            ulong hash = smaller * first_key + larger * second_key;
            hash = (hash ^ (hash >> 32)) * third_key;
            hash ^= hash >> 29;
            sum += v < u ? hash : (v > u ? -hash : 0);
        }
    }
    sums[item] = sum;
    if (fault)
        atomic_or(faults, fault);
}
