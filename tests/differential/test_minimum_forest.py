"""Every variant of minimum spanning forests on every device: Kruskal's forest, edge by edge."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clconn
from clconn.design_space import find_variant
from clconn.graph import Graph
from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph
from clconn.opencl_backend.minimum_forest.ecl_mst import filter_threshold
from clconn.reference.minimum_forest.kruskal import kruskal
from clconn.weight_keys import canonical_edges
from tests.helpers.cases import case, for_each
from tests.helpers.graphs import (
    HAND_MADE,
    REPRESENTATIVE,
    hand_made,
    rows_side_by_side,
    side_by_side,
)
from tests.helpers.queues import new_runtime
from tests.helpers.representative_variants import option_sets
from tests.helpers.small_degree_classes import runtime_with_small_classes, with_long_offsets
from tests.helpers.strategies import graphs

VARIANTS = clconn.variants("minimum-forest")
NAMES = ["auto", *map(str, VARIANTS)]

_HUGE = 2**62
_ODD = np.array([0.0, -0.0, np.inf, -np.inf, 1.5, np.nextafter(1.5, 2), 5e-324])

WEIGHTS = {
    "none": lambda count, generator: None,
    "ties": lambda count, generator: generator.integers(0, 3, count, dtype=np.uint8),
    "int8": lambda count, generator: generator.integers(-128, 128, count, dtype=np.int8),
    "uint32": lambda count, generator: generator.integers(0, 2**32, count, dtype=np.uint32),
    # Neighbors among these are equal once they are rounded to float64.
    "int64": lambda count, generator: (
        generator.integers(-3, 4, count) + _HUGE * generator.integers(-1, 2, count)
    ),
    "float32": lambda count, generator: generator.standard_normal(count, dtype=np.float32),
    "float64": lambda count, generator: generator.choice(_ODD, count),
}


class Weighted:
    """A weighted graph and its two forests by Kruskal's algorithm, as the user's edge ids."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._found: dict[bool, Any] = {}

    def expected(self, maximum: bool) -> Any:
        """The ids of the lightest forest, or of the heaviest."""
        if maximum not in self._found:
            edges = canonical_edges(self.graph, maximum=maximum)
            self._found[maximum] = edges.ids[kruskal(self.graph.n, edges)]
        return self._found[maximum]


def weigh(graph: Graph, kind: str, seed: int = 3) -> Weighted:
    """The graph, as edges or rows as it is, with weights of a kind drawn for each entry."""
    weights = WEIGHTS[kind](graph.edge_count, np.random.default_rng(seed))
    if graph.rows is None:
        return Weighted(Graph.from_edges(*graph.edges(), graph.n, weights=weights))
    rows, symmetric = graph.rows, graph.symmetric
    return Weighted(
        Graph.from_csr(rows.offsets, rows.neighbors, weights=weights, symmetric=symmetric)
    )


def symmetric_rows(graph: Graph) -> Graph:
    """Each edge at both ends, the rows sorted and without self loops, and known to be so."""
    rows = graph.adjacency()
    return Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)


def backwards(graph: Graph) -> Graph:
    """The same rows, each from its last entry to its first; what they are is to be found out."""
    offsets, neighbors = graph.rows.offsets, graph.rows.neighbors
    first_and_last = np.repeat(offsets[:-1] + offsets[1:] - 1, np.diff(offsets))
    return Graph.from_csr(offsets, neighbors[first_and_last - np.arange(neighbors.size)])


_COMBINED = {
    "edges": lambda: side_by_side(map(hand_made, HAND_MADE)),
    "rows": lambda: rows_side_by_side(map(hand_made, HAND_MADE)),
    "symmetric": lambda: symmetric_rows(side_by_side(map(hand_made, HAND_MADE))),
    "backwards": lambda: backwards(symmetric_rows(side_by_side(map(hand_made, HAND_MADE)))),
}


@cache
def _all_at_once(form, kind):
    return weigh(_COMBINED[form](), kind)


@cache
def _one(name, kind):
    return weigh(hand_made(name), kind)


@cache
def _dense(kind):
    """Many more edges than vertices, so that most are filtered; a hub; parallel edges."""
    ends = np.random.default_rng(6).integers(0, 500, (2, 10_000))
    ends[0, :1000] = 7
    return weigh(Graph.from_edges(*ends, 500), kind)


def _verify(weighted, variant, device, options=None, maximum=False):
    graph, ids = weighted.graph, weighted.expected(maximum)
    forest = clconn.minimum_spanning_forest(
        graph, variant=variant, backend="opencl", device=device, options=options, maximum=maximum
    )
    assert forest.backend == "opencl"
    if variant != "auto":
        assert forest.variant == variant
    what = f"{variant} {options} {maximum=} on {graph!r}"
    np.testing.assert_array_equal(forest.edge_ids, ids, err_msg=what)
    assert forest.edge_ids.dtype == np.int64
    assert forest.count == graph.n - ids.size
    assert forest.maximum == maximum
    sources, targets = graph.edges()
    np.testing.assert_array_equal(forest.edges, (sources[ids], targets[ids]))
    np.testing.assert_array_equal(
        forest.weights, 1 if graph.weights is None else graph.weights[ids]
    )


@pytest.mark.parametrize("kind", WEIGHTS)
@pytest.mark.parametrize("variant", NAMES)
def test_all_hand_made_graphs_at_once(variant, kind, device):
    for maximum in (False, True):
        _verify(_all_at_once("edges", kind), variant, device, maximum=maximum)


@pytest.mark.parametrize("form", list(_COMBINED)[1:])
@pytest.mark.parametrize("variant", NAMES)
def test_rows(variant, form, device):
    """Of symmetric rows the two entries of an edge differ in their weights; the lighter counts."""
    for kind in ("none", "ties", "float64"):
        _verify(_all_at_once(form, kind), variant, device)


@pytest.mark.parametrize("variant", NAMES)
@for_each("name", HAND_MADE)
def test_hand_made_graphs(name, variant, device):
    _verify(_one(name, "ties"), variant, device)


@pytest.mark.parametrize("variant", NAMES)
@for_each("kind", ["none", "ties", "float32"])
def test_filtered_edges(kind, variant, device):
    weighted = _dense(kind)
    for maximum in (False, True):
        _verify(weighted, variant, device, maximum=maximum)
    placed = put_weighted_graph(weighted.graph, device)
    edges = (placed.edge_count, placed.sample)
    assert filter_threshold(weighted.graph.n, *edges, 3, 1) is not None


@pytest.mark.parametrize(
    ("variant", "option"),
    [
        pytest.param(variant.name, option, id=f"{variant}-{option.name}")
        for variant in VARIANTS
        for option in variant.options
    ],
)
def test_options(variant, option, device):
    for value in option.values[1:]:
        options = {option.name: value}
        for name in REPRESENTATIVE:
            with case(graph=name):
                _verify(_one(name, "float64"), variant, device, options)
        _verify(_dense("ties"), variant, device, options)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_options_together(variant, device):
    for options in option_sets(variant):
        for kind in ("ties", "float64"):
            with case(weights=kind):
                _verify(_dense(kind), variant.name, device, options)
                _verify(_all_at_once("edges", kind), variant.name, device, options)


@pytest.mark.parametrize("variant", NAMES)
def test_32_bit_minima_on_ties(variant, device):
    """Without 64-bit atomics the lowest index among equal keys is found in a step of its own."""
    has_minima = variant in map(str, VARIANTS) and find_variant(variant, "minimum-forest").options
    options = {"int64_atomics": "off"} if has_minima else {}
    for kind in ("none", "ties"):
        _verify(_all_at_once("edges", kind), variant, device, options)


def test_device_without_64_bit_atomics(device):

    runtime = new_runtime(device)
    runtime.probe = replace(runtime.probe, int64_atomics=False)
    for variant in NAMES:
        _verify(_dense("ties"), variant, runtime)


@pytest.mark.timeout(1800)  # all kernels, if none is compiled yet
@settings(max_examples=10)
@given(
    some=st.lists(graphs(), min_size=1, max_size=6),
    kind=st.sampled_from(list(WEIGHTS)),
    seed=st.integers(0, 99),
    maximum=st.booleans(),
)
def test_drawn_graphs_with_every_variant(device, some, kind, seed, maximum):
    weighted = weigh(side_by_side(some), kind, seed)
    for variant in NAMES:
        _verify(weighted, variant, device, maximum=maximum)


@pytest.mark.parametrize("variant", NAMES)
@settings(max_examples=15)
@given(
    graph=graphs(),
    kind=st.sampled_from(list(WEIGHTS)),
    seed=st.integers(0, 99),
    maximum=st.booleans(),
)
def test_drawn_graphs(variant, device, graph, kind, seed, maximum):
    _verify(weigh(graph, kind, seed), variant, device, maximum=maximum)


@pytest.mark.parametrize("variant", NAMES)
def test_again_and_again(variant, device):
    """Races do not show at once: the same graph, many times, always the same forest."""
    for _ in range(10):
        _verify(_one("random-one-giant", "ties"), variant, device)


@pytest.mark.parametrize("variant", [*map(str, VARIANTS)])
def test_every_class_of_degrees(variant, small_classes):
    for name in (*REPRESENTATIVE, "hub-of-400", "star-from-last", "clique", "torus"):
        with case(graph=name):
            _verify(_one(name, "ties"), variant, small_classes)
    _verify(_dense("float32"), variant, small_classes)


@pytest.mark.parametrize("variant", [*map(str, VARIANTS)])
def test_64_bit_offsets(variant, small_classes):
    for name in ("heavy-tailed", "both-triangles", "hub-of-400"):
        for kind in ("none", "ties"):
            graph = with_long_offsets(weigh(symmetric_rows(hand_made(name)), kind).graph)
            with case(graph=name, weights=kind):
                placed = put_weighted_graph(graph, small_classes, as_rows=True)
                # Parallel edges, or two weights for an edge, and the rows are not clean.
                assert placed.is_clean == (kind == "none" and name != "heavy-tailed")
                assert placed.offset_type == ("long" if placed.is_clean else "int")
                _verify(Weighted(graph), variant, small_classes)


@pytest.fixture(scope="module")
def small_classes(device):
    """A runtime of the device with degree classes for small graphs."""
    return runtime_with_small_classes(device)
