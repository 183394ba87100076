"""Questions that a number of components answers."""

import inspect

import networkx
import numpy as np
import pytest
from scipy.sparse import csr_array

import clconn
from clconn.errors import GraphError, OptionError, UnknownVariantError

QUESTIONS = {
    "is_connected": clconn.connected_components,
    "number_connected_components": clconn.connected_components,
    "is_strongly_connected": clconn.strongly_connected_components,
    "number_strongly_connected_components": clconn.strongly_connected_components,
}


def _graphs():
    for seed in range(8):
        yield networkx.gnm_random_graph(9, 10, seed=seed, directed=True)
    yield networkx.path_graph(5, create_using=networkx.DiGraph)
    yield networkx.cycle_graph(5, create_using=networkx.DiGraph)
    yield networkx.empty_graph(1, create_using=networkx.DiGraph)


@pytest.mark.parametrize("backend", [None, "reference", "scipy"])
def test_networkx_has_the_same_answers(backend):
    answers = set()
    for graph in _graphs():
        for name in QUESTIONS:
            answer = getattr(clconn, name)(graph, backend=backend, verify=True)
            theirs = name if "strong" in name else name.replace("connected", "weakly_connected")
            assert answer == getattr(networkx, theirs)(graph)
            assert type(answer) is (bool if name.startswith("is") else int)
            answers.add((name, answer > 1 if type(answer) is int else answer))
    assert len(answers) == 2 * len(QUESTIONS)


def test_a_device_answers(device):
    graph = clconn.Graph.from_edges([0, 1, 2], [1, 0, 1], n=4, directed=True)
    answers = [getattr(clconn, name)(graph, device=device) for name in QUESTIONS]
    assert answers == [False, 2, False, 3]


def test_a_graph_without_vertices_is_not_connected():
    graph = clconn.Graph.from_edges([], [])
    answers = [getattr(clconn, name)(graph) for name in QUESTIONS]
    assert answers == [False, 0, False, 0]


def test_matrices_and_parallel_edges():
    matrix = csr_array(np.array([[0, 1, 0], [0, 0, 0], [1, 0, 0]]))
    assert clconn.is_connected(matrix)
    assert not clconn.is_strongly_connected(matrix)


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions_take_the_arguments_of_their_functions(name):
    question = getattr(clconn, name)
    expected = inspect.signature(QUESTIONS[name]).parameters
    assert inspect.signature(question).parameters == expected
    graph = clconn.Graph.from_edges([0], [1])
    more = ", directed=True" if "strongly" in name else ""
    with pytest.raises(GraphError, match=rf"clconn.read\('roads.mtx'{more}\)"):
        question("roads.mtx")
    with pytest.raises(UnknownVariantError, match="lists all"):
        question(graph, variant="csr/eclx/halve")
    with pytest.raises(OptionError, match="unknown backend"):
        question(graph, backend="cuda")
