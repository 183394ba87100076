"""Lines of edges by :func:`numpy.loadtxt`, whose parser is written in C.

It knows quotes, comments behind an edge, blank lines and any number of blanks. Blocks of nothing
but digits and blanks take a faster one (:mod:`clconn.files.plain_numbers`).
"""

from __future__ import annotations

import io
import re
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.files.plain_numbers import plain_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.files.line_form import Columns, LineForm

__all__ = ["loaded_lines"]

_BLANK_LINE = re.compile(rb"^[ \t]+(?=\r?$)", re.MULTILINE)
_BLANKS_BESIDE_QUOTES = re.compile(rb"(?<=\")[ \t]+(?=[;,])|(?<=[;,])[ \t]+(?=\")")


def loaded_lines(data: bytes, form: LineForm) -> Columns | None:
    """Return the columns of a text, or None if any line is wrong."""
    quotes = b'"' in data and not form.tag
    if quotes and form.delimiter is not None:
        data = _BLANKS_BESIDE_QUOTES.sub(b"", data)
    if form.delimiter is not None:
        # With a delimiter, loadtxt would read a line of blanks as a column.
        data = _BLANK_LINE.sub(b"", data)
    table = _load(data, form, np.int64, quotes)
    if table is None and form.id_range is None:
        table = _load(data, form, np.uint64, quotes)
    if table is None or not _valid(table, form):
        return None
    weights = None if form.weight_type is None else table["w"].copy()
    if form.id_range is None:
        return table["u"].copy(), table["v"].copy(), weights
    sources, targets = ((table[end] - form.id_range[0]).astype(np.int32) for end in "uv")
    return sources, targets, weights


def _load(data: bytes, form: LineForm, id_type: type, quotes: bool) -> NDArray[Any] | None:
    kinds: list[tuple[str, Any]] = [("u", id_type), ("v", id_type)]
    if form.tag:
        # One character more than the tag, so that a longer word is not cut to the tag.
        kinds.insert(0, ("tag", f"S{len(form.tag) + 1}"))
    if form.weight_type is not None:
        kinds.append(("w", form.weight_type))
    if form.width == 4:
        kinds.append(("ignored", "S1"))
    if all(kind is np.int64 for _, kind in kinds) and form.delimiter is None:
        rows = plain_numbers(data, form.width)
        if rows is not None:
            return rows.view(np.dtype(kinds)).ravel()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a block that has only comments
        # Before numpy 2, loadtxt reads 1.0 as an integer and only warns.
        warnings.simplefilter("error", DeprecationWarning)
        try:
            table: NDArray[Any] = np.loadtxt(
                io.BytesIO(data),
                dtype=np.dtype(kinds),
                comments=form.comment.decode("ascii"),
                delimiter=None if form.delimiter is None else form.delimiter.decode("ascii"),
                ndmin=1,
                encoding="latin-1",
                quotechar='"' if quotes else None,
            )
        except (ValueError, DeprecationWarning):
            return None
    return table


def _valid(table: NDArray[Any], form: LineForm) -> bool:
    if not table.size:
        return True
    if form.tag and not bool((table["tag"] == form.tag).all()):
        return False
    if form.id_range is not None:
        smallest, largest = form.id_range
        for end in (table["u"], table["v"]):
            if int(end.min()) < smallest or int(end.max()) > largest:
                return False
    return form.weight_type is None or not bool(np.isnan(table["w"]).any())
