"""Every variant of components of batches on every device against the reference."""

import numpy as np
import pytest

import clconn
from tests.helpers.batches import (
    SIZES,
    VARIANTS,
    batches_of,
    check_answers,
    ends_of,
    operations_of,
    settings_of,
)
from tests.helpers.cases import case
from tests.helpers.graphs import REPRESENTATIVE, hand_made, side_by_side
from tests.helpers.oracles import scipy_roots
from tests.helpers.representative_variants import is_typical

TYPICAL_ROWS = [variant for variant in VARIANTS if is_typical(variant)]
FORESTS = [variant for variant in VARIANTS if variant.rule and variant.rule.links_roots_only]
TYPICAL = ["auto", *map(str, TYPICAL_ROWS)]

MIXED = side_by_side(
    map(hand_made, ["one-vertex", "self-loops", "forest", "two-cliques-and-a-bridge", "bipartite"])
)
"""A graph of 300 vertices with many ways to go wrong."""


def _settings(variant):
    """Every value of the options of typical variants, each of which takes builds of its own."""
    return settings_of(variant) if variant in TYPICAL_ROWS else [{}]


def _live(n, variant, device, options=None, **more):
    return clconn.IncrementalComponents(
        n, variant=variant, options=options, backend="opencl", device=device, **more
    )


def _assert_components(live, roots):
    result = live.components()
    assert result.roots.dtype == np.int32
    np.testing.assert_array_equal(result.roots, roots)
    assert result.count == live.count == np.unique(roots).size
    assert (result.backend, result.variant) == ("opencl", live.variant)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_batches_of_all_sizes(variant, device):
    for options in _settings(variant):
        for name in REPRESENTATIVE:
            graph = hand_made(name)
            size = SIZES[-1] if graph.edge_count > 500 else SIZES[1]
            with case(graph=name, options=options, size=size):
                live = _live(graph.n, variant, device, options)
                for u, v in batches_of(graph, size):
                    live.insert(u, v)
                _assert_components(live, scipy_roots(graph))
                assert live.edge_count == graph.edge_count
        with case(options=options, size=1):
            live = _live(30, variant, device, options)
            reference = clconn.IncrementalComponents(30, variant=variant, backend="reference")
            for u, v in np.random.default_rng(2).integers(0, 30, (25, 2)).tolist():
                for one in (live, reference):
                    one.insert(u, v)
                assert live.count == reference.count
            _assert_components(live, reference.components().roots)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_answers_are_those_of_some_serial_order(variant, device):
    for options in _settings(variant):
        live, roots = _live(MIXED.n, variant, device, options), list(range(MIXED.n))
        for batch in operations_of(MIXED, 500):
            with case(options=options):
                roots = check_answers(
                    live.process(*batch), roots, *batch, separates_queries=variant.separates_queries
                )
                u, v, _ = batch
                reached = np.array(roots)
                np.testing.assert_array_equal(live.connected(u, v), reached[u] == reached[v])
        _assert_components(live, scipy_roots(MIXED))


@pytest.mark.parametrize("variant", FORESTS, ids=str)
def test_links_are_a_forest(variant, device):
    u, v = ends_of(MIXED)
    graph = clconn.Graph.from_edges(u, v, MIXED.n)
    for options in _settings(variant):
        with case(options=options):
            live = _live(MIXED.n, variant, device, options, forest=True)
            for begin in range(0, u.size, 300):
                live.insert(u[begin : begin + 300], v[begin : begin + 300])
            assert clconn.verify.forest(graph, live.spanning_forest())
            _assert_components(live, scipy_roots(MIXED))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_growing_and_going_on_from_a_file(variant, device, tmp_path):
    graph = hand_made("random-one-giant")
    u, v = ends_of(graph)
    has_forest = variant in FORESTS and variant in TYPICAL_ROWS
    for options in _settings(variant):
        with case(options=options):
            live = _live(0, variant, device, options, growing=True, forest=has_forest)
            for begin in (0, 1000, 2000):
                live.insert(u[begin : begin + 1000], v[begin : begin + 1000])
            live.save(tmp_path / "live.npz")
            again = clconn.IncrementalComponents.load(tmp_path / "live.npz", device=device)
            assert (again.variant, again.options) == (live.variant, live.options)
            for one in (live, again):
                one.insert(u[3000:], v[3000:])
                one.grow(graph.n)
                _assert_components(one, scipy_roots(graph))
                if has_forest:
                    made = clconn.Graph.from_edges(u, v, graph.n)
                    assert clconn.verify.forest(made, one.spanning_forest())


@pytest.mark.parametrize("variant", TYPICAL)
def test_again_and_again(variant, device):
    """Races do not show at once: the same batches, many times, the same components."""
    graph = hand_made("torus")
    u, v = ends_of(graph)
    for _ in range(10):
        live = _live(graph.n, variant, device)
        live.insert(u[:1000], v[:1000])
        live.insert(u[1000:], v[1000:])
        assert live.count == 1
        assert not live.components().roots.any()


@pytest.mark.parametrize("variant", TYPICAL)
def test_no_vertices_and_one(variant, device):
    for n in (0, 1):
        live = _live(n, variant, device)
        nothing = np.empty(0, dtype=np.int32)
        live.insert(nothing, nothing)
        assert live.process(nothing, nothing, nothing.astype(bool)).tolist() == []
        assert live.connected(nothing, nothing).tolist() == []
        _assert_components(live, np.arange(n))
        assert live.components().labels.tolist() == [*range(n)]
    live.insert(0, 0)
    assert live.connected(0, 0)
    assert live.count == 1
