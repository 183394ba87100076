"""Trees of the edges within blocks of neighboring ids, which come before all other edges.

Our own. A group of work-items unites these edges in memory that is near to it, where a step up a
path takes a hundredth of the time. Where ids follow the graph, as along a path, a mesh or roads,
few edges leave a block.

Invariant: ``parents[v] <= v``, and the parent of v is in the block and in the component of v. At
the end two vertices of a block have one parent if edges within the block connect them.
"""

from __future__ import annotations

from collections.abc import Sequence

from clconn.reference.graph.first_links import BLOCK
from clconn.reference.union_find.edge_map import Entry
from clconn.reference.union_find.find import Parents, compress, finalize, halve
from clconn.reference.union_find.finish_rows import finish_rows
from clconn.reference.union_find.forest_edges import Record, record_nothing
from clconn.reference.union_find.union_rule import Unite, itself
from clconn.reference.union_find.union_rules import asynchronous

__all__ = ["unite_blocks"]


def unite_blocks(
    parents: Parents,
    rows: Sequence[Sequence[Entry]],
    record: Record = record_nothing,
    block: int = BLOCK,
) -> None:
    """Point each vertex to the root of its tree of edges within its block.

    Parameters
    ----------
    parents : list of int
        Each vertex is its own parent. Changed in place.
    rows : sequence of sequence of Entry
        The entries of each vertex.
    record : Record, default record_nothing
        Receives each vertex that became a child, and the edge that made it one.
    block : int, default BLOCK
    """
    inner = (
        (v, [entry for entry in row if v - v % block <= entry[0] < v]) for v, row in enumerate(rows)
    )
    finish_rows(parents, inner, Unite(itself, asynchronous), halve, record)
    finalize(parents, compress)
