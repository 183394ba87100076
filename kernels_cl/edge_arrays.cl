// Compressed sparse rows as two arrays, the sources and the targets of the edges, in the order of
// the rows. Of rows that hold each edge at both ends (SYMMETRIC) only the entries to a vertex that
// is no smaller are listed; of others every entry, and the neighbors are the targets as they are.
//
// A block of entries begins anywhere in a row, so each work-item looks its first row up by
// bisection. What a block contributes is counted first; the host adds the counts up.
//
// Invariant: a block writes from begins[block] on as many edges as it has counted, so no place is
// written twice and none is left out.
#ifdef SYMMETRIC
#define IS_LISTED(v, neighbor) ((neighbor) >= (v))
#else
#define IS_LISTED(v, neighbor) 1
#endif

// The row of an entry: the last vertex whose entries begin at it or before.
inline int row_of(const int n, __global const OFFSET *restrict offsets, const OFFSET entry)
{
    int low = 0, high = n;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (offsets[middle] <= entry)
            low = middle;
        else
            high = middle;
    }
    return low;
}

__kernel void count_edges(
    const int n,
    const OFFSET entries,
    const OFFSET block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict counts)
{
    const OFFSET begin = (OFFSET)get_global_id(0) * block;
    if (begin >= entries)
        return;
    const OFFSET end = min(entries, begin + block);
    int v = row_of(n, offsets, begin);
    int count = 0;
    for (OFFSET entry = begin; entry < end; entry++) {
        while (offsets[v + 1] <= entry)
            v++;
        count += IS_LISTED(v, neighbors[entry]);
    }
    counts[get_global_id(0)] = count;
}

// Any of the three arrays may be left out (NULL).
__kernel void list_edges(
    const int n,
    const OFFSET entries,
    const OFFSET block,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global const OFFSET *restrict begins,
    __global int *restrict sources,
    __global int *restrict targets,
    __global OFFSET *restrict entries_listed)
{
    const OFFSET begin = (OFFSET)get_global_id(0) * block;
    if (begin >= entries)
        return;
    const OFFSET end = min(entries, begin + block);
    int v = row_of(n, offsets, begin);
    OFFSET place = begins[get_global_id(0)];
    for (OFFSET entry = begin; entry < end; entry++) {
        while (offsets[v + 1] <= entry)
            v++;
        const int neighbor = neighbors[entry];
        if (IS_LISTED(v, neighbor)) {
            if (sources)
                sources[place] = v;
#ifdef SYMMETRIC
            if (targets)
                targets[place] = neighbor;
#endif
            if (entries_listed)
                entries_listed[place] = entry;
            place++;
        }
    }
}
