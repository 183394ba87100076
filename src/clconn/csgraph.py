"""A drop-in for :mod:`scipy.sparse.csgraph`, with two of its functions on a device.

``from clconn import csgraph`` in place of ``from scipy.sparse import csgraph`` is the whole change.
:func:`connected_components` and :func:`minimum_spanning_tree` are clconn's; every other name is
scipy's own.
"""

from __future__ import annotations

from typing import Any

from clconn.faces.csgraph.connected_components import connected_components
from clconn.faces.csgraph.minimum_spanning_tree import minimum_spanning_tree

_OURS = (connected_components, minimum_spanning_tree)


def __getattr__(name: str) -> Any:
    from scipy.sparse import csgraph

    # __all__ is scipy's, too: which names there are depends on its version.
    try:
        return getattr(csgraph, name)
    except AttributeError:
        raise AttributeError(f"module 'clconn.csgraph' has no attribute {name!r}") from None


def __dir__() -> list[str]:
    from scipy.sparse import csgraph

    return sorted(set(csgraph.__all__) | set(globals()))
