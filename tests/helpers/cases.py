"""Many cases in one test: what goes wrong says in which of them.

An item of pytest costs as much as a small graph, and there are tens of graphs for each of
hundreds of variants; so a variant is an item, and its graphs are looped over.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from itertools import combinations as choose
from itertools import product
from typing import Any

import pytest


@contextmanager
def case(**values: Any) -> Iterator[None]:
    """Name the case at hand in whatever goes wrong in the block, be it a crash."""
    try:
        yield
    except (Exception, pytest.fail.Exception) as error:
        error.add_note(", ".join(f"{name}={value!s}" for name, value in values.items()))
        raise


def half_of_product(*factors: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield every second combination of values: any choice from all factors but one is there.

    Where each combination is a program to be compiled, as of kernels with switches, that takes half
    of the time, and what only shows where all factors but one have certain values still shows, if
    the one has two values or more. Order the values so that the usual combination has an even sum
    of indices: it is there then. What alternates within a factor is tied to the others.
    """
    for combination in product(*map(enumerate, factors)):
        if sum(index for index, _ in combination) % 2 == 0:
            yield tuple(value for _, value in combination)


def triples_of_product(*factors: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Few combinations of values, the usual one first: any choice from any three factors is there.

    Of many factors that takes a fraction of the time of :func:`half_of_product`. What needs a
    certain value of more than three to show is found by luck alone.
    """
    lists = [list(factor) for factor in factors]
    assert len(lists) >= 3, "all combinations, or half of them, are few"
    assert all(lists), "a factor has no value"
    combinations = list(product(*(range(len(values)) for values in lists)))
    three = list(choose(range(len(lists)), 3))
    met = {each: {(at, tuple(each[i] for i in at)) for at in three} for each in combinations}
    missing = set().union(*met.values())
    chosen = []
    while missing:
        best = max(combinations, key=lambda each: len(met[each] & missing))
        chosen.append(tuple(values[i] for values, i in zip(lists, best, strict=True)))
        missing -= met[best]
    return chosen


def for_each(argument: str, values: Iterable[Any]) -> Callable[[Callable[..., None]], Any]:
    """Run a test once for each value of an argument, in one item, up to the first that fails.

    The fixtures are made once for all values.
    """
    values = tuple(values)
    assert values, f"no value for {argument}"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def looped(**fixtures: Any) -> None:
            for value in values:
                with case(**{argument: value}):
                    test(**fixtures, **{argument: value})

        # What pytest takes for the fixtures that the test asks for.
        signature = inspect.signature(test)
        left = [p for p in signature.parameters.values() if p.name != argument]
        assert len(left) < len(signature.parameters), f"{test.__name__} takes no {argument}"
        looped.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return looped

    return decorate
