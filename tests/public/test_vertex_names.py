"""Names of vertices: every kind of name leads to its vertex, and nothing else does."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphError
from clconn.vertex_names import VertexNames
from tests.helpers.cases import for_each

NAMES = {
    "list of strings": ["b", "a", "", "dd"],
    "list of tuples": [(0, 1), (0, 0), "x", 5],
    "list of numbers": [7, -1, 2**70, 0],
    "ascending int64": np.array([-5, 0, 7, 2**62]),
    "int64 in any order": np.array([7, 2**62, -5, 0]),
    "uint64": np.array([7, 2**64 - 1, 2**63, 0], dtype=np.uint64),
    "strings": np.array(["b", "a", "", "dd"]),
    "objects": np.array(["b", "a", None, (1, 2)], dtype=object),
}


@pytest.fixture(params=NAMES)
def nodes(request):
    return NAMES[request.param]


def _plain(names):
    return names.tolist() if isinstance(names, np.ndarray) else list(names)


def test_each_name_leads_to_its_vertex(nodes):
    names = VertexNames(4, nodes)
    for vertex, name in enumerate(_plain(nodes)):
        assert names.find(name).shape == ()
        assert names.find(name) == vertex
        assert names.name(vertex) == name
    assert names.find(nodes).tolist() == [0, 1, 2, 3]
    assert names.find(_plain(nodes)[::-1]).tolist() == [3, 2, 1, 0]
    assert names.find(iter(_plain(nodes)[2:])).tolist() == [2, 3]
    assert names.find([]).shape == (0,)
    given_back = names.names(np.array([3, 0, 0]))
    assert type(given_back) is type(nodes)
    assert _plain(given_back) == [_plain(nodes)[vertex] for vertex in (3, 0, 0)]


@pytest.mark.parametrize("kind", [name for name in NAMES if "list" not in name])
def test_an_array_of_names_keeps_its_shape(kind):
    names, square = VertexNames(4, NAMES[kind]), NAMES[kind].reshape(2, 2)
    assert names.find(square).tolist() == [[0, 1], [2, 3]]


@for_each(
    "wrong", ["nobody", 12345, -12345, 2**64, 0.5, None, b"a", ["nobody"], [12345, "a"], ("b", 9)]
)
def test_a_name_that_is_not_there(nodes, wrong):
    if wrong is None and None in _plain(nodes):
        return
    with pytest.raises(GraphError, match=r"no vertex is named|is the name of a vertex"):
        VertexNames(4, nodes).find(wrong)


def test_messages_name_the_name_and_show_others():
    with pytest.raises(GraphError, match=r"no vertex is named 'c'; the names are 'b', 'a', '', "):
        VertexNames(4, NAMES["strings"]).find(["a", "c"])
    with pytest.raises(GraphError, match=r"neither \(9, 8\) nor its item 9 is the name"):
        VertexNames(4, NAMES["list of tuples"]).find((9, 8))
    with pytest.raises(GraphError, match=r"no vertex is named \[0\]"):
        VertexNames(4, NAMES["list of tuples"]).find([[0]])


def test_numbers_are_not_rounded_and_not_read_as_text():
    names = VertexNames(2, np.array([2**53, 2**53 + 1]))
    assert names.find([2**53 + 1, 2**53]).tolist() == [1, 0]
    for wrong in ([2**63], [float(2**53)], np.array([2.0**53]), ["9007199254740992"]):
        with pytest.raises(GraphError, match="no vertex is named"):
            names.find(wrong)
    mixed = VertexNames(2, np.array([1, 2**63 + 1], dtype=np.uint64))
    assert mixed.find([1, 2**63 + 1]).tolist() == [0, 1]
    assert mixed.find(np.array([1])).tolist() == [0]
    for wrong in ([-1, 2**63 + 1], np.array([-1])):
        with pytest.raises(GraphError, match="no vertex is named -1"):
            mixed.find(wrong)
    with pytest.raises(GraphError, match="no vertex is named 1;"):
        VertexNames(1, np.array(["1"])).find(["1", 1])


@given(
    names=st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3), unique=True),
    others=st.lists(st.integers(-5, 5)),
)
def test_arrays_and_lists_find_the_same(names, others):
    by_list = VertexNames(len(names), names)
    by_array = VertexNames(len(names), np.array(names, dtype=np.int64))
    for wanted in (names, others, np.array(others, dtype=np.int8)):
        answers = []
        for way in (by_list, by_array):
            try:
                answers.append(way.find(wanted).tolist())
            except GraphError as error:
                answers.append(str(error))
        assert answers[0] == answers[1]


def test_the_message_names_the_first_that_is_no_number():
    for wrong, name in (([1, "x"], "'x'"), (np.array([0.5, 1]), "0.5"), ([1, 2, None], "None")):
        with pytest.raises(GraphError, match=f"^{name} is not a vertex"):
            VertexNames(3).find(wrong)


def test_without_names_the_numbers_are_the_names():
    numbers = VertexNames(300)
    assert numbers.find(299) == 299
    assert numbers.find(np.uint8(3)).shape == ()
    assert numbers.find({5}).tolist() == [5]
    assert numbers.find(range(3)).tolist() == [0, 1, 2]
    assert numbers.find([[0, 1], [2, 3]]).shape == (2, 2)
    assert numbers.find([]).dtype == np.intp
    assert numbers.find(np.array([255, 0], dtype=np.uint8)).tolist() == [255, 0]
    assert numbers.name(4) == 4
    assert numbers.names(np.array([1, 2])).tolist() == [1, 2]


@pytest.mark.parametrize(
    "wrong",
    [300, -1, 2**63, [0, 300], [0, -1], 0.5, [0.0], "0", ["0"], None, b"1", True, [[0], [1, 2]]],
)
def test_what_is_no_vertex_number(wrong):
    with pytest.raises(GraphError, match=r"not a vertex; the vertices are the integers 0\.\.299"):
        VertexNames(300).find(wrong)
    with pytest.raises(GraphError, match=r"is not a vertex; the graph has none"):
        VertexNames(0).find(wrong)


@pytest.mark.parametrize("nodes", [[], np.array([], dtype=np.int64), np.array([], dtype=object)])
def test_no_vertices(nodes):
    names = VertexNames(0, nodes)
    assert names.find([]).shape == (0,)
    assert len(names.names(np.array([], dtype=np.int32))) == 0
    with pytest.raises(GraphError, match="no vertex is named 0; the graph has no vertices"):
        names.find(0)


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        (["a"], "1 names for 2 vertices"),
        ({"a": 0, "b": 1}, "nodes is a dict"),
        (("a", "b"), "nodes is a tuple"),
        ("ab", "nodes is a str"),
        (np.array([0.5, 1.5]), "dtype float64"),
        (np.array([[0], [1]]), r"shape \(2, 1\)"),
        (np.array([True, False]), "dtype bool"),
    ],
)
def test_what_cannot_name_vertices(nodes, message):
    graph = clconn.Graph.from_edges([0], [1])
    with pytest.raises(GraphError, match=message):
        graph.nodes = nodes
    assert graph.nodes is None


@pytest.mark.parametrize(
    "nodes", [["a", "a"], np.array(["a", "a"]), np.array([3, 3]), [1, 1.0], [[1], [2]]]
)
def test_names_that_do_not_tell_vertices_apart(nodes):
    with pytest.raises(GraphError, match=r"two vertices are named|is not hashable"):
        VertexNames(2, nodes).find(nodes[0])


class Column:
    """What pandas and others have: no array, but it can be made one."""

    def __init__(self, values):
        self._values = np.array(values)

    def __array__(self, dtype=None, copy=None):
        return self._values


def test_columns_of_other_libraries():
    assert VertexNames(2, ["a", "b"]).find(Column(["b", "a"])).tolist() == [1, 0]
    assert VertexNames(2, np.array(["a", "b"])).find(Column(["b", "a"])).tolist() == [1, 0]
    assert VertexNames(2, np.array([7, 9])).find(Column([9, 7])).tolist() == [1, 0]
    assert VertexNames(2).find(Column([1, 0])).tolist() == [1, 0]


def test_copies_leave_the_index_out(nodes):
    names = VertexNames(4, nodes)
    names.find(nodes)
    for again in (pickle.loads(pickle.dumps(names)), copy.deepcopy(names)):
        assert set(vars(again)) == {"n", "nodes"}
        assert again.find(nodes).tolist() == [0, 1, 2, 3]


def test_dictionaries_by_name_need_names_that_are_hashable():
    graph = clconn.Graph.from_edges([0, 2], [1, 1])
    graph.nodes = ["a", ["b"], "c"]
    for result in (clconn.connected_components(graph), clconn.spanning_forest(graph)):
        with pytest.raises(GraphError, match="a name of a vertex is not hashable"):
            result.to_dict()
