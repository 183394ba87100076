// The most frequent of some labels, if one is frequent: a hash table in local memory.
//
// Invariant: the answer depends on the labels alone, not on the order in which they come.
#define LABEL_SLOTS 2048
#define NO_LABEL (-1)
// A label is frequent from one in so many labels on.
#define FREQUENT 16

typedef struct {
    int labels[LABEL_SLOTS];
    int counts[LABEL_SLOTS];
    int most;
    int most_frequent;
} votes_t;

inline void clear_votes(__local votes_t *votes)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int slot = get_local_id(0); slot < LABEL_SLOTS; slot += get_local_size(0)) {
        votes->labels[slot] = NO_LABEL;
        votes->counts[slot] = 0;
    }
    if (get_local_id(0) == 0) {
        votes->most = 0;
        votes->most_frequent = INT_MAX;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// There are at most half as many labels as slots.
inline void add_vote(__local votes_t *votes, const int label)
{
    int slot = (int)((uint)label * 2654435761u >> 21);
    while (true) {
        const int seen =
            atomic_cmpxchg((volatile __local int *)&votes->labels[slot], NO_LABEL, label);
        if (seen == NO_LABEL || seen == label)
            break;
        slot = (slot + 1) % LABEL_SLOTS;
    }
    atomic_inc((volatile __local int *)&votes->counts[slot]);
}

// The smallest of the most frequent labels, or NO_LABEL. All of the group must come here.
inline int most_frequent(__local votes_t *votes, const int voters)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int slot = get_local_id(0); slot < LABEL_SLOTS; slot += get_local_size(0))
        if (votes->counts[slot] > 0)
            atomic_max((volatile __local int *)&votes->most, votes->counts[slot]);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int most = votes->most;
    for (int slot = get_local_id(0); slot < LABEL_SLOTS; slot += get_local_size(0))
        if (most > 0 && votes->counts[slot] == most)
            atomic_min((volatile __local int *)&votes->most_frequent, votes->labels[slot]);
    barrier(CLK_LOCAL_MEM_FENCE);
    return most > 0 && most * FREQUENT >= voters ? votes->most_frequent : NO_LABEL;
}
