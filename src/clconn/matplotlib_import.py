"""The import of matplotlib, which is optional."""

from __future__ import annotations

from typing import Any

from clconn.errors import MissingLibraryError

__all__ = ["import_matplotlib"]


def import_matplotlib(picture: str, instead: str) -> Any:
    """Import and return matplotlib.

    Parameters
    ----------
    picture, instead
        What needs it, and what has the same figures and needs nothing.

    Raises
    ------
    MissingLibraryError
        If matplotlib is missing; the message says how to install it.
    """
    try:
        import matplotlib
    except ImportError:
        raise MissingLibraryError(
            f"{picture} needs matplotlib: pip install 'clconn[plot]'; {instead} needs nothing"
        ) from None
    return matplotlib
