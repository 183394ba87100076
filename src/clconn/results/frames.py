"""Data frames of results, in the library that the user names."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError, MissingLibraryError, OptionError

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["make_frame"]

LIBRARIES = ("pandas", "polars", "pyarrow")
"""In the order in which they are tried if none is named."""


def make_frame(columns: Mapping[str, Any], library: str | ModuleType | None) -> Any:
    """Return columns, arrays or lists, as a data frame of a library, which may be its module.

    Raises
    ------
    OptionError
        If the library has no data frames.
    MissingLibraryError
        If it is missing, or none is named and there is none.
    GraphError
        If it has no type for the names of vertices.
    """
    module = _first_installed() if library is None else _module(library)
    make = getattr(module, "DataFrame", None) or getattr(module, "table", None)
    if make is None:
        raise OptionError(
            f"library is {library!r}, which has neither DataFrame nor table; expected "
            f"{', '.join(map(repr, LIBRARIES))}, or a module that has"
        )
    # Of arrays of objects polars makes opaque columns, of lists of strings columns of strings.
    values = {
        name: column.tolist() if getattr(column, "dtype", None) == np.dtype(object) else column
        for name, column in columns.items()
    }
    try:
        return make(values)
    except Exception as error:  # each library has its own
        raise GraphError(
            f"{module.__name__} makes no column of these names: {error}; ask for "
            "library='pandas', which takes any object, or set result.nodes to integers or strings"
        ) from None


def _first_installed() -> Any:
    for name in LIBRARIES:
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    raise MissingLibraryError(
        f"a data frame needs one of {', '.join(LIBRARIES)}: pip install pandas; to_dict() needs "
        "nothing"
    )


def _module(library: Any) -> Any:
    if not isinstance(library, str):
        return library
    try:
        return importlib.import_module(library)
    except ImportError as error:
        raise MissingLibraryError(
            f"library={library!r} cannot be imported: {error}; install it, or name one of "
            f"{', '.join(map(repr, LIBRARIES))}"
        ) from None
