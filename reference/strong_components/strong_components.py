"""Strongly connected components, serially: run the algorithm that a variant names.

The table has the variants that devices run. :data:`ALGORITHMS` also has the classic serial
algorithms, because all other algorithms must give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from clconn.design_space import Choice
from clconn.reference.strong_components.arcs import Arcs, arcs_of, roots_of
from clconn.reference.strong_components.coloring import coloring
from clconn.reference.strong_components.contraction import contraction
from clconn.reference.strong_components.forward_backward import forward_backward
from clconn.reference.strong_components.kosaraju import kosaraju
from clconn.reference.strong_components.numbered_forward_backward import numbered_forward_backward
from clconn.reference.strong_components.obf import obf
from clconn.reference.strong_components.pearce import pearce
from clconn.reference.strong_components.signatures import signatures
from clconn.reference.strong_components.tarjan import tarjan
from clconn.reference.strong_components.trimming import FORMS
from clconn.reference.strong_components.two_phase import two_phase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["ALGORITHMS", "strong_components"]

Algorithm = Callable[[Arcs], Iterable[list[int]]]

ALGORITHMS: Final[dict[str, Algorithm]] = {
    "tarjan": tarjan,
    "kosaraju": kosaraju,
    "pearce": pearce,
    "forward-backward": forward_backward,
    "coloring": coloring,
    "obf": obf,
    "numbered": lambda arcs: numbered_forward_backward(arcs)[0],
    "signatures": signatures,
    "two-phase": two_phase,
    "contraction": contraction,
}
"""The algorithms by name. Each takes the arcs and returns the components, as lists of vertices."""

_ROWS: Final[dict[str, Callable[..., Iterable[list[int]]]]] = {
    "pearce": lambda arcs, form, options: pearce(arcs),
    "forward-backward": lambda arcs, form, options: forward_backward(arcs, trim=FORMS.index(form)),
    "coloring": lambda arcs, form, options: coloring(arcs, trim=FORMS.index(form)),
    "obf": lambda arcs, form, options: obf(arcs, recursive=form == "recursive"),
    "numbered": lambda arcs, form, options: numbered_forward_backward(
        arcs, partition=form == "partition", smallest=options["election"] == "off"
    )[0],
    "signatures": lambda arcs, form, options: signatures(
        arcs, jump=form != "plain", chains=form == "chains"
    ),
    "two-phase": lambda arcs, form, options: two_phase(arcs, form),
    "contraction": lambda arcs, form, options: contraction(arcs, form),
}
"""Those of the table; each takes the third part of the variant's name and the options as well."""


def strong_components(graph: Graph, choice: Choice) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's strong component, by the serial reference.

    Parameters
    ----------
    graph : Graph
        The arcs of an undirected graph go both ways.
    choice : Choice
        Of ``clconn.variants("strong-components")``.
    """
    arcs = arcs_of(graph)
    run = _ROWS[choice.variant.finish]
    return roots_of(graph.n, run(arcs, choice.variant.compression, choice.options))
