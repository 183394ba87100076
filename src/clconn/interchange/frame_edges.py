"""The edges of a data frame, with names for its vertices.

One rule for all ids: the vertices are the ids that occur, in ascending order, and the ids are their
names. If they are the integers 0..n-1, each is its own number, and no names are kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.exact_weights import edge_weights
from clconn.graph_checks import check_flag, refuse_unequal_ends
from clconn.id_checks import objects_of, shown
from clconn.interchange.edges import Edges
from clconn.interchange.tables import is_series, read_columns, table_names
from clconn.renumbering import names_of, number_names, refuse_count_of_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["OBVIOUS_ENDS", "edges_of_frame", "ends_of_columns", "has_column"]

OBVIOUS_ENDS = (
    ("source", "target"), ("source", "destination"), ("src", "dst"), ("from", "to"), ("u", "v"),
)  # fmt: skip
"""The names of columns that need not be named: those of NetworkX, cuGraph, GraphX and igraph."""

ROWS_OF_A_WORD = 4
"""Words that stand in as many rows or more are few."""


def has_column(frame: Any, name: Any) -> bool:
    """Whether a table has a column of this name."""
    return name in table_names(frame)[1]


def edges_of_frame(
    frame: Any, source: Any, target: Any, weight: Any, n: int | None, renumber: bool | None
) -> Edges:
    """Return the edges of a table; :meth:`clconn.Graph.from_dataframe` explains the arguments.

    Raises
    ------
    GraphError
        If there is no such column, or it does not hold ids or weights.
    """
    if renumber is not None:
        check_flag(renumber, "renumber")
    if renumber:
        refuse_count_of_names(n)
    table, names = table_names(frame)
    wanted = list(ends_of_columns(names, source, target))
    if weight is not None:
        wanted.append(weight)
    places = [_place(names, name) for name in wanted]
    columns = read_columns(table, wanted, places)
    for name, column in zip(wanted, columns, strict=True):
        _refuse_wide_integers(column, name)
        _refuse_nulls(column, name)
    nodes, sources, targets = _number(columns[:2], wanted[:2], renumber, n)
    weights = None
    if weight is not None:
        values = columns[2].to_numpy() if is_series(columns[2]) else columns[2]
        weights = edge_weights(values, sources.size, "row")
    return Edges(nodes, sources, targets, n if nodes is None else nodes.size, weights)


def ends_of_columns(
    names: list[Any],
    source: Any,
    target: Any,
    *,
    advice: str = "name them: Graph.from_dataframe(frame, source, target)",
) -> tuple[Any, Any]:
    """Return the columns of both ends: those that are given, or the one pair of usual names."""
    if source is not None and target is not None:
        return source, target
    if source is not None or target is not None:
        raise GraphError("give the names of both columns, source and target, or of neither")
    pairs = [pair for pair in OBVIOUS_ENDS if names.count(pair[0]) and names.count(pair[1])]
    if len(pairs) == 1:
        return pairs[0]
    known = ", ".join(" and ".join(map(repr, pair)) for pair in pairs or OBVIOUS_ENDS)
    reason = f"both {known} could be the ends of edges" if pairs else f"there is no pair {known}"
    raise GraphError(
        f"which columns are the ends of the edges? {reason}; {advice}{columns_there(names)}"
    )


def _place(names: list[Any], name: Any) -> int:
    found = [place for place, other in enumerate(names) if other == name]
    if len(found) != 1:
        how_many = "no column" if not found else f"{len(found)} columns"
        raise GraphError(f"there is {how_many} {name!r}{columns_there(names)}")
    return found[0]


def columns_there(names: list[Any]) -> str:
    """Return the end of a message that says which columns there are."""
    some = ", ".join(map(repr, names[:20])) + (", ..." if len(names) > 20 else "")
    return f"; the columns are {some}" if names else "; there are no columns"


def _refuse_wide_integers(column: Any, name: Any) -> None:
    if is_series(column) and str(column.dtype) in ("Int128", "UInt128"):
        raise GraphError(
            f"column {name!r} holds {column.dtype}, which no array of NumPy does; convert the "
            "column to Int64"
        )


def _refuse_nulls(column: Any, name: Any) -> None:
    if not is_series(column):
        return  # the checks of ids and weights find them
    missing = column.is_null()
    if missing.any():
        row = int(np.flatnonzero(missing.to_numpy())[0])
        raise GraphError(
            f"row {row} has no value in column {name!r}; leave out such rows, in pandas with "
            f"frame.dropna(subset=[{name!r}]), in polars with frame.drop_nulls([{name!r}])"
        )


def _number(
    columns: list[Any], names: list[Any], renumber: bool | None, n: int | None
) -> tuple[NDArray[Any] | None, NDArray[Any], NDArray[Any]]:
    """Return the names of the vertices, or None if ids are their numbers, and both ends."""
    are_numbers = n is not None or renumber is False
    words = [_words(column, name) for column, name in zip(columns, names, strict=True)]
    if words[0] is not None and words[1] is not None and not are_numbers:
        distinct = sorted({*words[0], *words[1]})
        place = dict(zip(distinct, range(len(distinct)), strict=True))
        sources = _places_of(columns[0], words[0], place)
        return objects_of(distinct), sources, _places_of(columns[1], words[1], place)
    ends = [
        names_of(column.to_numpy() if is_series(column) else column, what)
        for column, what in zip(columns, ("sources", "targets"), strict=True)
    ]
    refuse_unequal_ends(*ends)
    if not ends[0].size:
        return None, ends[0], ends[1]
    first = [end[0] for end in ends]
    if isinstance(first[0], str) != isinstance(first[1], str):
        raise GraphError(
            f"row 0 joins {shown(first[0])} of column {names[0]!r} and {shown(first[1])} of column "
            f"{names[1]!r}; ids are all integers or all strings: convert one of the columns"
        )
    if are_numbers and isinstance(first[0], str):
        raise GraphError(
            f"column {names[0]!r} holds names, such as {shown(first[0])}, and no numbers of "
            "vertices; leave out n and renumber=False"
        )
    if are_numbers or (renumber is None and _are_dense(*ends)):
        return None, ends[0], ends[1]
    nodes, numbers = number_names(*ends)
    return nodes, numbers[: ends[0].size], numbers[ends[0].size :]


def _are_dense(sources: NDArray[Any], targets: NDArray[Any]) -> bool:
    """Whether the ids that occur are just the integers from 0 to the largest one."""
    if "O" in (sources.dtype.kind, targets.dtype.kind):  # strings, or integers beyond 64 bits
        return False
    largest = max(int(sources.max()), int(targets.max()))
    smallest = min(int(sources.min()), int(targets.min()))
    if smallest != 0 or largest >= 2 * sources.size:
        return False
    occurs = np.zeros(largest + 1, dtype=np.bool_)
    occurs[sources] = True
    occurs[targets] = True
    return bool(occurs.all())


def _words(column: Any, name: Any) -> list[str] | None:
    """Return the distinct words of a column, or None if it holds something else, or many of them.

    Few words are mapped to numbers by the library's hash tables: 2 * 10^6 words of 1000 take 0.1 to
    0.7 s in pandas, polars and pyarrow, and 1.3 s as objects (two cores). If 400,000 are distinct,
    they take twice the time of the objects.
    """
    if not is_series(column):
        return None
    import narwhals

    dtype = column.dtype
    if dtype in (narwhals.String, narwhals.Categorical) or isinstance(dtype, narwhals.Enum):
        distinct = column.unique().to_list()
        are_few = len(distinct) * ROWS_OF_A_WORD <= len(column)
        return distinct if are_few and all(isinstance(word, str) for word in distinct) else None
    if dtype.is_integer() or dtype in (narwhals.Object, narwhals.Unknown) or not len(column):
        return None
    raise GraphError(
        f"column {name!r} holds {dtype}; an id is an integer or a string: convert the column, or "
        "name another one"
    )


def _places_of(column: Any, words: list[str], place: dict[str, int]) -> NDArray[np.int32]:
    """Return the place of each word of a column that has these distinct ones."""
    import narwhals

    if not words:
        return np.empty(0, np.int32)
    # An enumeration of polars refuses words that it does not have.
    places = [place[word] for word in words]
    numbers = column.replace_strict(words, places, return_dtype=narwhals.Int32)
    return numbers.to_numpy()  # type: ignore[no-any-return]
