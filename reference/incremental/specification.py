"""What a batch of insertions and queries may answer: the sequential specification.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and incremental graph
connectivity algorithms on GPUs", PACT 2020, section 3.6; the notion is that of M. P. Herlihy and
J. M. Wing, "Linearizability: a correctness condition for concurrent objects", ACM TOPLAS 12(3),
1990.

The operations of a batch run concurrently, and the answers are right if some serial order of the
batch gives the same ones. Edges are never deleted, so a query that comes later in the order can
only turn from no to yes. Hence a query

- answers yes if its ends are connected before the batch;
- answers no if they are not connected even by all insertions of the batch;
- may answer either otherwise.

Nothing else is required: given such answers, the order of all queries with a no, then all
insertions, then all queries with a yes explains them. So each query can be checked by itself.

A variant that separates queries has only one order: the insertions, then the queries.
"""

from __future__ import annotations

from collections.abc import Iterable

from clconn.reference.incremental.batch import Batch, Operation
from clconn.reference.union_find.disjoint_sets import DisjointSets
from clconn.reference.union_find.find import Parents, finalize, single

__all__ = ["allowed_answers", "roots_after"]


def roots_after(roots: Parents, batch: Iterable[Operation]) -> Parents:
    """Return the smallest vertex of each component after the insertions of a batch.

    Parameters
    ----------
    roots : list of int
        The same before it.
    """
    sets = DisjointSets(len(roots))
    for v, root in enumerate(roots):
        sets.union(v, root)
    for operation in batch:
        if not operation.is_query:
            sets.union(operation.source, operation.target)
    finalize(sets.parents, single)
    return sets.parents


def allowed_answers(roots: Parents, batch: Batch, *, separates_queries: bool) -> list[set[bool]]:
    """Return the answers that each operation may give; an insertion answers False.

    Parameters
    ----------
    roots : list of int
        The smallest vertex of each vertex's component before the batch.
    separates_queries : bool
        Whether the variant takes the insertions of a batch first.

    Examples
    --------
    >>> batch = [Operation(0, 1, 0), Operation(0, 1, 1, True), Operation(0, 2, 2, True)]
    >>> allowed_answers([0, 1, 2], batch, separates_queries=True)
    [{False}, {True}, {False}]
    >>> list(map(sorted, allowed_answers([0, 1, 2], batch, separates_queries=False)))
    [[False], [False, True], [False]]
    """
    after = roots_after(roots, batch)
    before = after if separates_queries else roots
    return [
        {before[u] == before[v], after[u] == after[v]} if is_query else {False}
        for u, v, _, is_query in batch
    ]
