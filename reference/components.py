"""Connected components: from the name of a variant to the algorithm that it names.

The three parts of the name choose the order of the edges (``csr``: all of them,
ECL-CC's three phases; ``kout``: a sample first, GConn's Algorithm 1), the union
and the find. Invariant: every variant and every option give the same roots.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clconn.errors import UnknownVariantError
from clconn.reference.ecl_cc import connected_components_ecl
from clconn.reference.find import FINDS
from clconn.reference.gconn import connected_components_sampled
from clconn.reference.unite import UNITES
from clconn.variants import Variant, resolve_options

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["connected_components"]


def connected_components(
    graph: Graph, variant: Variant, options: Mapping[str, Any] | None = None
) -> NDArray[np.int32]:
    """Connected components by the serial reference.

    Parameters
    ----------
    graph : Graph
    variant : Variant
        A row of ``clconn.variants("components")``.
    options : mapping, optional
        Of the variant; those not given take their defaults.

    Returns
    -------
    numpy.ndarray, shape (n,), int32
        The smallest vertex of each vertex's component.

    Raises
    ------
    UnknownVariantError
        If the reference lacks the variant's edge source.
    OptionError
        If an option is unknown or its value is not in the list.

    Examples
    --------
    >>> import clconn
    >>> from clconn.variants import find_variant
    >>> graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
    >>> connected_components(graph, find_variant("csr/ecl/halve"))
    array([0, 0, 0, 3, 3, 5], dtype=int32)
    """
    chosen = resolve_options(variant, options)
    unite, find = UNITES[variant.finish], FINDS[variant.compression]
    finalization = FINDS[chosen["finalization"]]
    if variant.edges == "csr":
        return connected_components_ecl(
            graph,
            unite,
            find,
            initialization=chosen["initialization"],
            finalization=finalization,
        )
    if variant.edges == "kout":
        return connected_components_sampled(
            graph,
            unite,
            find,
            k=chosen["k"],
            vertex_gathering=chosen["vertex_gathering"],
            finalization=finalization,
        )
    raise UnknownVariantError(
        f"the reference has no edge source {variant.edges!r} of {variant.name}; it has csr and kout"
    )
