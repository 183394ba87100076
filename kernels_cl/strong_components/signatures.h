// The memory of signatures.cl and signature_regions.cl.
//
// A signature is four numbers: s01 is the region, s2 what reaches v, s3 what v reaches. s0 is
// negative for a vertex that has left. The label of an unfinished vertex is another one of its
// component, of a larger priority, or the vertex itself as long as none is known.
#include "device/counters.h"
#include "strong_components/accesses.h"
#include "strong_components/labels.h"
#include "strong_components/priority.h"

#define PROPAGATE 0
#define CLASSIFY 1
#define COMPACT 2
#define IDLE 3
#define RESTART 4

// The fields of a record.
#define WAY 0
#define COUNT 1      // vertices on the list
#define LISTED 2     // vertices that it put on the other list, or that wait, if all may restart
#define ALTERED 3    // whether it changed a signature
#define LEFT 4       // vertices that left
#define GONE 5       // vertices of the list that have left in earlier rounds
#define WHICH 6      // which of the two lists
#define ROUND 7      // rounds so far, without those that list vertices
#define RECORD 8
#define RECORD_OF(slot) (control + (slot) * RECORD)
#define FLIP 24
#define OF_ROUNDS 25   // rounds that both searches took
#define WERE_DONE 26
#define UNFINISHED 27  // what is left: 0, or one of the following
#define OF_SEARCHES 28 // vertices of the component that both searches have found
#define HUBS 29        // unfinished vertices with a row of very high degree
#define HUB_PIECES 30
#define LEAVING 31     // vertices that left in the latest round that propagated
#define RESTARTS 32    // whether all may begin again
#define LEFT_CHAINS 1  // graphs of chains
#define LEFT_ROUNDS 2  // there would have been more rounds than are allowed
#define CONTROL_FIELDS 33

#ifdef RACE_FREE
inline int4 load_signature(__global const int4 *signatures, const int v)
{
    __global const int *x = (__global const int *)(signatures + v);
    return (int4)(LOAD(x, 0), LOAD(x, 1), LOAD(x, 2), LOAD(x, 3));
}
#else
#define load_signature(signatures, v) ((signatures)[v])
#endif

// The last of those that are known to be in the component of an unfinished vertex, each by the one
// before.
inline int known_vertex(__global const int *labels, int v)
{
    for (int next = LOAD_LABEL(labels, v); next != v; next = LOAD_LABEL(labels, v))
        v = next;
    return v;
}
