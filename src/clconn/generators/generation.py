"""Generate a graph by the name of its family, or by its own name.

The one door through which the command line, the benchmarks and users come.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

from clconn.errors import GraphError
from clconn.generators.families import FAMILIES
from clconn.generators.named import NAMED_GRAPHS
from clconn.generators.weights import WEIGHTS, with_weights
from clconn.graph import Graph

__all__ = ["generate"]


def generate(family: str, *, weights: str | None = None, **parameters: Any) -> Graph:
    """Generate a graph.

    Parameters
    ----------
    family : str
        A key of :data:`clconn.generators.FAMILIES` (underscores do as well as
        hyphens), or the name of a graph in :data:`clconn.generators.NAMED_GRAPHS`.
    weights : None or "hash", optional
        ``"hash"`` gives every edge an integer weight from 1 to 2**24 that depends
        on its two ends alone.
    **parameters
        Those of the family; a named graph takes at most another `seed`.

    Returns
    -------
    Graph
        In compressed sparse rows, without self loops and repeated edges,
        neighbors sorted. Equal parameters give equal graphs, on every machine.

    Raises
    ------
    GraphError
        If there is no such family or parameter, a parameter is missing or
        outside its range, or the graph does not fit this machine's memory.

    Examples
    --------
    >>> import clconn
    >>> clconn.generate("road", rows=40, columns=40, seed=1)
    Graph(n=6092, entries=13476, undirected)
    """
    if weights not in WEIGHTS:
        raise GraphError(f"weights is {weights!r}; give one of {', '.join(map(repr, WEIGHTS))}")
    family = str(family)
    if family in NAMED_GRAPHS:
        named = NAMED_GRAPHS[family]
        fixed = dict(named.parameters)
        if named.seed is not None:
            fixed["seed"] = parameters.pop("seed", named.seed)
        _refuse_unknown(f"the graph {family}", parameters, () if named.seed is None else ("seed",))
        return with_weights(FAMILIES[named.family].function(**fixed), weights)
    chosen = FAMILIES.get(family.replace("_", "-"))
    if chosen is None:
        raise GraphError(_unknown_family(family))
    _refuse_unknown(chosen.name, parameters, chosen.parameters)
    missing = [
        p.name for p in chosen.parameters.values() if p.required and p.name not in parameters
    ]
    if missing:
        raise GraphError(
            f"{chosen.name} needs {', '.join(missing)}; "
            f"its parameters are: {', '.join(chosen.parameters)}, weights"
        )
    return with_weights(chosen.function(**parameters), weights)


def _refuse_unknown(whose: str, given: Iterable[str], known: Iterable[str]) -> None:
    listed = [*known, "weights"]
    for name in given:
        if name not in listed:
            raise GraphError(f"{whose} has no parameter {name!r}; it has: {', '.join(listed)}")


def _unknown_family(name: str) -> str:
    nearest = difflib.get_close_matches(name, [*FAMILIES, *NAMED_GRAPHS], n=1, cutoff=0.0)[0]
    return (
        f"unknown family {name!r}; did you mean {nearest!r}? Families: {', '.join(FAMILIES)}. "
        f"Named graphs: {', '.join(NAMED_GRAPHS)}"
    )
