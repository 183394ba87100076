"""Generate a graph by the name of its family, or by its own name.

The command line, the benchmarks and users all call :func:`generate`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clconn.errors import GraphError
from clconn.generators.families import FAMILIES
from clconn.generators.named import NAMED_GRAPHS
from clconn.generators.weights import WEIGHTS, with_weights
from clconn.graph import Graph
from clconn.nearest_names import did_you_mean

__all__ = ["generate"]


def generate(family: str, *, weights: str | None = None, **parameters: Any) -> Graph:
    """Generate a graph.

    Parameters
    ----------
    family : str
        A key of :data:`clconn.generators.FAMILIES` (with hyphens or underscores), or
        the name of a graph in :data:`clconn.generators.NAMED_GRAPHS`.
    weights : None or "hash", optional
        ``"hash"`` gives every edge an integer weight from 1 to 2**24 that depends
        only on its two ends.
    **parameters
        The parameters of the family. A named graph accepts only `seed`, if it is
        random.

    Returns
    -------
    Graph
        Compressed sparse rows without self loops and repeated edges, with sorted
        neighbors. Equal parameters give equal graphs, on every machine.

    Raises
    ------
    GraphError
        If the family or a parameter does not exist, a parameter is missing or
        outside its range, or the graph does not fit this machine's memory.

    See Also
    --------
    clconn.write : Write a graph to a file.

    Notes
    -----
    The module of each family cites the paper that defines it. Generation takes time
    nearly linear in the number of drawn edges; sorting the neighbors takes most of it.

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
        values = dict(named.parameters)
        if named.seed is not None:
            values["seed"] = parameters.pop("seed", named.seed)
        _refuse_unknown(f"the graph {family}", parameters, () if named.seed is None else ("seed",))
        return with_weights(FAMILIES[named.family].function(**values), weights)
    entry = FAMILIES.get(family.replace("_", "-"))
    if entry is None:
        raise GraphError(_unknown_family(family))
    _refuse_unknown(entry.name, parameters, entry.parameters)
    absent = [p.name for p in entry.parameters.values() if p.required and p.name not in parameters]
    if absent:
        raise GraphError(
            f"{entry.name} needs {', '.join(absent)}; "
            f"its parameters are: {', '.join(entry.parameters)}, weights"
        )
    return with_weights(entry.function(**parameters), weights)


def _refuse_unknown(whose: str, parameters: Iterable[str], parameter_names: Iterable[str]) -> None:
    names = [*parameter_names, "weights"]
    for name in parameters:
        if name not in names:
            raise GraphError(f"{whose} has no parameter {name!r}; it has: {', '.join(names)}")


def _unknown_family(name: str) -> str:
    hint = did_you_mean(name, [*FAMILIES, *NAMED_GRAPHS])
    return (
        f"unknown family {name!r}; {hint}Families: {', '.join(FAMILIES)}. "
        f"Named graphs: {', '.join(NAMED_GRAPHS)}"
    )
