// A bit for each vertex that sampling has left unsettled, 32 of them in a word: so few words that
// most looks find them in the first cache, where parents are far too many.
//
// Invariant: a group takes vertices whose words no other group writes, and writes each once.
#define IS_UNSETTLED(unsettled, v) ((unsettled)[(uint)(v) >> 5] >> ((v) & 31) & 1)

// Set the bits of some vertices of a group, in local memory: first by all work-items,
// CLEAR_UNSETTLED and a barrier, then MARK_UNSETTLED with a place among them, a barrier, and
// STORE_UNSETTLED with the first vertex, a multiple of 32. The count is a multiple of 32, too.
#define CLEAR_UNSETTLED(marks, count)                                          \
    for (int word = get_local_id(0); word < (count) / 32; word += get_local_size(0)) \
        (marks)[word] = 0;
#define MARK_UNSETTLED(marks, place) \
    ((void)atomic_or((marks) + ((place) >> 5), 1u << ((place) & 31)))
#define STORE_UNSETTLED(marks, count, first, n, unsettled)                           \
    for (int word = get_local_id(0); word < (count) / 32; word += get_local_size(0)) \
        if ((first) + 32 * word < (n))                                               \
            (unsettled)[((first) >> 5) + word] = (marks)[word];
