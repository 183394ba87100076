// Pearce's algorithm, by one work-item: D. J. Pearce, A space-efficient algorithm for finding
// strongly connected components, Information Processing Letters 116, 2016, with a stack in place of
// recursion. On a processor one core with little memory per vertex is hard to beat.
//
// A vertex that is not finished has in `index` its place in the search, or that of an earlier open
// vertex that it reaches; 0 before it is found. A finished vertex has the number of its component;
// these go down from n, so that they are larger than all places. Invariant: when the search leaves
// a vertex whose index is still its own place, no earlier open vertex is reachable from it or from
// the open vertices after it, so that these are its component.
//
// `stack` holds the path of the search from its front, and from its back the open vertices that the
// search has left; a vertex is in one of them at most. ~v is a vertex on the path that reaches an
// earlier open vertex. `positions` holds the next entry of each vertex of the path.

__kernel void clear_index(const int n, __global int *restrict index)
{
    const int v = get_global_id(0);
    if (v < n)
        index[v] = 0;
}

__kernel void find_components(
    const int n,
    __global const OFFSET *restrict offsets,
    __global const int *restrict neighbors,
    __global int *restrict index,
    __global int *restrict stack,
    __global OFFSET *restrict positions)
{
    if (get_global_id(0) > 0)
        return;
    int next_place = 1;
    int component = n;
    int depth = 0;
    int open_begin = n;
    for (int start = 0; start < n; start++) {
        if (index[start] != 0)
            continue;
        int v = start;
        int own = index[v] = next_place++;
        bool reaches_earlier = false;
        OFFSET position = offsets[v];
        OFFSET end = offsets[v + 1];
        for (;;) {
            if (position < end) {
                const int w = neighbors[position];
                const int place = index[w];
                if (place == 0) {
                    // The entry is looked at again after the return, when w has its final index.
                    index[v] = own;
                    positions[depth] = position;
                    stack[depth++] = reaches_earlier ? ~v : v;
                    v = w;
                    own = index[v] = next_place++;
                    reaches_earlier = false;
                    position = offsets[v];
                    end = offsets[v + 1];
                    continue;
                }
                if (place < own) {
                    own = place;
                    reaches_earlier = true;
                }
                position++;
                continue;
            }
            if (reaches_earlier) {
                index[v] = own;
                stack[--open_begin] = v;
            } else {
                next_place--;
                while (open_begin < n && index[stack[open_begin]] >= own) {
                    index[stack[open_begin++]] = component;
                    next_place--;
                }
                index[v] = component--;
            }
            if (depth == 0)
                break;
            const int below = stack[--depth];
            reaches_earlier = below < 0;
            v = below < 0 ? ~below : below;
            own = index[v];
            position = positions[depth];
            end = offsets[v + 1];
        }
    }
    // From here on the stack holds the smallest vertex of each component: the last one wins.
    for (int v = n - 1; v >= 0; v--)
        stack[index[v] - 1] = v;
}

__kernel void take_roots(
    const int n,
    __global const int *restrict index,
    __global const int *restrict smallest,
    __global int *restrict roots)
{
    const int v = get_global_id(0);
    if (v < n)
        roots[v] = smallest[index[v] - 1];
}
