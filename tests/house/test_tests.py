"""The tests themselves: few items, an end to hangs, and typical variants of the whole table."""

import os
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path

import pytest

from clconn.design_space import variants
from clconn.design_space.components import SKIP_SETTLED
from clconn.problems import DESIGN_SPACES
from tests.helpers.cases import case, for_each, triples_of_product
from tests.helpers.representative_variants import (
    crossing,
    crossing_where_unions_are_alike,
    is_between,
    is_typical,
    one_of_each_edge_source,
    option_sets,
    option_settings,
)

ROOT = Path(__file__).resolve().parents[2]
MOST_ITEMS = 12_000
EVERY = [variant for problem in DESIGN_SPACES for variant in variants(problem)]

HANGS = {
    "in Python": "import time; time.sleep(600)",
    # As a driver does: in C, where no signal is seen.
    "in C": """
    import ctypes
    library, lock = ctypes.CDLL(None), ctypes.create_string_buffer(256)
    library.pthread_mutex_init(lock, None)
    for _ in range(2):
        library.pthread_mutex_lock(lock)
    """,
}


def test_collecting_stays_quick(request):
    """Graphs are looped over; items are variants. Each further device has items of its own."""
    items = [getattr(item, "callspec", None) for item in request.session.items]
    devices = [call.params["device"] for call in items if call and "device" in call.params]
    of_one = devices.count(devices[0]) if devices else 0
    assert len(items) - len(devices) + of_one <= MOST_ITEMS


def test_every_test_has_a_time_limit(pytestconfig):
    assert 0 < float(pytestconfig.getini("timeout")) <= 900


@pytest.mark.skipif(os.name != "posix", reason="hangs as POSIX does")
@pytest.mark.parametrize("how", HANGS)
def test_a_test_that_hangs_is_ended(how, tmp_path):
    path = tmp_path / "test_hang.py"
    path.write_text(f"def test_hang():\n    {HANGS[how].strip()}\n")
    options = ["-c", str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider", "--timeout", "1"]
    child = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(path)],
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert child.returncode != 0
    assert "Timeout" in child.stdout + child.stderr
    assert "test_hang" in child.stdout + child.stderr


def test_a_failure_names_its_case():
    @for_each("graph", ["path", "torus"])
    def fails(graph, limit):
        assert len(graph) < limit

    fails(limit=6)
    with pytest.raises(AssertionError) as caught, case(variant="csr/ecl/split"):
        fails(limit=5)
    assert caught.value.__notes__ == ["graph=torus", "variant=csr/ecl/split"]


def test_each_edge_source_and_finish_has_a_typical_variant():
    def pairs(rows):
        return {(row.problem, row.edges, row.finish) for row in rows}

    assert pairs(filter(is_typical, EVERY)) == pairs(EVERY)
    for problem in DESIGN_SPACES:
        sources = [row.edges for row in one_of_each_edge_source(variants(problem))]
        assert sources == list(dict.fromkeys(row.edges for row in variants(problem)))


def test_crossing_variants_have_each_finish_and_each_source_with_each_trait():
    def finishes(rows):
        return {(row.problem, row.finish) for row in rows}

    def traits(rows):
        return {(row.problem, row.edges, row.kind, row.rule) for row in rows}

    def kinds(rows):
        return {(problem, edges, kind) for problem, edges, kind, _ in traits(rows)}

    chosen = [row for problem in DESIGN_SPACES for row in crossing(variants(problem))]
    assert finishes(chosen) == finishes(EVERY)
    assert traits(chosen) == traits(EVERY)
    assert {*chosen} < {*filter(is_typical, EVERY)}
    fewer = [
        row
        for problem in DESIGN_SPACES
        for row in crossing_where_unions_are_alike(variants(problem))
    ]
    assert finishes(fewer) == finishes(EVERY)
    assert kinds(fewer) == kinds(EVERY)
    assert {*fewer} < {*chosen}


@for_each("variant", EVERY)
def test_few_settings_have_every_value_of_every_option(variant):
    tried = option_sets(variant)
    for option in variant.options:
        # Its default by turns, too.
        expected = option.values if option == SKIP_SETTLED else option.values[1:]
        assert {settings[option.name] for settings in tried} == set(expected)


def test_every_value_of_an_option_meets_each_edge_source_and_finish():
    def values(row):
        return {(option.name, value) for option in row.options for value in option.values[1:]}

    for problem in DESIGN_SPACES:
        rows = [*filter(is_typical, variants(problem))]
        tried = option_settings(rows)
        single = [(row, *some.items()) for row, some in tried if len(some) == 1]
        alone = {(row.edges, *value) for row, value in single}
        assert alone == {(row.edges, *value) for row in rows for value in values(row)}
        usual = SKIP_SETTLED.name, SKIP_SETTLED.default
        met = {(row.finish, *one) for row, some in tried for one in some.items() if one != usual}
        expected = {
            (row.finish, option.name, value)
            for row in rows
            for option in row.options
            for value in option.values[1:]
            if not is_between(value, option.values[1:])
        }
        assert expected <= met <= {(row.finish, *value) for row in rows for value in values(row)}


def test_any_three_choices_meet():
    factors = ("ab", range(3), (True, False), "xyz", (None, 0))
    chosen = triples_of_product(*factors)
    assert chosen[0] == ("a", 0, True, "x", None)
    assert len(chosen) < 0.5 * len(list(product(*factors)))
    for places in combinations(range(5), 3):
        met = {tuple(each[place] for place in places) for each in chosen}
        assert met == set(product(*(factors[place] for place in places)))
    for few in (("ab", "cd"), ("ab", "cd", "")):
        with pytest.raises(AssertionError, match=r"few|no value"):
            triples_of_product(*few)
