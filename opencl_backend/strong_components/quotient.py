"""Graphs of what is unfinished, contracted level by level: ``contraction.cl``, ``quotient.cl``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import Branch, Decision, Slot, Step
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.primitives.prefix_sum import scan_launch
from clconn.opencl_backend.strong_components.nonbranching_paths import nonbranching_paths
from clconn.opencl_backend.strong_components.outputs import (
    CONTRACTED,
    SHORTCUT,
    SHORTENED,
    note_course,
)
from clconn.opencl_backend.strong_components.remainder import (
    Extent,
    GiveUp,
    Means,
    Remainder,
    Solve,
)
from clconn.opencl_backend.strong_components.shortcuts import (
    Shortcuts,
    most_entries,
    shortcuts,
)
from clconn.opencl_backend.union_find.bfs import round_items

__all__ = ["FEW", "GIVEN", "LAST", "LEAST_TO_SEARCH", "MOST_ARCS", "PATHS", "SHORTCUTS", "Quotient"]

BLOCK_BITS = 10
"""The logarithm of the number of ids in a block."""

LOCAL_BYTES = 1 << 15
"""More than a block takes of a work-group's memory."""

WORTHWHILE = 0.8
"""A level is taken if it leaves at most this part of the vertices."""

# An assembly graph of 10**6 vertices, nearly all on paths, takes 1.8 ms in place of 166 (H100). A
# quarter in place of half gains nothing on eleven others: control flow, of which paths have 0.46,
# takes 0.96 of the time.
MANY_ON_PATHS = 0.5
"""A graph of which so many vertices are on non-branching paths gets these shortened first."""

MOST_LEVELS = 12

MOST_ARCS = 1 << 30
"""Arcs, with shortcuts, beyond which no graph is contracted: places of both directions are counted
in 32 bits."""

FEW = 4096
"""Vertices of a graph that is not contracted again."""

FEW_CHORDS = 0.02
"""Entries beyond one for each vertex, up to which there is hardly anything but cycles, of which
neither a search nor shortcuts are worth it."""

# Of 288 graphs (H200) 48 of so many vertices take 0.61 of the time in the mean, 0.03 at best and
# 1.66 at worst: shuffled timetables, which signatures were about to finish. Of 16 smaller ones,
# whose rounds take 4 us, 1.04, by half a millisecond that shortcuts take. Where nothing is trimmed
# before, all take 1.11 times as long: what has many layers and few cycles, such as a torus that an
# arc closes, takes signatures many phases.
LEAST_FOR_SHORTCUTS = 1 << 14
"""Vertices from which a graph that does not get smaller gets shortcuts."""

# Of five graphs of 2**20 vertices (H200) four take 0.6 to 1.0 of the time, meshes and strips, of
# which searches find a large component, and one 1.4; 39 of 2**18 take 1.08 times as long.
LEAST_TO_SEARCH = 1 << 21
"""Vertices and entries from which a graph with shortcuts is searched."""

_BY_CHAINS, _BY_SEARCHES, _GIVE_UP = range(3)  # the places of branches
_ORIGINAL = 2  # the place of the graph itself among the sizes, after those that take turns
_LEVELS = 3
_ON_PATHS = 2 * _LEVELS  # the place there of the number of vertices on non-branching paths
_FAR = _ON_PATHS + 1  # and of arcs whose ends are far apart
_SIZES = _FAR + 1

GIVEN, LAST = "given", "last"
"""What a run reports: vertices that were to be contracted, and that were left in the end."""
PATHS = "on paths"
"""Also, if paths were shortened, the number of vertices that do not branch: those on paths, and on
cycles without branches, which have no ends."""
SHORTCUTS = "shortcuts"
"""Also, if shortcuts were added."""


@dataclass(frozen=True)
class _Level:
    """The memory of one of the two graphs that take turns: slots, which a run fills."""

    offsets: Slot = field(default_factory=Slot)
    neighbors: Slot = field(default_factory=Slot)
    back_offsets: Slot = field(default_factory=Slot)
    back_neighbors: Slot = field(default_factory=Slot)
    origins: Slot = field(default_factory=Slot)


class Quotient:
    """Steps that make a graph of what is unfinished, solve it, and finish all labels.

    Parameters
    ----------
    signatures, labels : pyopencl.Buffer
        Regions, outside of which nothing is joined, and labels, of which some are finished.
    has_rounds
        Whether there may have been rounds of signatures; contraction begins with what they know.
    """

    def __init__(
        self, builder: PlanBuilder, signatures: Any, labels: Any, *, has_rounds: bool = False
    ) -> None:
        self._builder = builder
        self._signatures = signatures
        self._labels = labels
        self._far = 0.0
        self._has_rounds = has_rounds
        self._last = Extent(0, 0, self._far)
        self._tile = builder.runtime.tuning.local_size
        self._tiles = max(1, -(-builder.n // self._tile))
        self._levels = (_Level(), _Level())
        # Of the last graph: numbers, where the rows of a graph have them.
        self._n: Any = Slot()
        self._entries = Slot()
        self._parents, self._base, self._numbers = Slot(), Slot(), Slot()
        self._places, self._back_places, self._counts = Slot(), Slot(), Slot()
        self._quotient_labels, self._given_origins = Slot(), Slot()
        self._path_ends = Slot()
        self._sizes = builder.scratch("quotient sizes", 4 * _SIZES)
        self._most_entries = most_entries(builder.n, builder.entry_count)
        self._shortcuts = shortcuts(builder, sizes=self._sizes, numbers=self._numbers)

    @property
    def whole(self) -> Extent:
        """In a run, once something was to be contracted: how much the given graph is.

        The share of arcs that lead far is that of the first graph that is contracted.
        """
        return Extent(self._builder.n, self._builder.entry_count, self._far)

    @property
    def rooms(self) -> dict[Slot, int]:
        """The slots that whoever runs the steps fills with buffers, and their bytes."""
        n = self._builder.n
        of_vertices = (
            self._parents, self._base, self._numbers, self._places, self._back_places,
            self._quotient_labels, self._given_origins, self._path_ends,
        )  # fmt: skip
        rooms = dict.fromkeys(of_vertices, 4 * n)
        rooms[self._counts] = 4 * (2 * self._tiles + 1)
        for level in self._levels:
            rooms |= {level.offsets: 4 * (n + 1), level.back_offsets: 4 * (n + 1)}
            # Any of these graphs may be the one with shortcuts.
            of_entries = 4 * self._most_entries
            rooms |= {level.neighbors: of_entries, level.back_neighbors: of_entries}
            rooms[level.origins] = 4 * n
        return rooms | self._shortcuts.rooms

    def is_possible(self) -> bool:
        """Whether the device has room for that beside the rest of the plan."""
        builder, device = self._builder, self._builder.runtime.device
        # The last term is for what takes scratch memory then: trimming 16 bytes a vertex, chains
        # 20, searches 9 and some for long rows, the smallest vertices 4.
        needs = sum(builder.needs.values()) + sum(self.rooms.values())
        needs += 2 * builder.entry_count + 52 * builder.n
        has_room = needs <= builder.runtime.memory and device.local_mem_size >= LOCAL_BYTES
        is_small = builder.inputs.offset_type == "int" and self._most_entries <= MOST_ARCS
        return bool(has_room and is_small)

    def contracted(self, solve: Callable[[Means], Solve], give_up: GiveUp) -> list[Step]:
        """The graph of the unfinished vertices, then its contraction, then what solves the rest.

        Parameters
        ----------
        solve
            Takes what may be worth it.
        give_up
            What is done with a graph that hardly gets smaller, if it gets no shortcuts.
        """
        return self._steps(lambda: self._shorten(0, solve, give_up))

    def as_it_is(self, solve: Solve) -> list[Step]:
        """The graph of the unfinished vertices, and what solves it."""

        def decide(sizes: list[int]) -> Branch:
            self._take_extent(0, sizes)
            return 0, self._values(0, sizes)

        return self._steps(
            lambda: [Decision(self._sizes, _SIZES, decide, [partial(self._solve, 0, solve)])]
        )

    def _steps(self, rest: Callable[[], list[Step]]) -> list[Step]:
        n = self._builder.n
        begin = self._launch(
            "begin_quotient", n, n, _ORIGINAL, self._sizes, self._labels, self._parents,
            self._given_origins, self._base,
        )  # fmt: skip

        def is_any_left(sizes: list[int]) -> Branch:
            self._builder.reports |= {GIVEN: sizes[0], LAST: sizes[0]}
            return (0 if sizes[0] else None), {}

        def go_on() -> list[Step]:
            return [*self._move_to(0, _ORIGINAL), *rest()]

        decision = Decision(self._sizes, 1, is_any_left, [go_on])
        return [begin, *self._number(0, _ORIGINAL), decision]

    def _shorten(self, level: int, solve: Callable[[Means], Solve], give_up: GiveUp) -> list[Step]:
        """Shorten the paths of a graph, if these are many, and contract it."""
        builder, other = self._builder, 1 - level
        forward, backward = self._rows(level)
        # `places` is free until the next graph is made.
        paths = nonbranching_paths(
            builder, level, (*forward, *backward), sizes=self._sizes, origins=self._origins(level),
            parents=self._parents, heads=self._places, ends=self._path_ends, labels=self._labels,
        )  # fmt: skip

        def decide(sizes: list[int]) -> Branch:
            self._far = sizes[_FAR] / max(1, sizes[_LEVELS + level])
            n, on_paths = sizes[level], sizes[_ON_PATHS]
            if n <= FEW or on_paths < MANY_ON_PATHS * n:
                return 0, {}
            builder.reports[PATHS] = on_paths
            return 1, {}

        def shorten() -> list[Step]:
            return [
                note_course(builder, SHORTENED),
                *paths.contract(),
                *self._number(other, level),
                *self._move_to(other, level),
                *self._contract(other, 0, solve, None),
                paths.settle(),
            ]

        contract = partial(self._contract, level, 0, solve, give_up)
        return [
            paths.count,
            Decision(self._sizes, _SIZES, decide, [contract, shorten]),
        ]

    def _contract(
        self,
        level: int,
        taken: int,
        solve: Callable[[Means], Solve],
        give_up: GiveUp | None,
    ) -> list[Step]:
        """Contract a graph after some levels, and what comes of it, and solve what is left."""
        builder, other = self._builder, 1 - level
        forward, backward = self._rows(level)
        # The largest, since few blocks are left after some levels, each with many arcs.
        group = builder.runtime.tuning.id_block_items
        switches: dict[str, Any] = {
            "BLOCK_BITS": BLOCK_BITS,
            "GROUP": group,
            "UNITE_async": None,
            "FIND": "find_halve",
        }
        join = builder.launch_in_groups(
            group, "contraction", "join_blocks", -(-builder.n // (1 << BLOCK_BITS)) * group,
            level, self._sizes, *forward, backward[0], self._parents, **switches,
        )  # fmt: skip
        cycles = builder.launch(
            "contraction", "unite_short_cycles", builder.n,
            level, self._sizes, *forward, *backward, self._parents, **switches,
        )  # fmt: skip

        joins = [join, cycles]
        if not taken and self._has_rounds:
            joins.append(builder.launch(
                "contraction", "unite_known", builder.n,
                level, self._sizes, self._labels, self._origins(level), self._base, self._parents,
                **switches,
            ))  # fmt: skip
        noted = [note_course(builder, CONTRACTED)] if taken else []

        def decide(sizes: list[int]) -> Branch:
            n, entries = sizes[level], sizes[_LEVELS + level]
            builder.reports[LAST] = n
            if taken < MOST_LEVELS and n > FEW and sizes[other] <= WORTHWHILE * n:
                return branches.index(more), {}
            self._take_extent(level, sizes)
            has_chords = entries > (1 + FEW_CHORDS) * n
            if has_chords and n >= LEAST_FOR_SHORTCUTS:
                builder.reports[SHORTCUTS] = 1
                return branches.index(shorten), {}
            gives_up = give_up is not None and n > FEW
            by_chords = _BY_SEARCHES if has_chords else _BY_CHAINS
            return (_GIVE_UP if gives_up else by_chords), self._values(level, sizes)

        def more() -> list[Step]:
            rest = self._contract(other, taken + 1, solve, None)
            return [*self._move_to(other, level), *rest]

        def last(means: Means) -> list[Step]:
            return [*noted, *self._solve(level, solve(means))]

        def shorten() -> list[Step]:
            return [*noted, *self._shorten_ways(other, level, solve)]

        branches: list[Callable[[], list[Step]]] = [
            partial(last, Means.CHAINS),
            partial(last, Means.SEARCHES),
        ]
        if give_up is not None:
            branches.append(partial(give_up, partial(self._solve, level)))
        branches.append(shorten)
        if taken < MOST_LEVELS:
            branches.append(more)
        return [*joins, *self._number(other, level), Decision(
            self._sizes, _SIZES, decide, branches
        )]  # fmt: skip

    def _shorten_ways(self, to: int, level: int, solve: Callable[[Means], Solve]) -> list[Step]:
        """Solve the next graph with shortcuts."""

        def decide(sizes: list[int]) -> Branch:
            # All may have been dropped, since it was not moved after the last level.
            if not sizes[to]:
                return None, {}
            is_large = self._last.n + self._last.entry_count >= LEAST_TO_SEARCH
            return int(is_large), self._values(to, sizes)

        def last(means: Means) -> list[Step]:
            return self._solve(to, solve(means))

        forward, backward = self._rows(level)
        # All of these are free until the next graph has its offsets, or is solved.
        room = (self._places, self._back_places), (self._quotient_labels, self._given_origins)
        return [
            note_course(self._builder, SHORTCUT),
            *self._shortcuts.find(level, (*forward, *backward), room),
            *self._move_to(to, level, self._shortcuts),
            Decision(self._sizes, _SIZES, decide, [
                partial(last, Means.SHORTCUTS), partial(last, Means.SHORTCUTS_AND_SEARCHES)
            ]),
        ]  # fmt: skip

    def _values(self, level: int, sizes: list[int]) -> dict[Slot, Any]:
        # In units of one, since places are ints.
        return {self._n: sizes[level], self._entries: np.uint32(sizes[_LEVELS + level])}

    def _take_extent(self, level: int, sizes: list[int]) -> None:
        # Contraction keeps the order of the vertices: about as many arcs lead far as in the first.
        self._last = Extent(sizes[level], sizes[_LEVELS + level], self._far)

    def _solve(self, level: int, solve: Solve) -> list[Step]:
        rows, back_rows = (
            DeviceCSR(self._n, self._builder.entry_count, *arrays, "int")
            for arrays in self._rows(level)
        )
        quotient = self._builder.on_rows(rows, back_rows)
        take = self._launch(
            "take_labels", self._builder.n, self._builder.n, self._base,
            self._levels[level].origins, self._quotient_labels, self._labels,
        )  # fmt: skip
        remainder = Remainder(
            quotient,
            self._entries,
            self._quotient_labels,
            self._levels[level].origins,
            lambda: self._last,
        )
        return [*solve(remainder), take]

    def _number(self, to: int, level: int) -> list[Step]:
        """Number the roots of a graph, which are the vertices of the next."""
        n = self._builder.n
        return [
            self._launch("count_roots", n, level, self._sizes, self._parents, self._counts),
            scan_launch(self._builder.runtime, self._counts, self._tiles),
            self._launch(
                "number_roots", n, level, to, self._sizes, self._parents, self._counts,
                self._origins(level), self._numbers, self._origins(to),
            ),
        ]  # fmt: skip

    def _move_to(self, to: int, level: int, more: Shortcuts | None = None) -> list[Step]:
        """Make the rows of the next graph, with more arcs or not, and move the vertices to it."""
        runtime, n = self._builder.runtime, self._builder.n
        (offsets, neighbors), (back_offsets, back_neighbors) = self._rows(to)
        forward, backward = self._rows(level)
        loop: dict[str, Any] = {"LOCAL_SIZE": runtime.tuning.local_size}
        regions: tuple[Any, ...] = ()
        if level == _ORIGINAL:
            loop["IN_REGIONS"] = None
            regions = (self._signatures,)
        arcs = (level, self._sizes, *forward, *backward, self._numbers)
        places = (self._places, self._back_places)
        items = round_items(self._builder)
        tiles = 2 * self._tiles
        count, place = [], []
        if more is not None:
            count = [more.count(level, offsets, back_offsets)]
            place = [more.place(level, *places, neighbors, back_neighbors)]
        return [
            self._launch(
                "move_vertices", n + 1, n, level, self._sizes, self._parents, self._numbers,
                self._origins(level), self._labels, self._base, offsets, back_offsets,
            ),
            self._launch("count_arcs", items, *arcs, offsets, back_offsets, *regions, **loop),
            *count,
            self._launch(
                "sum_degrees", tiles * self._tile, n, offsets, back_offsets, self._counts
            ),
            scan_launch(runtime, self._counts, tiles),
            self._launch(
                "give_offsets", tiles * self._tile, n, _LEVELS + to, self._counts, self._sizes,
                offsets, back_offsets, *places,
            ),
            self._launch(
                "place_arcs", items, *arcs, *places, neighbors, back_neighbors, *regions, **loop
            ),
            *place,
        ]  # fmt: skip

    def _rows(self, level: int) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
        if level == _ORIGINAL:
            return self._builder.rows.arguments, self._builder.transposed_rows.arguments
        of = self._levels[level]
        return (of.offsets, of.neighbors), (of.back_offsets, of.back_neighbors)

    def _origins(self, level: int) -> Slot:
        return self._given_origins if level == _ORIGINAL else self._levels[level].origins

    def _launch(self, kernel: str, items: int, *arguments: Any, **switches: Any) -> Step:
        return self._builder.launch(
            "quotient",
            kernel,
            items,
            *arguments,
            TILE=self._tile,
            **switches,
        )
