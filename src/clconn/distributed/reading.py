"""The edges of a partition, as its worker reads them: in batches, checked, with names or without.

Invariant: what is yielded has been checked. Ends are vertices 0..n-1, or places in `nodes`; an
error names the row within the partition, or within the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clconn.distributed.files import PARQUET, TEXT, FilePiece, column_names, read_piece
from clconn.errors import GraphError
from clconn.exact_weights import edge_weights
from clconn.graph_checks import (
    MAXIMUM_VERTICES,
    RENUMBER,
    RENUMBER_WITHOUT_N,
    refuse_edge,
    refuse_unequal_ends,
    vertex_ids,
)
from clconn.host_arrays import host_array
from clconn.interchange.edges import Edges
from clconn.interchange.frame_edges import columns_there, edges_of_frame, ends_of_columns
from clconn.interchange.tables import is_frame, is_series, read_columns, table_names
from clconn.renumbering import joined, number_by_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DEFAULT_WEIGHT", "NAME_COLUMNS", "Batch", "Reading", "batches_of", "wanted_columns"]

DEFAULT_WEIGHT = "weight"
NAME_COLUMNS = "name the columns with source=, target= and, for minimum forests, weight="
"""Advice, which the command line puts into its own words."""


@dataclass(frozen=True)
class Reading:
    """What a partition's edges are, and how they are read.

    Attributes
    ----------
    n : int or None
        Number of vertices.
    renumber : bool or None
        Whether ids are names; None if strings are, and integers are vertices.
    source, target, weight : str or None
        The columns of tables; by default the usual ones.
    weighted : bool
        Whether weights matter.
    arcs : bool
        Whether the direction of edges matters.
    batch : int
        Edges of a text that are read at once.
    """

    n: int | None = None
    renumber: bool | None = None
    source: str | None = None
    target: str | None = None
    weight: str | None = None
    weighted: bool = False
    arcs: bool = False
    batch: int = 1 << 20


class Batch(NamedTuple):
    """Edges that were checked, with int32 ends, and the bytes of the arrays that they came in."""

    edges: Edges
    nbytes: int


def wanted_columns(names: list[Any], reading: Reading) -> tuple[Any, Any, Any]:
    """Return the columns of both ends and of weights, or None, among those that a table has.

    Raises
    ------
    GraphError
        If it has none that is named, or no usual names.
    """
    source, target = ends_of_columns(names, reading.source, reading.target, advice=NAME_COLUMNS)
    weight = reading.weight if reading.weighted else None
    if reading.weighted and weight is None and DEFAULT_WEIGHT in names:
        weight = DEFAULT_WEIGHT
    for name in (source, target, weight):
        if name is not None and name not in names:
            raise GraphError(f"there is no column {name!r}{columns_there(names)}; {NAME_COLUMNS}")
    return source, target, weight


def batches_of(value: Any, reading: Reading) -> Iterator[Batch]:
    """Yield the edges of a partition: of an array, two or three arrays, a table, or a file."""
    if isinstance(value, FilePiece):
        name = reading.source or reading.weight
        if value.kind != PARQUET and name is not None:
            raise GraphError(
                f"there is no column {name!r}: lists and arrays of edges have their columns in "
                "order, source, target and weight; only those of tables, as in Parquet, have names"
            )
        if value.kind == TEXT:
            yield from _of_text(value.path, reading)
            return
        columns = None
        if value.kind == PARQUET:
            wanted = wanted_columns(column_names(value.path), reading)
            columns = [name for name in dict.fromkeys(wanted) if name is not None]
        yield _of_value(read_piece(value, columns), reading, value.first_row)
        return
    yield _of_value(value, reading, 0)


def _of_value(value: Any, reading: Reading, first: int) -> Batch:
    if is_frame(value):
        return _of_table(value, reading, first)
    value = host_array(value)
    if isinstance(value, np.ndarray):
        if value.ndim != 2 or value.shape[1] != 2:
            raise GraphError(
                f"expected an array of shape (m, 2), or sources, targets and weights, found shape "
                f"{value.shape}"
            )
        return _of_columns(value[:, 0], value[:, 1], None, reading, first)
    if isinstance(value, tuple | list) and len(value) in (2, 3):
        sources, targets = (np.asarray(host_array(each)) for each in value[:2])
        weights = value[2] if len(value) == 3 and reading.weighted else None
        return _of_columns(sources, targets, weights, reading, first)
    raise GraphError(
        f"expected an array of shape (m, 2), arrays (sources, targets) or (sources, targets, "
        f"weights), or a data frame; found {type(value).__name__}"
    )


def _of_table(table: Any, reading: Reading, first: int) -> Batch:
    opened, names = table_names(table)
    source, target, weight = wanted_columns(names, reading)
    renumber = reading.renumber
    if renumber is None and reading.n is None:
        place = names.index(source) if source in names else 0
        column = read_columns(opened, [names[place]], [place])[0]
        renumber = is_series(column) and len(column) > 0 and not column.dtype.is_integer()
    try:
        edges = edges_of_frame(table, source, target, weight, None, bool(renumber))
    except GraphError as error:
        if first:
            raise GraphError(f"{error} (rows are counted from row {first} of the file)") from None
        raise
    return _checked(edges, reading, first)


def _of_columns(
    sources: NDArray[Any], targets: NDArray[Any], weights: Any, reading: Reading, first: int
) -> Batch:
    nodes = None
    are_words = sources.dtype.kind in "OUST" and sources.size and reading.n is None
    if reading.renumber or (reading.renumber is None and are_words):
        nodes, sources, targets = number_by_name(sources, targets)
    else:
        sources, targets = vertex_ids(sources, "sources"), vertex_ids(targets, "targets")
        refuse_unequal_ends(sources, targets)
    values = None
    if weights is not None:
        values = edge_weights(weights, sources.size, "edge", lambda at: f"edge {first + at}")
    return _checked(Edges(nodes, sources, targets, None, values), reading, first)


def _checked(edges: Edges, reading: Reading, first: int) -> Batch:
    """Return edges with int32 ends and their number of vertices, after a check of the ids."""
    arrays = (edges.sources, edges.targets, edges.weights, edges.nodes)
    nbytes = sum(each.nbytes for each in arrays if isinstance(each, np.ndarray))
    if edges.nodes is not None:
        return Batch(edges._replace(n=len(edges.nodes)), nbytes)
    ends = edges.sources, edges.targets
    filled = [end for end in ends if end.size]
    largest = max((int(end.max()) for end in filled), default=-1)
    smallest = min((int(end.min()) for end in filled), default=0)
    n = largest + 1 if reading.n is None else reading.n
    if smallest < 0 or largest >= n:
        # As Python's integers, uint64 and int64 compare exactly.
        wide = "O" if any(end.dtype == np.uint64 for end in ends) else "int64"
        sources, targets = (end.astype(wide) for end in ends)
        remedy = RENUMBER if reading.n is None else RENUMBER_WITHOUT_N
        refuse_edge(sources, targets, max(n, 0), first=first, remedy=remedy)
    if n > MAXIMUM_VERTICES:
        raise GraphError(
            f"the largest id is {largest:,}, and clconn takes fewer than 2**31 vertices; "
            f"{RENUMBER} makes vertices of the ids that occur"
        )
    sources, targets = (end.astype(np.int32, copy=False) for end in ends)
    return Batch(Edges(None, sources, targets, n, edges.weights), nbytes)


def _of_text(path: str, reading: Reading) -> Iterator[Batch]:
    if reading.renumber or reading.arcs:
        yield _of_whole_text(path, reading)
        return
    from clconn.streams.opening import open_batches

    weight = None if reading.weighted else False
    with open_batches(path, batch=reading.batch, n=reading.n, weight=weight) as batches:
        first = 0
        for sources, targets, weights in batches:
            edges, nbytes = _of_columns(sources, targets, weights, reading, first)
            first += sources.size
            if batches.n is not None:  # isolated vertices that a header tells
                edges = edges._replace(n=max(edges.n or 0, batches.n))
            yield Batch(edges, nbytes)


def _of_whole_text(path: str, reading: Reading) -> Batch:
    """Read a text at once, for names or arcs; edges without a direction are arcs both ways."""
    from clconn.files.contract import Request
    from clconn.files.reading import read_as

    asked = Request(
        reading.n,
        weighted=reading.weighted,
        renumber=bool(reading.renumber),
        arcs=reading.arcs,
    )
    graph = read_as(path, asked)
    sources, targets = graph.edges()
    if reading.arcs and not graph.directed:
        sources, targets = joined([sources, targets]), joined([targets, sources])
    weights = graph.weights if reading.weighted else None
    batch = _checked(Edges(graph.nodes, sources, targets, graph.n, weights), reading, 0)
    return batch._replace(edges=batch.edges._replace(n=max(batch.edges.n or 0, graph.n)))
