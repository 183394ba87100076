"""The table of file formats.

All code that reads, writes, converts or lists formats uses this table. Its order is
the order of recognition: formats with a magic number or a banner come first, and the
two formats that consist only of lines of numbers come last.
"""

from __future__ import annotations

from clconn.errors import GraphError
from clconn.files import (
    dimacs,
    ecl,
    edge_list,
    matrix_market,
    metis,
    npy,
    npz,
    scipy_npz,
)
from clconn.files.contract import Format, plain_suffix
from clconn.nearest_names import did_you_mean

__all__ = ["FORMATS", "find_format", "format_of_suffix"]

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (npz, scipy_npz, npy, matrix_market, dimacs, ecl, edge_list, metis)
}
"""Every format by name."""


def find_format(name: str) -> Format:
    """Look up a format by name.

    Raises
    ------
    GraphError
        If no format has that name.
    """
    if name in FORMATS:
        return FORMATS[name]
    hint = did_you_mean(name, FORMATS)
    raise GraphError(f"unknown file format {name!r}; {hint}known: {', '.join(FORMATS)}")


def format_of_suffix(path: str) -> Format | None:
    """Return the first format in the table with the suffix of a path, ignoring ``.gz``."""
    suffix = plain_suffix(path)
    return next((entry for entry in FORMATS.values() if suffix in entry.suffixes), None)
