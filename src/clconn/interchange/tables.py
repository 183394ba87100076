"""Columns of data frames by name: of any library, of mappings, and of NumPy's record arrays.

Data frames are read through narwhals. The alternative, Arrow's C interface, was tried: pandas
offers it only with pyarrow installed, dask not at all, and reading it needs a library as well.
narwhals is half a megabyte of Python, needs nothing else, returns the arrays of pandas and polars
without a copy, and maps words to numbers by each library's own hash tables. What offers Arrow's
interface alone, such as a record batch, becomes a frame of a library that is installed.

dask is moving out of narwhals, so its frames are asked to compute the columns themselves.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError, MissingLibraryError
from clconn.graph_checks import reading_advice

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["is_frame", "is_series", "read_columns", "table_names"]

ARROW_READERS = ("pyarrow", "polars", "pandas")


def is_frame(values: Any) -> bool:
    """Whether this looks like a data frame or a table of Arrow, and not like a matrix."""
    return hasattr(values, "columns") or hasattr(values, "__arrow_c_stream__")


def is_series(values: Any) -> bool:
    """Whether this is a column of a data frame, as :func:`read_columns` returns it."""
    narwhals = sys.modules.get("narwhals")
    return narwhals is not None and isinstance(values, narwhals.Series)


def table_names(frame: Any) -> tuple[Any, list[Any]]:
    """Return a table to read columns of, and the names of its columns.

    Raises
    ------
    GraphError
        If this is no table.
    MissingLibraryError
        If narwhals is missing.
    """
    if isinstance(frame, Mapping):
        return frame, list(frame)
    if isinstance(frame, np.ndarray):
        if frame.dtype.names is None:
            raise GraphError(
                f"an array of {frame.dtype} has no names of columns; give a record array, or "
                "Graph.from_edges(array[:, 0], array[:, 1])"
            )
        return frame, list(frame.dtype.names)
    if hasattr(frame, "__dask_graph__") and hasattr(frame, "columns"):
        return frame, list(frame.columns)
    # Before narwhals is missed for what it would not take. To ask a lazy frame for its columns
    # would warn.
    if not (hasattr(frame, "collect_schema") or is_frame(frame)):
        raise _no_frame(frame)
    opened = _open(frame)
    names = opened.collect_schema().names() if _is_lazy(opened) else opened.columns
    return opened, list(names)


def read_columns(table: Any, names: Sequence[Any], places: Iterable[int]) -> list[Any]:
    """Return columns as arrays or lists where the table has them, or as narwhals' series.

    Parameters
    ----------
    places
        Where the names stand among those of the table.
    """
    if isinstance(table, Mapping | np.ndarray):
        return [table[name] for name in names]
    if hasattr(table, "__dask_graph__"):
        opened = _open(table[list(dict.fromkeys(names))].compute())
    elif _is_lazy(table):
        opened = table.select(*dict.fromkeys(names)).collect()
    else:
        # By place, since narwhals takes integers for places, which may be names. And one by one:
        # pandas before 3 copies several columns.
        return [table[:, place] for place in places]
    distinct = dict.fromkeys(places)
    columns = dict(zip(distinct, opened.iter_columns(), strict=True))
    return [columns[place] for place in places]


def _narwhals() -> ModuleType:
    try:
        import narwhals
    except ImportError:
        raise MissingLibraryError(
            "reading a data frame needs narwhals: pip install 'clconn[dataframe]'; or give "
            "Graph.from_edges the columns, with renumber=True if they hold names"
        ) from None
    return narwhals


def _is_lazy(table: Any) -> bool:
    return hasattr(table, "collect")


def _open(frame: Any) -> Any:
    """Return narwhals' view of a data frame."""
    narwhals = _narwhals()
    try:
        return narwhals.from_native(frame)
    except narwhals.exceptions.NarwhalsError as error:  # such as two columns of one name
        raise GraphError(f"this data frame is not readable: {error}") from None
    except TypeError:
        if not hasattr(frame, "__arrow_c_stream__"):
            raise _no_frame(frame) from None
    for library in ARROW_READERS:
        if importlib.util.find_spec(library) is not None:
            try:
                return narwhals.DataFrame.from_arrow(frame, backend=library)
            except Exception:  # each library has its own for a column alone
                raise _no_frame(frame) from None
    raise MissingLibraryError(
        f"reading a {type(frame).__name__} needs one of {', '.join(ARROW_READERS)}; install one"
    )


def _no_frame(frame: Any) -> GraphError:
    return GraphError(f"expected a data frame, got {type(frame).__name__}{reading_advice(frame)}")
