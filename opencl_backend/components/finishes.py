"""The finishes: algorithms that process the edges that a sample has left, one class per kind.

A finish can process the rows of a graph and arrays of edges. An edge source
(:mod:`clconn.opencl_backend.components.edge_sources`) decides which of the two, and what runs
before. So a variant is an edge source and a finish, and neither knows the other. (After a sample
one of them votes for the label of the settled vertices; ``groups_vote`` says which.)

Invariant: after the steps of :meth:`Finish.rows`, or of :meth:`Finish.edges` and
:meth:`Finish.end`, the parent of each vertex is the smallest vertex of its component.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from clconn.opencl_backend.components import (
    graft_and_shortcut,
    groute,
    gunrock,
    label_propagation,
    liu_tarjan,
    rem_verified,
    shiloach_vishkin,
    shiloach_vishkin_classic,
    soman,
    stages,
    stergiou,
)
from clconn.opencl_backend.components.bfs_cc import bfs_components
from clconn.opencl_backend.components.multistep import multistep_components
from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.coo import edge_block_switches, unite_edges
from clconn.opencl_backend.union_find.edge_map import (
    Entries,
    all_rows,
    listed_edges,
    unsettled_rows,
)
from clconn.opencl_backend.union_find.edges_at_once import (
    are_edges_at_once,
    give_up_switch,
    unite_edges_at_once,
    unite_given_up_edges,
)
from clconn.opencl_backend.union_find.finish_rows import finalization, finish_rows, shorten_links
from clconn.opencl_backend.union_find.initialization import initialization, own_parents
from clconn.opencl_backend.union_find.rows_at_once import are_rows_at_once, unite_rows_at_once
from clconn.opencl_backend.union_find.short_rows import (
    initialize_and_list_rows,
    is_worth_listing,
    link_larger,
    links_larger,
)
from clconn.opencl_backend.union_find.union_switches import unite_switches

__all__ = ["Finish", "RoundsFinish", "Switches", "UnionFinish", "make_finish"]

Switches = dict[str, str | None]


class Finish(ABC):
    """A finish of one variant on one graph.

    Attributes
    ----------
    union
        The switches of the find and the union that unite a sample.
    """

    def __init__(self, builder: PlanBuilder) -> None:
        self.builder = builder
        self.union: Switches = {"FIND": "find_single", "UNITE_async": None}

    def first_parents(self) -> list[Step]:
        """Steps that give each vertex a first parent where nothing is sampled."""
        if "initialization" in self.builder.options:
            return initialization(self.builder)
        return own_parents(self.builder)

    def all_rows(self) -> list[Step]:
        """Steps that process all rows, of vertices without parents."""
        return self.first_parents() + self.rows(None)

    @abstractmethod
    def rows(self, skipped: int | None) -> list[Step]:
        """Steps that process the rows and store each vertex's smallest vertex as its parent.

        Parameters
        ----------
        skipped
            None if nothing is sampled. Otherwise the counter MOST_FREQUENT names a root whose
            vertices may be left out, since each edge is stored at both ends; or it is -1, if the
            finish gathers unsettled vertices and its groups vote. The first ``skipped``
            entries of each row need no second look, unless the counter GAVE_UP says otherwise.
        """

    @abstractmethod
    def edges(self, arrays: EdgeArrays) -> list[Step]:
        """Steps that process an array of edges, perhaps after other arrays.

        Parameters
        ----------
        arrays
            Must not be changed unless ``arrays.scratch``.
        """

    def all_edges(self, arrays: EdgeArrays) -> list[Step]:
        """Steps that process an array of all edges, of vertices without parents."""
        return self.first_parents() + self.edges(arrays) + self.end()

    def end(self) -> list[Step]:
        """Steps after the last array of edges, which point every vertex to its root."""
        return []


class UnionFinish(Finish):
    """Unite the two ends of each edge, by the union and the find of the variant."""

    def __init__(self, builder: PlanBuilder) -> None:
        super().__init__(builder)
        self.union = unite_switches(builder.variant)

    def first_parents(self) -> list[Step]:
        if links_larger(self.builder):
            return link_larger(self.builder, self.union)
        if is_worth_listing(self.builder):
            return initialize_and_list_rows(self.builder, self.union)
        return super().first_parents()

    def all_rows(self) -> list[Step]:
        if are_rows_at_once(self.builder):
            return unite_rows_at_once(self.builder, self.union)
        return self.first_parents() + shorten_links(self.builder) + self.rows(None)

    def rows(self, skipped: int | None) -> list[Step]:
        return finish_rows(self.builder, self.union, skipped)

    def edges(self, arrays: EdgeArrays) -> list[Step]:
        # Other arrays may take the place of these, so that no edge can be left for later.
        return unite_edges(self.builder, edge_block_switches(self.builder, self.union), arrays)

    def all_edges(self, arrays: EdgeArrays) -> list[Step]:
        builder = self.builder
        switches = edge_block_switches(builder, self.union) | give_up_switch(builder)
        if are_edges_at_once(builder, arrays.count):
            return unite_edges_at_once(builder, switches, arrays)
        steps = self.first_parents() + unite_edges(builder, switches, arrays) + self.end()
        return steps + unite_given_up_edges(builder, switches, arrays)

    def end(self) -> list[Step]:
        if self.builder.variant.keeps_edges:
            return []  # the edges of a forest do not need final parents
        return finalization(self.builder)


class RoundsFinish(Finish):
    """Look at all edges again and again, until a round changes nothing."""

    def rows(self, skipped: int | None) -> list[Step]:
        if skipped is None:
            return self._rounds(all_rows(self.builder))
        return self._rounds(unsettled_rows(self.builder, self.union, skipped))

    def edges(self, arrays: EdgeArrays) -> list[Step]:
        return self._rounds(listed_edges(self.builder, arrays))

    def _rounds(self, entries: Entries) -> list[Step]:
        return _ROUNDS[self.builder.variant.finish](self.builder, entries)


class EdgeListFinish(Finish):
    """One of the older algorithms, which take all edges as one list; they need arrays."""

    def rows(self, skipped: int | None) -> list[Step]:
        raise NotImplementedError("an edge list has no rows")

    def edges(self, arrays: EdgeArrays) -> list[Step]:
        return _EDGE_LISTS[self.builder.variant.finish](self.builder, arrays)


_ROUNDS: dict[str, Callable[[PlanBuilder, Entries], list[Step]]] = {
    "liu-tarjan": liu_tarjan.finish,
    "stergiou": stergiou.finish,
    "shiloach-vishkin": shiloach_vishkin.finish,
    "label-propagation": label_propagation.finish,
}

_EDGE_LISTS: dict[str, Callable[[PlanBuilder, EdgeArrays], list[Step]]] = {
    "graft-and-shortcut": graft_and_shortcut.finish,
    "graft-and-shortcut-update": graft_and_shortcut.finish_with_update,
    "shiloach-vishkin-classic": shiloach_vishkin_classic.finish,
    "shiloach-vishkin-update": shiloach_vishkin_classic.finish_with_update,
    "stages": stages.finish,
    "rem-verified": rem_verified.finish,
    "soman": soman.finish,
    "groute": groute.finish,
    "gunrock": gunrock.finish,
}


class SearchFinish(Finish):
    """Search first; nothing runs before."""

    def first_parents(self) -> list[Step]:
        return []

    def rows(self, skipped: int | None) -> list[Step]:
        return _SEARCHES[self.builder.variant.finish](self.builder)

    def edges(self, arrays: EdgeArrays) -> list[Step]:
        raise NotImplementedError("a search needs rows")


_SEARCHES: dict[str, Callable[[PlanBuilder], list[Step]]] = {
    "bfs-cc": bfs_components,
    "multistep": multistep_components,
}

_KINDS: dict[str, type[Finish]] = {
    "union": UnionFinish,
    "rounds": RoundsFinish,
    "search": SearchFinish,
    "edge list": EdgeListFinish,
}


def make_finish(builder: PlanBuilder) -> Finish:
    """Return the finish of a variant, by its kind in the table."""
    return _KINDS[builder.variant.kind](builder)
