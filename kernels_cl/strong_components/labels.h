// The label of a vertex says which subgraph it is in, whether a search has reached it, and whether
// its component is finished: Li, Zhu, Cong and Yang, Efficient decomposition of strongly connected
// components on GPUs, Journal of Systems Architecture 60, 2014, Algorithm 5.
//
// A label from 0 on is the name of a subgraph, or with signatures a vertex of the same component
// (signatures.h). A negative label is the complement of the name of a finished component (0 has no
// negative), or ALONE for a vertex that is a component by itself. The vertices that a search
// reaches in a subgraph form a subgraph or a component with a name of its own, which its sources
// have as a label. So the label of a reached vertex says which vertices it reaches next: those
// with the label UNREACHED(label). changes[name] is the difference between the name of what the
// latest search reached and the name of the subgraph that it came from.
//
// Invariant of all algorithms: a component lies within one subgraph.
//
// Labels race within a launch, and every race is benign:
// - A search changes a label by one compare-and-swap, from unreached to reached; the vertex belongs
//   to the work-item that succeeds. While a search goes on, no vertex becomes unreached. So a stale
//   load shows a reached vertex as unreached, and the swap fails; never the opposite.
// - Trimming and elimination finish a vertex when they find no neighbor that could be in its
//   component. A stale load may show a finished neighbor as unfinished, which costs another round.
// RACE_FREE makes all of these accesses atomic.
#include "device/parents.h"

#define LOAD_LABEL(labels, v) LOAD_PARENT(labels, v)
#define STORE_LABEL(labels, v, label) STORE_PARENT(labels, v, label)
#define CLAIM(labels, v, unreached, label) \
    (atomic_cmpxchg((volatile __global int *)((labels) + (v)), (unreached), (label)) == (unreached))

#define IS_FINISHED(label) ((label) < 0)
#define FINISHED(name) (~(name))
#define ALONE INT_MIN
#define UNREACHED(label) ((label) < 0 ? ~(label) : (label) - changes[label])
