"""Maximum signatures on the device: ``signatures.cl``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clconn.opencl_backend.device.launches import Launch, Step
from clconn.opencl_backend.graph.ordered_segments import (
    ordered_segments,
    segment_bytes,
    segment_switches,
)
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components import quotient
from clconn.opencl_backend.strong_components.chains import chains
from clconn.opencl_backend.strong_components.outputs import WORK, WORK_SWITCHES, clear_work
from clconn.opencl_backend.strong_components.rounds import repeated
from clconn.opencl_backend.strong_components.searches import SEARCH_SWITCHES, Searches
from clconn.opencl_backend.strong_components.shortcuts import most_entries
from clconn.opencl_backend.strong_components.smallest_vertices import smallest_vertices

__all__ = [
    "ANY_NUMBER",
    "LEAVING",
    "LEFT_CHAINS",
    "LEFT_ROUNDS",
    "LIST_LENGTH",
    "OF_ROUNDS",
    "OF_SEARCHES",
    "UNFINISHED",
    "WERE_DONE",
    "WORK_OF_A_BARRIER",
    "Signatures",
    "labels_of_all",
    "signatures",
    "take_smallest",
]

_CONTROL_FIELDS = 33
LIST_LENGTH = 18
"""The place in them of the number of vertices on the first list."""
OF_ROUNDS = 25
"""The place in them of the number of rounds that two searches took at first."""
WERE_DONE = 26
"""The place that says whether both searches had come to their end at first."""
UNFINISHED = 27
"""The place that says what is left: 0, or one of the following."""
LEFT_CHAINS, LEFT_ROUNDS = 1, 2
OF_SEARCHES = 28
"""The place of the number of vertices in the component that two searches have found."""

# A group goes through a row of 2**14 entries in 6 us, through one of 900,000 in 330, as long as
# some ten rounds of the rest of such a graph (H100).
HUB_DEGREE = 1 << 14
"""Entries of a row from which on all groups share it."""
HUB_PIECE = 1 << 12
"""Entries of a part of it, which one group takes."""

WORK_OF_A_BARRIER = 1 << 20
"""Vertices and entries that a round looks at in the time that all wait for each other."""

LEAVING = 31
"""The place of the number of vertices that left in the latest round that propagated."""

ANY_NUMBER = -1
"""Of rounds: until all vertices are finished."""

_AS_IT_IS, _AGAIN, _ANEW, _FIRST = range(4)
"""What comes before the rounds where one launch does all of them, as in the kernel."""


class Signatures:
    """The memory of the signatures of one graph, and the steps that use it.

    Parameters
    ----------
    labels : pyopencl.Buffer
        The steps finish all vertices in it, but where they stop before (``labels.h``).

    Attributes
    ----------
    builder, labels
        As given.
    vectors, control : pyopencl.Buffer
        The signatures, and the memory of the rounds.
    """

    def __init__(self, builder: PlanBuilder, labels: Any, searches: Searches | None = None) -> None:
        n = builder.n
        self.builder = builder
        self._searches = searches
        # The largest priority is at least n - 1.
        self._bits = max(1, (n - 1).bit_length())
        self.vectors = builder.scratch("signatures", 16 * n)
        self._lists = builder.scratch("lists", 8 * n)
        self.labels = labels
        self.control = builder.scratch("signature control", 4 * _CONTROL_FIELDS)
        self._switches: dict[str, Any] = {
            "HUB_DEGREE": HUB_DEGREE,
            "HUB_PIECE": HUB_PIECE,
            "LIST_LENGTH": LIST_LENGTH,
            "WORK_OF_A_BARRIER": WORK_OF_A_BARRIER,
            "ROW_LANES": builder.runtime.tuning.row_lanes,
            **WORK_SWITCHES,
        }
        # Either row of a hub may be as long, and its other row is a piece at least.
        entries = most_entries(n, builder.entry_count)
        hubs = 2 * (entries // (HUB_DEGREE + 1))
        pieces = 2 * (entries // HUB_PIECE + hubs)
        self._hubs = (
            builder.scratch("hubs", 4 * (hubs + 1)),
            builder.scratch("pieces of hubs", 16 * (pieces + 1)),
            builder.scratch("rounds of hubs", 8 * (hubs + 1)),
        )
        self._found: tuple[Any, ...] = ()
        if searches is not None:
            self._switches |= SEARCH_SWITCHES
            self._found = (searches.words, searches.reached, searches.control)
        self._memory = self._found[2:]
        if builder.variant.compression != "plain":
            self._switches["JUMP"] = None

    def begin(self, *, leaves: int = 0, is_first: bool = False) -> list[Step]:
        """Give every vertex its first region and signature.

        Parameters
        ----------
        leaves
            Which graphs get no rounds unless both searches have come to their end: 0 none,
            ``LEFT_CHAINS`` those of which chains make most, ``LEFT_ROUNDS`` all.
        is_first
            Whether a plan begins with it.
        """
        n = self.builder.rows.n
        return [
            *([clear_work(self.builder)] if is_first else []),
            self._clear(n, leaves, restarts=True),
            self._launch(
                "begin_signatures", self.builder.n, n, self._bits, *self._offsets, self.vectors,
                self._lists, self.labels, *self._hubs, self.control, *self._found,
            ),
        ]  # fmt: skip

    def begin_and_propagate(self, most_rounds: int = ANY_NUMBER, *, leaves: int = 0) -> list[Step]:
        """Begin, with what searches have found or as the first step of a plan, and propagate.

        Parameters
        ----------
        most_rounds
            As for :meth:`propagate`.
        leaves
            As for :meth:`begin`.
        """
        is_first = self._searches is None

        def beginning() -> list[Step]:
            use = [] if is_first else [self.note_searches(), self.use_searches()]
            return [*self.begin(leaves=leaves, is_first=is_first), *use]

        return self._propagate(most_rounds, _FIRST if is_first else _ANEW, leaves, beginning)

    def go_on(self, most_rounds: int) -> list[Step]:
        """Steps that finish what is unfinished, from where rounds were stopped, or stop again."""
        n = self.builder.rows.n

        def beginning() -> list[Step]:
            return [
                self._clear(n),
                self._launch(
                    "list_unfinished", self.builder.n, n, *self._offsets, self.labels, self._lists,
                    *self._hubs, self.control,
                ),
            ]  # fmt: skip

        return self._propagate(most_rounds, _AGAIN, 0, beginning)

    def note_searches(self) -> Step:
        """Store what the searches have decided."""
        n = self.builder.rows.n
        return self._launch("note_searches", 1, n, self.control, *self._memory, WORK)

    def cut_chains(self) -> tuple[list[Step], Any]:
        """Steps that cut chains, unless both searches came to their end, and their memory."""
        return chains(
            self.builder, self._memory, self._switches, signatures=self.vectors,
            lists=self._lists, length=self.control, labels=self.labels,
        )  # fmt: skip

    def cut_segments(self) -> list[Step]:
        """Steps that make segments of ids regions, once all have begun; the lists are lost."""
        builder = self.builder
        names = "least of tiles", "counts of tiles", "balance of directions"
        sizes = segment_bytes(builder.runtime, builder.n)[1:]
        # The lists are made anew before they are read.
        memory = (self._lists, *map(builder.scratch, names, sizes))
        switches = segment_switches(builder.runtime, builder.inputs.offset_type)

        def launch(kernel: str, items: int, *arguments: Any) -> Launch:
            return builder.launch("ordered_segments", kernel, items, *arguments, **switches)

        return [
            *ordered_segments(builder.runtime, launch, builder.rows, memory),
            self._launch(
                "use_segments", builder.n, builder.n, memory[0], self.vectors, self.labels
            ),
        ]

    def use_searches(self) -> Step:
        """Give the vertices what the searches have found."""
        searches = self._searches
        assert searches is not None
        return self._launch(
            "use_searches", self.builder.n, self.builder.rows.n, self._bits, searches.words,
            self.vectors, self.labels, searches.reached, *self._memory, self.control, WORK,
        )  # fmt: skip

    def propagate(self, most_rounds: int = ANY_NUMBER) -> list[Step]:
        """Steps that finish all vertices, or stop after so many rounds of all and say so.

        Rounds of fewer vertices count as less. Few vertices, which are not worth a contraction, get
        some more, also where none are allowed.
        """
        return self._propagate(most_rounds, _AS_IT_IS, 0, list)

    def _propagate(
        self, most_rounds: int, begins: int, leaves: int, beginning: Callable[[], list[Step]]
    ) -> list[Step]:
        builder = self.builder
        return repeated(
            builder, "signatures", "propagate_signatures",
            (builder.rows.n, self._bits, most_rounds, quotient.FEW),
            (*builder.row_arguments, *builder.transposed_rows.arguments, self.vectors, self._lists,
             self.labels, *self._hubs, self.control, builder.counters, WORK),
            self._switches, together=(begins, leaves, *self._found), beginning=beginning,
        )  # fmt: skip

    def _clear(self, n: Any, leaves: int = 0, *, restarts: bool = False) -> Step:
        return self._launch(
            "clear_control", _CONTROL_FIELDS,
            n, self._bits, leaves, int(restarts), self.control, self.builder.counters,
            *self._found,
        )  # fmt: skip

    @property
    def _offsets(self) -> tuple[Any, Any]:
        return self.builder.rows.offsets, self.builder.transposed_rows.offsets

    def _launch(self, kernel: str, items: int, *arguments: Any) -> Step:
        return self.builder.launch("signature_regions", kernel, items, *arguments, **self._switches)


def signatures(
    builder: PlanBuilder, searches: Searches | None = None, *, cuts_chains: bool | None = None
) -> list[Step]:
    """The steps of the algorithm, from the beginning or after two searches.

    Parameters
    ----------
    cuts_chains
        Whether chains are cut first; by default if the variant says so.
    """
    if cuts_chains is None:
        cuts_chains = builder.variant.compression == "chains"
    labels = labels_of_all(builder)
    own = Signatures(builder, labels, searches)
    last = take_smallest(builder, labels)
    if not cuts_chains:
        return [*own.begin_and_propagate(), *last]
    steps = own.begin(is_first=searches is None)
    if searches is not None:
        steps.append(own.note_searches())
    cut, chain_control = own.cut_chains()
    steps += cut
    if searches is not None:
        steps += [*searches.resume(chain_control), own.use_searches()]
    return [*steps, *own.propagate(), *last]


def labels_of_all(builder: PlanBuilder) -> Any:
    """The labels of the graph's vertices."""
    return builder.scratch("labels", 4 * builder.n)


def take_smallest(builder: PlanBuilder, labels: Any) -> list[Step]:
    """The last steps, which name the smallest vertex of each component."""
    smallest = builder.scratch("smallest", 4 * builder.n)
    return smallest_vertices(builder, labels, builder.n, smallest)
