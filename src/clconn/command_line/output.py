"""Whether a file can be written, asked before the work rather than after it."""

from __future__ import annotations

import os
from collections.abc import Iterable

from clconn.errors import OutputError

__all__ = ["check_graph_path", "check_output", "check_outputs", "same_file"]


class _OnlyAskedError(Exception):
    """Leaves :func:`clconn.files.atomic_output` without a file."""


def check_output(path: str, *, source: str | None = None) -> None:
    """Refuse a path under which no file could be written.

    Parameters
    ----------
    path : str
    source : str, optional
        The input, which must not be overwritten.

    Raises
    ------
    OutputError
        If it is a directory, a device or the input, if its directory does not
        exist, or if either does not let itself be written.
    """
    from clconn.files import atomic_output

    if not path:
        raise OutputError("'': an empty path; give the name of a file")
    if source is not None and same_file(path, source):
        raise OutputError(f"{path}: is the input, which would be lost; give another name")
    # Begun and given up: permissions, a read-only mount and quotas all have a say,
    # and the operating system alone knows them all.
    try:
        with atomic_output(path):
            raise _OnlyAskedError
    except _OnlyAskedError:
        pass


def check_outputs(paths: Iterable[str], *, source: str) -> None:
    """Refuse paths of several results, of which each needs its own.

    Parameters
    ----------
    paths : iterable of str
    source : str
        The input, which must not be overwritten.

    Raises
    ------
    OutputError
        As for :func:`check_output`, or if a path stands twice.
    """
    checked: list[str] = []
    for path in paths:
        check_output(path, source=source)
        if any(same_file(path, other) for other in checked):
            raise OutputError(f"{path}: two results would go to this file; give each its own name")
        checked.append(path)


def check_graph_path(
    path: str, *, format: str | None, option: str, source: str | None = None
) -> None:
    """Refuse a path to which :func:`clconn.write` could not write.

    Parameters
    ----------
    path : str
    format : str or None
        None if the suffix is to choose the format.
    option : str
        The option that names the format, for the message.
    source : str, optional
        The input, which must not be overwritten.

    Raises
    ------
    OutputError
        As for :func:`check_output` and :func:`clconn.files.target_format`.
    GraphError
        If there is no such format.
    """
    from clconn.files import target_format

    target_format(path, format, option=option)
    check_output(path, source=source)


def same_file(one: str, other: str) -> bool:
    """Whether two paths are, or would be, one file.

    Parameters
    ----------
    one, other : str

    Returns
    -------
    bool
    """
    return os.path.realpath(one) == os.path.realpath(other)
