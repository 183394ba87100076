"""New rows of the table work on every device, without an edit elsewhere."""

from dataclasses import MISSING, fields

import numpy as np
import pytest

import clconn
from clconn.design_space import EdgeSource, Finish, UnionRule
from clconn.graph import Graph
from clconn.problems import COMPONENTS, FOREST
from tests.helpers.cases import case
from tests.helpers.graphs import REPRESENTATIVE, hand_made
from tests.helpers.new_rows import new_source, new_union
from tests.helpers.oracles import scipy_roots
from tests.helpers.representative_variants import USUAL_FIND
from tests.helpers.small_degree_classes import runtime_with_small_classes

GRAPHS = (*REPRESENTATIVE, "path-shuffled", "hub-of-400", "unsorted-symmetric-rows")


@pytest.fixture
def union(monkeypatch):
    with new_union(monkeypatch) as name:
        yield name


@pytest.fixture
def source(monkeypatch):
    with new_source(monkeypatch) as name:
        yield name


def _assert_components(graph, variant, device, **options):
    result = clconn.connected_components(graph, variant=variant, device=device, options=options)
    np.testing.assert_array_equal(result.roots, scipy_roots(graph))


@pytest.mark.parametrize("edges", ["csr", "kout", "hb", "bfs", "coo", "coo-relabel"])
def test_a_union_by_a_random_priority(union, edges, device):
    rows = [row for row in clconn.variants() if (row.edges, row.finish) == (edges, union)]
    assert {row.compression for row in rows} == {"naive", "compress", "halve", "split"}
    # Another order of the vertices meets every find in test_components.py: async-random.
    for row in rows if edges == "csr" else (row for row in rows if row.compression == USUAL_FIND):
        for name in GRAPHS:
            with case(variant=row, graph=name):
                graph = hand_made(name)
                _assert_components(graph, row, device)
                result = clconn.connected_components(graph, variant=row, backend="reference")
                np.testing.assert_array_equal(result.roots, scipy_roots(graph))
    # What the find does not change, with one of them.
    usual = f"{edges}/{union}/{USUAL_FIND}"
    small = runtime_with_small_classes(device)
    for name in GRAPHS:
        with case(graph=name):
            graph = hand_made(name)
            for finalization in ("split", "compress"):
                _assert_components(graph, usual, device, finalization=finalization)
            _assert_components(graph, usual, small)
            assert clconn.spanning_forest(graph, variant=usual, device=device, verify=True)


@pytest.mark.parametrize("initialization", ["first-smaller", "smallest", "self"])
def test_a_union_by_a_random_priority_begins_in_its_order(union, initialization, device):
    options = {"initialization": initialization}
    for name in GRAPHS:
        with case(graph=name):
            _assert_components(hand_made(name), f"csr/{union}/compress", device, **options)


def test_rows_that_are_not_symmetric(union, device):
    """A processor unites smaller neighbors first, flattens, and looks at the larger ones after."""
    generator = np.random.default_rng(5)
    for count in (0, 40, 400, 1500):
        ends = generator.integers(0, 300, (2, count))
        order = np.argsort(ends[0], kind="stable")
        offsets = np.searchsorted(ends[0][order], np.arange(301))
        graph = Graph.from_csr(offsets, ends[1][order])
        for find in ("naive", "compress", "halve", "split"):
            with case(entries=count, find=find):
                _assert_components(graph, f"csr/{union}/{find}", device)


def test_a_sampling_source_under_another_name_gets_symmetric_rows(source, device):
    """Whether rows must be symmetric is a trait of the source, and no matter of its name."""
    generator = np.random.default_rng(6)
    small = runtime_with_small_classes(device)
    for count in (1, 5, 30, 60, 100, 300):
        for _ in range(7):
            ends = generator.integers(0, 60, (2, count))
            order = np.argsort(ends[0], kind="stable")
            offsets = np.searchsorted(ends[0][order], np.arange(61))
            graph = Graph.from_csr(offsets, ends[1][order])
            for given in (device, small):
                _assert_components(graph, f"{source}/async/split", given)
    result = clconn.connected_components(graph, variant=f"{source}/ecl/halve", backend="reference")
    np.testing.assert_array_equal(result.roots, scipy_roots(graph))


def test_the_rows_of_a_new_source_are_not_gconns(source):
    rows = [row for row in clconn.variants() if row.edges == source]
    assert len(rows) > 50
    assert {row.origins for row in rows} == {("clconn",)}
    assert len(clconn.variants(origin="gconn")) == 339
    assert len(clconn.variants(FOREST, origin="gconn")) == 132


def test_the_rows_of_a_new_union_are_not_gconns(union):
    assert {row.origins for row in clconn.variants() if row.finish == union} == {("clconn",)}
    assert len(clconn.variants(COMPONENTS, origin="gconn")) == 339


@pytest.mark.parametrize("traits", [EdgeSource, Finish, UnionRule])
def test_no_trait_has_a_default(traits):
    for field in fields(traits):
        assert (field.default, field.default_factory) == (MISSING, MISSING), field.name
