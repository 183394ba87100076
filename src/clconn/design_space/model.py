"""What a row of the table of variants is: its name, its options, and its traits.

A trait says what a kernel or the host may rely on. Traits decide correctness, so none of them has
a default: whoever adds a row has to say what it does. No code asks for a variant by its name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["EdgeSource", "Finish", "Option", "UnionRule", "Variant"]


@dataclass(frozen=True)
class Option:
    """A switch of a variant: its allowed values, the first of which is the default.

    Attributes
    ----------
    name : str
        As in ``options={name: value}`` and ``--option name=value``.
    values : tuple
        The closed list of values.
    meaning : str
        One line for the user.
    """

    name: str
    values: tuple[Any, ...]
    meaning: str

    @property
    def default(self) -> Any:
        """The value used when none is given."""
        return self.values[0]


Reads = Literal["rows", "rows with both ends", "edges"]
"""What an algorithm reads: rows, whether or not an edge stands at both of its ends; rows in which
every edge must; or arrays of edges, for which nobody makes rows."""


@dataclass(frozen=True)
class EdgeSource:
    """In which order a variant meets the edges, and what is united before its finish.

    Attributes
    ----------
    name : str
        The first part of a variant's name.
    reads : str
        ``"rows"``, ``"rows with both ends"`` (a sampled vertex leaves edges to their other ends)
        or ``"edges"``.
    samples : bool
        Whether some edges are united before the finish, which then leaves settled vertices out.
    origin : str
        Where it is published.
    options : tuple of Option
    """

    name: str
    reads: Reads
    samples: bool
    origin: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class UnionRule:
    """What a union of two trees does, and what others may rely on.

    Attributes
    ----------
    orders_by_id : bool
        Whether every parent has a smaller id than its child, so that a root is the smallest vertex
        of its tree. If not, the union defines an order of its own in ``vertex_order.h``, and
        compares and links only what a find returned; the smallest vertices are found in the end.
    trees_are_parents : bool
        Whether its trees are those of the parents. If not, they are in the array that it keeps,
        and ``jtb.cl`` makes parents of them.
    links_roots_only : bool
        Whether it links roots alone, each by the edge at hand: those edges are a spanning forest.
    state : str or None
        The array of n numbers that it keeps beside the parents (``union_state.h``).
    finds_after_linking : bool
        Whether it calls the find to shorten both paths once it is done, and not to find roots.
    """

    orders_by_id: bool
    trees_are_parents: bool
    links_roots_only: bool
    state: str | None
    finds_after_linking: bool


Kind = Literal["union", "rounds", "edge list", "search", "weighted"]
"""How a finish goes about it: a union of each edge; rounds over all edges until nothing changes;
an older algorithm on one list of edges; a search; or an algorithm for weighted edges."""


@dataclass(frozen=True)
class Finish:
    """What goes through the edges that the edge source has left.

    Attributes
    ----------
    name : str
        The second part of a variant's name.
    kind : str
        ``"union"``, ``"rounds"``, ``"edge list"``, ``"search"`` or ``"weighted"``.
    reads : str
        As for :class:`EdgeSource`; the stricter of the two holds.
    origin : str
        Where it is published.
    edges : tuple of str
        The edge sources that it goes with.
    compressions : tuple of str
        The third parts of its variants' names, with rows.
    compressions_of_arrays : tuple of str
        The same with arrays of edges.
    own_compressions : tuple of str
        More, which are clconn's own.
    options : tuple of Option
    options_of_csr : tuple of Option
        More, where nothing comes before the finish.
    rule : UnionRule or None
        Of a union.
    """

    name: str
    kind: Kind
    reads: Reads
    origin: str
    edges: tuple[str, ...]
    compressions: tuple[str, ...]
    compressions_of_arrays: tuple[str, ...]
    own_compressions: tuple[str, ...]
    options: tuple[Option, ...]
    options_of_csr: tuple[Option, ...]
    rule: UnionRule | None


@dataclass(frozen=True)
class Variant:
    """One row of the table.

    Attributes
    ----------
    problem : str
        As in :func:`clconn.variants`.
    edges, finish, compression : str
        The three parts of the name.
    origins : tuple of str
        Where it is published: ``"gconn"`` (PACT 2020), ``"ecl-cc"`` (HPDC 2018), ``"cong-muzio"``
        (Euro-Par 2014 workshops), or, as those describe the codes before them, ``"soman"``,
        ``"groute"``, ``"gunrock"`` and ``"multistep"``; ``"ecl-mst"`` (SC 2023); what is new is of
        ``"clconn"``.
    options : tuple of Option
        The switches that it understands.
    kind : str
        ``"union"``, ``"rounds"``, ``"edge list"``, ``"search"`` or ``"weighted"``.
    reads : str
        ``"rows"``, ``"rows with both ends"`` or ``"edges"``.
    samples : bool
        Whether some edges are united before the finish.
    rule : UnionRule or None
        What its union does, if its kind is ``"union"``.
    keeps_edges : bool
        Whether its union remembers, for each vertex, the edge that made it a child.
    """

    problem: str
    edges: str
    finish: str
    compression: str
    origins: tuple[str, ...]
    options: tuple[Option, ...] = field(compare=False)
    kind: Kind = field(compare=False, repr=False)
    reads: Reads = field(compare=False, repr=False)
    samples: bool = field(compare=False, repr=False)
    rule: UnionRule | None = field(compare=False, repr=False)
    keeps_edges: bool = field(compare=False, repr=False)

    @property
    def name(self) -> str:
        """``edges/finish/compression``."""
        return f"{self.edges}/{self.finish}/{self.compression}"

    def __str__(self) -> str:
        return self.name
