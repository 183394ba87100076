"""Structures as a whole: what the tables of them say, and that the looks tell them."""

from types import SimpleNamespace

import pytest

from asv_benchmarks.benchmarks.graphs_by_seed import ORDERED, ORDERS, ordered_structure
from asv_benchmarks.benchmarks.storages import store
from clconn.design_space import Choice, find_variant, resolve_options
from clconn.opencl_backend.graph.first_links import FirstLinks
from clconn.opencl_backend.plan import structure
from clconn.opencl_backend.plan.auto_reasons import VERTICES_OF_LARGE
from clconn.opencl_backend.plan.finalists import AT_ONE_END as OF_ONE_END
from clconn.opencl_backend.plan.finalists import OF_ROWS
from clconn.opencl_backend.plan.structures_at_both_ends import AT_BOTH_ENDS
from clconn.opencl_backend.plan.structures_at_one_end import AT_ONE_END
from clconn.problems import COMPONENTS, PROBLEMS
from tests.helpers.cases import case
from tests.opencl_backend.plan.placed_graphs import choose, placed_graph

ROWS = [(row, rows is AT_BOTH_ENDS) for rows in (AT_BOTH_ENDS, AT_ONE_END) for row in rows]


def _middle(low, high):
    return (low + min(high, 1.0 if high <= 1.01 else high)) / 2


def _links(row):
    shares = {name: _middle(*getattr(row, name)) for name in structure.SHARES}
    return FirstLinks(**shares, slow_entries=0.0)


def _placed(row, symmetric, **changes):
    low, high = row.vertices
    return placed_graph(**{
        "degree": _middle(*row.degree), "n": int(min((low + high) / 2, low + 1e6)),
        "links": _links(row), "symmetric": symmetric, "is_sorted": row.is_sorted is not False,
        **changes,
    })  # fmt: skip


def _problems(row):
    return ["components", "forest"] if row.problem is None else [row.problem]


def test_rows_are_variants_that_can_read_the_graph():
    for row, symmetric in ROWS:
        for problem in _problems(row):
            with case(row=row, problem=problem):
                variant = find_variant(row.variant, problem)
                choice = Choice(variant, resolve_options(variant, row.options), "")
                assert symmetric or not choice.needs_both_ends


def test_each_row_is_chosen_in_the_middle_of_its_ranges():
    for row, symmetric in ROWS:
        for problem in _problems(row):
            with case(row=row, problem=problem):
                chosen = choose(_placed(row, symmetric), problem=PROBLEMS[problem])
                assert f"walks down the ids are as of {row.name}, of which" in chosen.reason
                assert chosen.variant == row.variant
                assert row.options.items() <= chosen.options.items()


def test_a_range_has_its_first_and_not_its_second():
    for row, _ in ROWS:
        low, high = row.vertices
        seen = [low, row.degree[0], *(getattr(row, name)[0] for name in structure.SHARES)]
        ranges = [row.vertices, row.degree, *(getattr(row, name) for name in structure.SHARES)]
        assert row.is_of(*seen[:2], seen[2:])
        for place, (low, high) in enumerate(ranges):
            with case(row=row, place=place):
                assert low < high
                little = 1e-9 if place else 1
                for value, expected in (
                    (low - little, False), (high - little, True), (high, False)
                ):  # fmt: skip
                    changed = [*seen[:place], value, *seen[place + 1 :]]
                    assert row.is_of(*changed[:2], changed[2:]) is expected


def test_what_differs_is_no_structure_of_a_row():
    named = [(row.name, row.variant) for row, _ in ROWS]
    for row, symmetric in ROWS:
        if row.is_sorted is None or named.count((row.name, row.variant)) > 1:
            continue
        with case(row=row):
            turned = _placed(row, symmetric, is_sorted=not row.is_sorted, coverage=0.0)
            other = choose(turned)
            assert f"as of {row.name}, " not in other.reason or other.variant != row.variant
    torus = next(row for row in AT_BOTH_ENDS if row.name == "a torus")
    assert "as of a torus" in choose(_placed(torus, True)).reason
    assert " as of " not in choose(_placed(torus, True, n=2**18)).reason
    assert " as of " not in choose(_placed(torus, True, is_cpu=True, coverage=0.0)).reason


def test_options_of_the_user_come_before_a_row():
    torus = next(row for row in AT_BOTH_ENDS if row.name == "a torus")
    placed = _placed(torus, True)
    agreed = choose(placed, {"initialization": "self"})
    assert "as of a torus" in agreed.reason
    other = choose(placed, {"initialization": "far-smaller"})
    assert " as of " not in other.reason
    assert other.options["initialization"] == "far-smaller"
    # The row's variant has no such option, and what the rules choose has.
    near = next(row for row in AT_BOTH_ENDS if row.name == "near neighbors")
    placed = _placed(near, True, is_sorted=False)
    assert choose(placed).variant == near.variant == "hb/async/single"
    other = choose(placed, {"initialization": "blocks"})
    assert (" as of " in other.reason, other.variant) == (False, "csr/early/halve")


def test_what_a_row_has_is_measured():
    for rows, finalists in ((AT_BOTH_ENDS, OF_ROWS), (AT_ONE_END, OF_ONE_END)):
        known = [resolve(*finalist) for finalist in finalists]
        for row in rows:
            with case(row=row):
                assert resolve(row.variant, row.options) in known


def resolve(name, options):
    return name, resolve_options(find_variant(name), options)


@pytest.mark.parametrize(
    ("name", "order", "storage", "expected"),
    [
        ("torus", "as is", "both", "a lattice"),
        ("strip", "stride 7", "unsorted", "a lattice"),
        ("hexagons", "blocks of 1024", "smaller", "hexagons or a ladder"),
        ("strip", "as is", "either", "a strip or a torus"),
        ("small world", "two sides", "both", "a small world"),
        ("tree of near", "both ends", "both", "a tree of near vertices from both ends"),
        ("band of 5", "both ends", "larger", "a band from both ends"),
    ],
)
def test_the_looks_tell_a_structure(name, order, storage, expected, programs):
    """Of 1.1 million vertices, which no table has seen but for one of its hold-outs."""
    from clconn.opencl_backend.graph.placement import to_device

    orders = [text for text in ORDERS if text.startswith(order)] or list(ORDERS)
    seed = ORDERED.index(name) + len(ORDERED) * ORDERS.index(orders[0])
    title, graph = ordered_structure(seed, 1_100_000)
    assert title.startswith(f"{name}, {orders[0]}, ")
    stored = store(graph, storage, seed)
    placed = to_device(stored, programs.queue)
    seen = SimpleNamespace(
        n=placed.n, entry_count=placed.entry_count, symmetric=storage in ("both", "unsorted"),
        is_sorted=storage != "unsorted", rows=(), first_links=placed.first_links,
        runtime=SimpleNamespace(is_cpu=False),
    )  # fmt: skip
    chosen = choose(seen, problem=COMPONENTS)
    assert f"as of {expected}, of which this was the fastest" in chosen.reason


def test_sizes_follow_each_other():
    """But that many rows leave a million, 2^20, to the rules, which were made for so many."""
    below, millions, large = structure.BELOW_A_MILLION, structure.MILLIONS, structure.LARGE
    assert below[1] == millions[0]
    assert millions[1] == large[0] == VERTICES_OF_LARGE
    assert (millions[0] + 1, millions[1]) == structure.BEYOND_A_MILLION
