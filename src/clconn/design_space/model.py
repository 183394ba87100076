"""The model of a row of the table of variants: its name, its options, and its traits.

A trait is a property that kernels and host code rely on. Traits decide correctness, so none has a
default: every row must state them. Code reads the traits and never compares a variant's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from clconn.html_tables import facts_table, rows_table

__all__ = ["EdgeSource", "Finish", "Option", "UnionRule", "Variant", "VariantTable"]

MOST_ROWS = 20
"""Variants that a notebook shows of a table of hundreds."""


@dataclass(frozen=True)
class Option:
    """An option of a variant, with its allowed values; the first one is the default.

    Attributes
    ----------
    name : str
        The name in ``options={name: value}`` and ``--option name=value``.
    values : tuple
        All allowed values.
    meaning : str
        A line of explanation for the user.
    """

    name: str
    values: tuple[Any, ...]
    meaning: str

    @property
    def default(self) -> Any:
        """The value that applies if the user sets none."""
        return self.values[0]


Reads = Literal["rows", "rows with both ends", "edges"]
"""What an algorithm reads: rows that may store an edge at one end only; rows that must store each
edge at both ends; or arrays of edges, without rows."""


@dataclass(frozen=True)
class EdgeSource:
    """The order in which a variant visits the edges, and the unions before its finish.

    Attributes
    ----------
    name : str
        The first part of a variant's name.
    reads : str
        ``"rows"``, ``"rows with both ends"`` (a sampled vertex leaves some of its edges to their
        other ends, unless the option ``skip_settled`` is false) or ``"edges"``.
    samples : bool
        Whether a sampling step unites some edges before the finish, which then skips the vertices
        of the largest component.
    origin : str
        The publication that introduces it.
    options : tuple of Option
    """

    name: str
    reads: Reads
    samples: bool
    origin: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class UnionRule:
    """The properties of a union of two trees that other code relies on.

    Attributes
    ----------
    orders_by_id : bool
        Whether every parent has a smaller id than its child, so a root is the smallest vertex of
        its tree. If not, the union defines its own order in ``vertex_order.h``, and compares and
        links only vertices that a find returned. A last step computes the smallest vertices.
    trees_are_parents : bool
        Whether the array of parents stores the trees. If not, the array `state` stores them, and
        ``jtb.cl`` converts them to parents.
    links_roots_only : bool
        Whether it links only roots, each by the current edge. These edges form a spanning forest.
    state : str or None
        The array of n numbers that it uses besides the parents (``union_state.h``).
    finds_after_linking : bool
        Whether it calls the find after the union, to shorten both paths, instead of before it, to
        find the roots.
    """

    orders_by_id: bool
    trees_are_parents: bool
    links_roots_only: bool
    state: str | None
    finds_after_linking: bool


Kind = Literal["union", "rounds", "edge list", "search", "weighted", "directed"]
"""The kind of a finish: a union for each edge; rounds over all edges until nothing changes; an
older algorithm on one list of edges; a search; an algorithm for weighted edges; or one for arcs."""


@dataclass(frozen=True)
class Finish:
    """The step that processes the edges that the edge source has not yet united.

    Attributes
    ----------
    name : str
        The second part of a variant's name.
    kind : str
        ``"union"``, ``"rounds"``, ``"edge list"``, ``"search"``, ``"weighted"`` or ``"directed"``.
    reads : str
        As for :class:`EdgeSource`; the stricter of the two applies.
    origin : str
        The publication that introduces it.
    edges : tuple of str
        The edge sources that it works with.
    compressions : tuple of str
        The third parts of its variants' names, for edge sources with rows.
    compressions_of_arrays : tuple of str
        The same for arrays of edges.
    own_compressions : tuple of str
        Further compressions, which are clconn's own.
    options : tuple of Option
    options_by_source : mapping
        Further options, by the edge source that they go with.
    rule : UnionRule or None
        The rule of its union, if its kind is ``"union"``.
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
    options_by_source: Mapping[str, tuple[Option, ...]]
    rule: UnionRule | None


@dataclass(frozen=True)
class Variant:
    """A variant: one row of the table, returned by :func:`clconn.variants`.

    Attributes
    ----------
    problem : str
        The name of the problem, as in :func:`clconn.variants`.
    edges, finish, compression : str
        The three parts of the name.
    origins : tuple of str
        The publications that contain it: ``"gconn"`` (PACT 2020), ``"ecl-cc"`` (HPDC 2018),
        ``"cong-muzio"`` (Euro-Par 2014 workshops) and ``"ecl-mst"`` (SC 2023); ``"soman"``,
        ``"groute"``, ``"gunrock"`` and ``"multistep"``, which are codes that these publications
        describe; of strong components ``"pearce"`` (2016), ``"li"`` (Journal of Systems
        Architecture 2014), ``"barnat"`` (IPDPS 2011), ``"barnat-moravec"`` (PDMC 2006), ``"hong"``
        (SC 2013), ``"orzan"`` (thesis, 2004) and ``"ecl-scc"`` (SC 2023); or ``"clconn"`` for new
        variants.
    options : tuple of Option
        The options that it accepts.
    kind : str
        ``"union"``, ``"rounds"``, ``"edge list"``, ``"search"``, ``"weighted"`` or ``"directed"``.
    reads : str
        ``"rows"``, ``"rows with both ends"`` or ``"edges"``.
    samples : bool
        Whether a sampling step unites some edges before the finish.
    rule : UnionRule or None
        The rule of its union, if its kind is ``"union"``.
    keeps_edges : bool
        Whether its union stores, for each vertex, the edge that made it a child.
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
        """The name, ``edges/finish/compression``."""
        return f"{self.edges}/{self.finish}/{self.compression}"

    def reason_against(self, option: str) -> str:
        """Why it does not have an option that others of its problem have; may be empty."""
        return ""

    def __str__(self) -> str:
        return self.name

    def _repr_html_(self) -> str:
        facts = [
            ("problem", self.problem),
            ("origins", ", ".join(self.origins)),
            ("kind", self.kind),
            ("reads", self.reads),
            *((option.name, _values(option)) for option in self.options),
        ]
        return facts_table(self.name, facts)


class VariantTable(tuple[Variant, ...]):
    """Variants, as a tuple that a notebook shows as a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        rows = [
            (
                row.name,
                ", ".join(row.origins),
                "; ".join(f"{option.name}: {_values(option)}" for option in row.options),
            )
            for row in self[:MOST_ROWS]
        ]
        more = f"<p>and {len(self) - MOST_ROWS:,} more</p>" if len(self) > MOST_ROWS else ""
        title = f"{len(self):,} variants"
        return rows_table(title, ("variant", "origins", "options"), rows) + more


def _values(option: Option) -> str:
    return ", ".join(map(str, option.values))
