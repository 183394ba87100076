"""Searches of all subgraphs at once, against one serial search after the other."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clconn.opencl_backend.device.runtime import open_runtime
from clconn.reference.strong_components.arcs import arcs_of
from clconn.reference.strong_components.reachability import closure
from tests.helpers.cases import case
from tests.helpers.directed_graphs import DIRECTED, directed_graph, directed_graphs
from tests.helpers.graphs import from_pairs
from tests.helpers.small_degree_classes import runtime_with_small_classes, with_long_offsets
from tests.opencl_backend.strong_components.decomposition import Decomposition


@pytest.fixture(scope="module", params=["usual", "small-classes", "blocks"])
def runtime(request, device):
    """The device's runtime, or one with degree classes for small graphs."""
    if request.param == "usual":
        return open_runtime(device)
    return runtime_with_small_classes(device, blocks=request.param == "blocks")


def _check(graph, runtime, labels):
    """Search from the smallest vertex of each subgraph, forward and then back."""
    arcs = arcs_of(graph)
    decomposition = Decomposition(graph, runtime, labels)
    numbers = decomposition.numbers
    decomposition.run([*numbers.elect(), *numbers.search_forward()])
    forward = labels.copy()
    names = np.unique(labels)
    count = labels.max(initial=-1) + 1
    sources = [int(np.flatnonzero(labels == name)[0]) for name in names]
    for i, source in enumerate(sources):
        within = set(np.flatnonzero(labels == names[i]).tolist())
        forward[list(closure(arcs.successors, [source], within))] = count + i
    np.testing.assert_array_equal(decomposition.labels(), forward)
    decomposition.run(numbers.search_backward())
    backward = forward.copy()
    for i, source in enumerate(sources):
        within = set(np.flatnonzero(forward == count + i).tolist())
        backward[list(closure(arcs.predecessors, [source], within))] = ~(count + i)
    np.testing.assert_array_equal(decomposition.labels(), backward)
    return decomposition


def _thirds(graph):
    return np.random.default_rng(graph.n).integers(0, 3, graph.n)


def test_hand_made_graphs(runtime):
    for name in DIRECTED:
        graph = directed_graph(name)
        for labels in (np.zeros(graph.n, dtype=int), _thirds(graph)):
            with case(graph=name, subgraphs=np.unique(labels).size):
                _check(graph, runtime, labels)


@settings(max_examples=25)
@given(graph=directed_graphs(), seed=st.integers(0, 99))
def test_drawn_graphs(graph, seed, device):
    runtime = _small_classes(device)
    labels = np.random.default_rng(seed).integers(0, 1 + seed % 4, graph.n)
    _check(graph, runtime, labels)
    _check(with_long_offsets(graph), runtime, labels)


_RUNTIMES = {}


def _small_classes(device):
    if device not in _RUNTIMES:
        _RUNTIMES[device] = runtime_with_small_classes(device)
    return _RUNTIMES[device]


def test_a_round_is_a_level(runtime):
    """The frontier is never empty before the end, and every row is read once."""
    graph = directed_graph("path")
    decomposition = _check(graph, runtime, np.zeros(graph.n, dtype=int))
    assert decomposition.work() == [1, graph.n + 1]


def test_more_is_found_at_once_than_a_work_group_remembers(runtime):
    """A hub with 3000 successors, with parallel arcs, each of which is found once."""
    pairs = [(0, v) for v in range(1, 3001)] * 2 + [(v, 3001) for v in range(1, 3001)]
    graph = from_pairs([*pairs, (3001, 0)], 3002, directed=True)
    decomposition = _check(graph, runtime, np.zeros(graph.n, dtype=int))
    assert decomposition.work() == [1, 6]
