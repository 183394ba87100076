"""Results as data frames, dictionaries and pictures, by the names of vertices."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

import clconn
from clconn.errors import GraphError, MissingLibraryError, OptionError
from tests.helpers.libraries import library

LIBRARIES = ("pandas", "polars", "pyarrow")
NAMES = {
    "no names": None,
    "words": np.array(["u", "v", "w", "x", "y"], object),
    "large": np.array([2**40, 2**50, 2**60, 7, -1]),
    "list": ["a", "b", "c", "d", "e"],
}


def _graph(nodes):
    graph = clconn.Graph.from_edges([0, 1, 0, 3], [1, 2, 2, 4], weights=[3, 1, 2, 7], directed=True)
    graph.nodes = NAMES[nodes]
    return graph


def _columns(frame):
    if hasattr(frame, "to_pydict"):
        return frame.to_pydict()
    return {name: frame[name].to_list() for name in frame.columns}


@pytest.mark.parametrize("nodes", NAMES)
@pytest.mark.parametrize("name", LIBRARIES)
def test_frames_have_names(name, nodes):
    module = library(name)
    graph = _graph(nodes)
    ids = list(range(5)) if NAMES[nodes] is None else list(NAMES[nodes])
    for given in (name, module):
        frame = clconn.connected_components(graph).to_frame(given)
        assert isinstance(frame, getattr(module, "DataFrame", None) or module.Table)
        assert _columns(frame) == {"vertex": ids, "component": [0, 0, 0, 1, 1]}
        strong = clconn.strongly_connected_components(graph).to_frame(given)
        assert _columns(strong) == {"vertex": ids, "component": [0, 1, 2, 3, 4]}
    forest = clconn.minimum_spanning_forest(graph)
    edges = {"source": [ids[1], ids[0], ids[3]], "target": [ids[2], ids[2], ids[4]]}
    assert _columns(forest.to_frame(name)) == {**edges, "weight": [1, 2, 7]}
    spanning = clconn.spanning_forest(graph)
    columns = _columns(spanning.to_frame(name))
    ends = [[ids[vertex] for vertex in end] for end in spanning.edges]
    assert columns == {"source": ends[0], "target": ends[1]}


@pytest.mark.parametrize("nodes", NAMES)
def test_dictionaries_have_names(nodes):
    graph = _graph(nodes)
    ids = list(range(5)) if NAMES[nodes] is None else list(NAMES[nodes])
    labels = dict(zip(ids, [0, 0, 0, 1, 1], strict=True))
    assert clconn.connected_components(graph).to_dict() == labels
    strong = clconn.strongly_connected_components(graph).to_dict()
    assert strong == dict(zip(ids, range(5), strict=True))
    weights = {(ids[1], ids[2]): 1, (ids[0], ids[2]): 2, (ids[3], ids[4]): 7}
    forest = clconn.minimum_spanning_forest(graph).to_dict()
    assert forest == weights
    assert {type(weight) for weight in forest.values()} == {int}
    assert set(clconn.spanning_forest(graph).to_dict().values()) == {1}


@pytest.mark.parametrize("nodes", [["a", "a", "b"], np.array([7, 7, 2])], ids=["list", "array"])
def test_dictionaries_of_equal_names_are_refused(nodes):
    graph = clconn.Graph.from_edges([0, 1], [2, 2])
    graph.nodes = nodes
    for result in (clconn.connected_components(graph), clconn.spanning_forest(graph)):
        with pytest.raises(GraphError, match=r"two vertices are named ('a'|7)"):
            result.to_dict()
    few = clconn.Graph.from_edges([0], [2], n=3)
    few.nodes = nodes
    assert len(clconn.spanning_forest(few).to_dict()) == 1, "nothing is lost"


def test_results_of_an_empty_graph():
    graph = clconn.Graph.from_edges([], [])
    assert clconn.connected_components(graph).to_dict() == {}
    assert clconn.spanning_forest(graph).to_dict() == {}
    frame = clconn.minimum_spanning_forest(graph).to_frame(library("pandas"))
    assert frame.shape == (0, 3)


def test_the_first_library_that_is_installed_is_taken(monkeypatch):
    result = clconn.connected_components(clconn.Graph.from_edges([0], [1]))
    pandas = library("pandas")
    assert isinstance(result.to_frame(), pandas.DataFrame)
    for name in LIBRARIES:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingLibraryError, match=r"one of pandas, polars, pyarrow: pip install"):
        result.to_frame()
    with pytest.raises(MissingLibraryError, match="library='polars' cannot be imported"):
        result.to_frame("polars")
    monkeypatch.setitem(sys.modules, "polars", SimpleNamespace(DataFrame=dict))
    assert result.to_frame().keys() == {"vertex", "component"}


def test_what_is_no_library():
    result = clconn.connected_components(clconn.Graph.from_edges([0], [1]))
    for module in ("json", np, 5):
        with pytest.raises(OptionError, match="neither DataFrame nor table; expected 'pandas'"):
            result.to_frame(module)


def test_names_without_a_type():
    graph = clconn.Graph.from_edges([0], [1])
    graph.nodes = [("a", 1), 5]
    result = clconn.connected_components(graph)
    assert result.to_frame(library("pandas"))["vertex"].tolist() == [("a", 1), 5]
    with pytest.raises(GraphError, match=r"pyarrow makes no column.*library='pandas'"):
        result.to_frame(library("pyarrow"))


# ----------------------------------------------------------------------- pictures


def test_sizes_are_drawn():
    pytest.importorskip("matplotlib").use("agg")
    from matplotlib import pyplot

    graph = clconn.Graph.from_edges([0, 1, 3, 5], [1, 2, 4, 6], n=8)
    result = clconn.connected_components(graph)
    axes = result.plot_sizes()
    assert axes.lines[0].get_xydata().tolist() == [[1, 1], [2, 2], [3, 1]]
    assert axes.get_title() == "4 components, the largest of 3 vertices"
    forest = clconn.spanning_forest(graph)
    assert forest.plot_sizes(axes) is axes
    with pytest.raises(OptionError, match="axes is 5; expected matplotlib's Axes"):
        result.plot_sizes(5)
    assert axes.get_ylabel() == "number of trees"
    pyplot.close("all")
    empty = clconn.connected_components(clconn.Graph.from_edges([], [])).plot_sizes()
    empty.figure.canvas.draw()
    pyplot.close("all")


def test_no_picture_without_matplotlib(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = clconn.connected_components(clconn.Graph.from_edges([0], [1]))
    with pytest.raises(MissingLibraryError, match=r"pip install 'clconn\[plot\]'.*numpy.unique"):
        result.plot_sizes()
