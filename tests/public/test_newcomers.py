"""What newcomers type first: scipy's way to unpack, a path as a graph; and what they read."""

import io
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn import Graph
from clconn.errors import GraphError
from clconn.percentage import percentage
from tests.helpers.problems import PROBLEMS

MATRIX = scipy.sparse.csr_array(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]]))
GRAPH = Graph.from_scipy(MATRIX)


def test_components_unpack_as_those_of_scipy():
    count, labels = clconn.connected_components(MATRIX, backend="reference")
    expected_count, expected_labels = scipy.sparse.csgraph.connected_components(MATRIX)
    assert count == expected_count
    assert type(count) is type(expected_count) is int
    np.testing.assert_array_equal(labels, expected_labels)
    assert labels.dtype == expected_labels.dtype


def _functions():
    """What takes a graph, and what the advice says in addition."""
    for problem in PROBLEMS.values():
        more = ", directed=True" if problem.directed else ""
        verify = problem.load("verifier")
        yield problem.load("function"), more
        yield lambda graph, verify=verify: verify(graph, [0, 0, 1]), more
    yield clconn.explore, ""
    yield Graph.from_scipy, ""
    yield Graph.from_networkx, ""
    yield lambda graph: clconn.write(graph, "unused.txt"), ""


@pytest.mark.parametrize("path", ["roads.mtx", b"roads.mtx", Path("roads.mtx")])
def test_a_path_as_graph_is_told_how_to_read_it(path):
    for function, more in _functions():
        with pytest.raises(GraphError, match=rf"clconn\.read\('roads\.mtx'{more}\)"):
            function(path)


def test_an_open_file_as_graph_is_told_how_to_read_it():
    for function, more in _functions():
        with pytest.raises(GraphError, match=rf"clconn\.read\(file{more}\)"):
            function(io.BytesIO(b"0 1\n"))


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0 %"),
        (0.3, "30 %"),
        (0.8736, "87.4 %"),
        (0.9994, "99.9 %"),
        (0.9996, "99.96 %"),
        ((2**31 - 2) / (2**31 - 1), "99.99999995 %"),
        (1 - 2**-53, "99.99999999999999 %"),
        (1.0, "100 %"),
    ],
)
def test_percentages(share, text):
    assert percentage(share) == text


@given(share=st.floats(0, 1))
def test_only_the_whole_is_100_percent(share):
    assert (percentage(share) == "100 %") == (share == 1)
