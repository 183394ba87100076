"""Typical variants: a few for each edge source and finish; and few settings of their options.

The table combines each edge source with each finish and each compression, and every variant is a
program or two to compile. What the three do not share, such as the form of the rows or the classes
of degrees, is tried with these. They are chosen by what the parts of a name say, so that a new row
of the table is found here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from itertools import groupby
from typing import Any

from clconn.design_space import Variant, variants
from clconn.design_space.components import ONE_LAUNCH, SKIP_SETTLED
from clconn.reference.union_find.find import FINDS

USUAL_FIND = "split"
"""Of variants that differ in their find alone, those with this one are typical."""


def is_typical(variant: Variant) -> bool:
    """Whether the variant stands for others of its edge source and finish."""
    return variant.name in _typical(variant.problem)


def option_sets(variant: Variant) -> list[dict[str, Any]]:
    """Few settings that together give every option each of its values but the default.

    The first of them have the least and the largest of numbers.
    """
    others = {option.name: _ends_first(option.values[1:]) for option in variant.options}
    if SKIP_SETTLED in variant.options:
        # By turns, since whatever leaves vertices out runs with its default alone.
        others[SKIP_SETTLED.name] = SKIP_SETTLED.values[::-1]
    most = max(map(len, others.values()), default=0)
    return [
        {name: values[turn % len(values)] for name, values in others.items()}
        for turn in range(most)
    ]


def is_between(value: Any, values: Iterable[Any]) -> bool:
    """Whether a value of an option is a number, and neither the least nor the largest of them."""
    return type(value) is int and min(values) < value < max(values)


def _ends_first(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(sorted(values, key=lambda value: is_between(value, values)))


def option_settings(rows: Iterable[Variant]) -> list[tuple[Variant, dict[str, Any]]]:
    """Settings of the options of typical rows, each of which takes builds of its own.

    Each edge source meets every value by itself, in its first row that has it. Another row has
    several values at once, if its finish has not met some of them. (Of numbers, which are sizes of
    samples, a finish meets the least and the largest.)
    """
    alone: set[tuple[str, str, Any]] = set()
    met: dict[str, set[tuple[str, Any]]] = {}
    chosen = []
    for row in (row for row in rows if row.options and is_typical(row)):
        of_finish = met.setdefault(row.finish, set())
        values = [(option.name, one) for option in row.options for one in option.values[1:]]
        new = [value for value in values if (row.edges, *value) not in alone]
        alone.update((row.edges, *value) for value in new)
        of_finish.update(new)
        ends = {
            (option.name, one)
            for option in row.options
            for one in option.values
            if not is_between(one, option.values[1:])
        }
        sets = []
        for some in option_sets(row):
            if some.items() & ends - of_finish:
                sets.append(some)
                of_finish.update(some.items())
        chosen += [(row, some) for some in [*({name: one} for name, one in new), *sets]]
    return chosen


def settings_of_reference(rows: Iterable[Variant]) -> list[tuple[Variant, dict[str, Any]]]:
    """Those of :func:`option_settings` in which the reference differs: it has no launches."""
    chosen: list[tuple[Variant, dict[str, Any]]] = []
    for row, some in option_settings(rows):
        kept = {name: value for name, value in some.items() if name != ONE_LAUNCH.name}
        if kept and (row, kept) not in chosen:
            chosen.append((row, kept))
    return chosen


def one_of_each_edge_source(rows: Iterable[Variant]) -> list[Variant]:
    """The first typical variant of each edge source."""
    found: dict[str, Variant] = {}
    for row in filter(is_typical, rows):
        found.setdefault(row.edges, row)
    return list(found.values())


def crossing(rows: Iterable[Variant]) -> list[Variant]:
    """Fewer than the typical: every finish in one edge source, every edge source with each trait.

    Host code and kernels of an edge source know of a finish no more than its kind and its rule, so
    two finishes that agree in both take the same ways there.
    """
    return _one_of_each(
        rows, lambda row: {(row.finish, row.compression), (row.edges, row.kind, row.rule)}
    )


def crossing_where_unions_are_alike(rows: Iterable[Variant]) -> list[Variant]:
    """Fewer still: every finish once, every edge source with each kind of finish.

    For what a union does not see, such as the work-item that has its row. Of unions, some link
    roots alone; each edge source gets one of those and one of the others.
    """

    def keys(row: Variant) -> set[Hashable]:
        return {row.finish, (row.edges, row.kind, row.rule and row.rule.links_roots_only)}

    return _one_of_each(rows, keys)


def one_of_each_kind(rows: Iterable[Variant]) -> list[Variant]:
    """The first typical variant of each edge source with each kind of finish."""
    return _one_of_each(rows, lambda row: {(row.edges, row.kind)})


def _one_of_each(
    rows: Iterable[Variant], keys_of: Callable[[Variant], set[Hashable]]
) -> list[Variant]:
    """The typical rows with a key that no row before them has."""
    met: set[Hashable] = set()
    chosen = []
    for row in filter(is_typical, rows):
        keys = keys_of(row)
        if not keys <= met:
            chosen.append(row)
        met |= keys
    return chosen


def first_of_each_finish(rows: Iterable[Variant]) -> list[Variant]:
    """The first row of each finish: one form of each algorithm."""
    found: dict[str, Variant] = {}
    for row in rows:
        found.setdefault(row.finish, row)
    return list(found.values())


@cache
def _typical(problem: str) -> frozenset[str]:
    rows = groupby(variants(problem), lambda row: (row.edges, row.finish))
    return frozenset(row.name for _, group in rows for row in _representatives(list(group)))


def _representatives(rows: list[Variant]) -> list[Variant]:
    """One of each kind of compression, and codes in which each letter stands in each place."""
    kinds: dict[Hashable, Variant] = {}
    codes = []
    for row in rows:
        find, _, step = row.compression.partition("+")
        if row.compression.isupper():
            codes.append(row)
        elif find not in FINDS:
            kinds[row.compression] = row
        else:
            # Steps of one kind end alike: halve-one, split-one.
            kind = ("find", step.rpartition("-")[2])
            if find == USUAL_FIND or kind not in kinds:
                kinds[kind] = row
    return [*kinds.values(), *_cover(codes)]


def _cover(codes: list[Variant]) -> list[Variant]:
    """Some that have every letter in every place where one of them has it, or has none there."""
    longest = max((len(row.compression) for row in codes), default=0)

    def letters(row: Variant) -> set[tuple[int, str]]:
        return set(enumerate(row.compression.ljust(longest)))

    missing = set().union(*map(letters, codes))
    chosen = []
    while missing:
        chosen.append(max(codes, key=lambda row: len(letters(row) & missing)))
        missing -= letters(chosen[-1])
    return chosen
