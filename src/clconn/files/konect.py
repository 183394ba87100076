"""Edge lists of the KONECT project.

J. Kunegis, *Handbook of Network Analysis: The KONECT Project*, 2013,
http://konect.cc. The first line is ``% FORMAT WEIGHTS``, such as ``% sym unweighted``. The
second may be ``% m n1 n2``, the numbers of edges and of vertices. Then come lines
``u v [weight [time]]``; the time is ignored. Ids begin with 1, so id i is vertex i - 1.

In a bipartite file (``bip``) the ids of the first column and those of the second are of
different vertices. Those of the second come after all of the first: target j is vertex
``n1 + j - 1``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.graph import Graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.files.contract import Request

__all__ = ["KonectHeader", "graph_of_konect", "konect_header"]

_FIRST_LINE = re.compile(
    rb"%[ \t]*(sym|asym|bip)[ \t]+(?:unweighted|positive|posweighted|signed|multisigned|weighted|"
    rb"multiweighted|dynamic|multiposweighted)[ \t]*\r?(?:\n|\Z)"
)
_SIZES = re.compile(rb"%[ \t]*[0-9]{1,18}[ \t]+([0-9]{1,18})[ \t]+([0-9]{1,18})[ \t]*\r?(?:\n|\Z)")


@dataclass(frozen=True)
class KonectHeader:
    """The first lines of a file of KONECT.

    Attributes
    ----------
    bipartite : bool
        Whether the two columns have ids of their own.
    directed : bool
        Whether edges are arcs.
    sizes : tuple of int
        The numbers of ids in the first and the second column; zeros if the file does not say.
    """

    bipartite: bool
    directed: bool
    sizes: tuple[int, int]


def konect_header(data: bytes) -> KonectHeader | None:
    """Return the header at the beginning of a text, or None if it is not of KONECT."""
    first = _FIRST_LINE.match(data)
    if first is None:
        return None
    second = _SIZES.match(data, first.end())
    sizes = (0, 0) if second is None else (int(second[1]), int(second[2]))
    return KonectHeader(first[1] == b"bip", first[1] == b"asym", sizes)


def graph_of_konect(
    header: KonectHeader,
    edges: tuple[NDArray[Any], NDArray[Any], NDArray[Any] | None],
    request: Request,
) -> Graph:
    """Make a graph of ends that count from 0; isolated vertices that the header counts stay."""
    sources, targets, weights = edges
    ends = [int(end.max()) + 1 if end.size else 0 for end in (sources, targets)]
    left, right = (max(pair) for pair in zip(ends, header.sizes, strict=True))
    n = request.n
    if header.bipartite:
        targets = targets.astype(np.int64) + left
        n = left + right if n is None else n
    elif n is None:
        n = max(left, right)
    return Graph.from_edges(
        sources,
        targets,
        n,
        weights=weights if request.weighted else None,
        directed=request.is_directed(header.directed),
    )
