// Rem's union, after Patwary, Refsnes and Manne, Multi-core spanning forest algorithms using the
// disjoint-set data structure, IPDPS 2012, as in Hong et al., GConn, PACT 2020, section 3.4:
// Union-Rem-CAS and, with a spin lock per vertex, Union-Rem-Lock.
//
// The paths of both ends are walked together, always on the side with the larger parent, until the
// parents are equal. If that side is at a root, the root becomes a child of the other side's
// parent. Otherwise the walk goes up. What it does to the vertex that it leaves depends on -D
// REM_STEP_NAME:
//   halve_one, split_one: make the vertex a child of its grandparent, and go on at the grandparent
//     (halve_one) or at the old parent (split_one);
//   splice: make the vertex a child of the other side's parent, and go on at the old parent.
// The find shortens both paths after a link.
//
// Invariant: a vertex's parent is smaller than the vertex, and ends up in its component. Each step
// lowers a vertex or its known parent, so the walk ends, however stale the values are.
//
// halve_one and split_one only store vertices that links have made ancestors, as finds do; unite.h
// says why that is benign.
//
// splice moves the vertex, with all vertices below it, to the tree of the other side while the two
// trees are not joined yet. So it cuts an edge of a tree, and only the walk of this same union,
// which goes on at the cut-off parent, will mend it. It must therefore know exactly what it cuts:
// parents are replaced only by compare-and-swap, here and in the finds (SPLICES), and parents only
// fall. Then a vertex v ends up in one tree with every parent a that it ever had. Proof by
// induction over a:
// - If a find replaced a by its parent b < a, then v was b's child from then on, and a is with b.
// - If a splice replaced a, its union went on to join a with a vertex y that had the parent b < a
//   which the splice gave to v. All parents that the union met on its way were below a, so they are
//   with their vertices, and so is y with b. When the union ended, by equal parents or by a link, a
//   was joined with y.
// No step needs the parents that it read to be the current ones. Once all unions of a kernel have
// ended, the trees are the components. (While the unions run they are not: a find may miss a union
// that has ended. But a vertex that is settled because of the parent it shows is settled correctly:
// see above.)
//
// Union-Rem-Lock links a root only while it holds the root's lock. Nobody spins on the lock: a
// work-item that fails to get it reads the parent afresh and tries again, in another round of the
// loop. Lock, link and unlock are in one branch, so work-items in lock step pass through all three
// before any of them tries again. The first to get the lock links, since nobody else may. The link
// is a compare-and-swap even so: OpenCL 1.2 does not order a store before the unlock as seen by
// another work-group, so a lock by itself protects nothing there.

#if defined(UNITE_rem_cas) || defined(UNITE_rem_lock)
#define SOURCE(parents, v) (v)
inline int unite_rem(__global int *parents, const int source, const int neighbor LINK_PARAMETERS)
{
    int v = source;
    int w = neighbor;
    int v_parent = LOAD_PARENT(parents, v);
    int w_parent = LOAD_PARENT(parents, w);
    while (v_parent != w_parent) {
        if (v_parent < w_parent) {
            int other = v;
            v = w;
            w = other;
            other = v_parent;
            v_parent = w_parent;
            w_parent = other;
        }
        if (v_parent == v) {
            bool linked = false;
#ifdef UNITE_rem_lock
            volatile __global int *lock = union_state + v;
            if (atomic_xchg(lock, 1) == 0) {
                v_parent = LINK_PARENT(parents, v, w_parent);
                linked = v_parent == v;
                atomic_xchg(lock, 0);
            }
            else {
                v_parent = LOAD_FRESH_PARENT(parents, v);
            }
#else
            v_parent = LINK_PARENT(parents, v, w_parent);
            linked = v_parent == v;
#endif
            if (linked) {
                LINKED(v);
                SHORTEN_PATH(parents, source);
                SHORTEN_PATH(parents, neighbor);
                break;
            }
        }
        else {
#if defined(REM_STEP_splice)
            const int seen = REPLACE_PARENT(parents, v, v_parent, w_parent);
            if (seen == v_parent) {
                v = v_parent;
                v_parent = LOAD_PARENT(parents, v);
            }
            else {
                v_parent = seen;
            }
#else
            const int grandparent = LOAD_PARENT(parents, v_parent);
            if (grandparent != v_parent)
                STORE_PARENT(parents, v, grandparent);
#if defined(REM_STEP_halve_one)
            v = grandparent;
            v_parent = LOAD_PARENT(parents, v);
#elif defined(REM_STEP_split_one)
            v = v_parent;
            v_parent = grandparent;
#endif
#endif
        }
    }
    return source;
}
#define UNITE(parents, source, neighbor) unite_rem(parents, source, neighbor LINK_ARGUMENTS)
#endif
