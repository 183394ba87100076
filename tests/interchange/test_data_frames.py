"""Graphs of data frames: every library, every kind of ids, and tables that are no graphs."""

import datetime
import decimal
import sys
from types import SimpleNamespace

import networkx
import numpy as np
import pytest

import clconn
from clconn.errors import GraphError, MissingLibraryError
from clconn.interchange import frame_edges
from tests.helpers.libraries import library
from tests.interchange.tables import FRAMES, TABLES

from_dataframe = clconn.Graph.from_dataframe

ENDS = {
    "words": (["turin", "b", "Zagreb", "b", "\xe9"], ["b", "x", "y", "turin", "y"]),
    "sparse": ([7, 10**12, 7, 3, 3], [10**12, -5, 7, 4, 3]),
    "dense": ([0, 3, 1, 4, 0], [1, 2, 0, 4, 0]),
    "from 1": ([1, 3, 1, 4, 5], [2, 2, 1, 4, 5]),
}  # fmt: skip
WEIGHTS = [4, 2, 2, 9, 1]


@pytest.mark.parametrize("kind", ENDS)
@pytest.mark.parametrize("table", TABLES)
def test_a_graph_answers_by_the_ids_of_a_table(table, kind, monkeypatch):
    frame = TABLES[table](dict(zip(("from", "to", "km"), (*ENDS[kind], WEIGHTS), strict=True)))
    check_answers(frame, kind)
    # As if the same words stood in many rows.
    monkeypatch.setattr(frame_edges, "ROWS_OF_A_WORD", 0)
    if table != "reader":  # which is read once
        check_answers(frame, kind)


def check_answers(frame, kind):
    sources, targets = ENDS[kind]
    graph = from_dataframe(frame, "from", "to", "km")
    ids = sorted({*sources, *targets})
    if kind == "dense":
        assert graph.nodes is None
    else:
        assert list(graph.nodes) == ids
    assert graph.n == len(ids)
    named = [[ids[vertex] for vertex in end.tolist()] for end in graph.edges()]
    assert named == [sources, targets]
    assert graph.weights.tolist() == WEIGHTS
    expected = networkx.Graph()
    for source, target, weight in zip(sources, targets, WEIGHTS, strict=True):
        if not expected.has_edge(source, target) or expected[source][target]["weight"] > weight:
            expected.add_edge(source, target, weight=weight)
    groups = {
        frozenset(map(_plain, group)) for group in clconn.connected_components(graph).groups()
    }
    assert groups == set(map(frozenset, networkx.connected_components(expected)))
    lightest = networkx.minimum_spanning_tree(expected).size(weight="weight")
    assert clconn.minimum_spanning_forest(graph).total_weight == lightest


def _plain(name):
    return name.item() if isinstance(name, np.generic) else name


@pytest.mark.parametrize("table", TABLES)
def test_an_empty_table(table):
    frame = TABLES[table]({"u": ["a", "b"], "v": ["b", "c"]})
    if isinstance(frame, dict):
        frame = {name: column[:0] for name, column in frame.items()}
    elif table == "reader":
        frame = frame.read_all()[:0].to_reader()
    elif table == "dask":
        frame = frame[frame["u"] == "z"]
    else:
        frame = frame.head(0) if hasattr(frame, "head") else frame[:0]
    graph = from_dataframe(frame)
    assert (graph.n, graph.edge_count) == (0, 0)


@pytest.mark.parametrize("table", TABLES)
def test_the_largest_integers(table):
    ids = [2**64 - 1, 2**63, 0]
    if table != "mapping":
        ids = np.array(ids, np.uint64)
    graph = from_dataframe(TABLES[table]({"u": ids, "v": ids[::-1]}))
    assert graph.nodes.tolist() == [0, 2**63, 2**64 - 1]
    assert [end.tolist() for end in graph.edges()] == [[2, 1, 0], [0, 1, 2]]


@pytest.mark.parametrize("frame", FRAMES)
def test_columns_of_pandas_and_polars_are_not_copied(frame):
    ends = np.array([0, 1, 2], np.int32), np.array([1, 2, 0], np.int32)
    made = FRAMES[frame]({"u": ends[0], "v": ends[1], "w": np.array([0.5, 1.5, 2.5])})
    graph = from_dataframe(made, weight="w")
    again = from_dataframe(made, weight="w")
    arrays = zip((*graph.edges(), graph.weights), (*again.edges(), again.weights), strict=True)
    shared = [np.shares_memory(*pair) for pair in arrays]
    assert shared == [frame != "pyarrow"] * 3 or shared == [True] * 3


def test_many_words_and_few():
    random = np.random.default_rng(1)
    for count in (10, 5000):
        words = np.char.add("user", random.integers(0, count, (2, 5000)).astype(str))
        expected = from_dataframe({"u": words[0], "v": words[1]})
        for make in FRAMES.values():
            graph = from_dataframe(make({"u": words[0].tolist(), "v": words[1].tolist()}))
            assert graph.nodes.tolist() == expected.nodes.tolist()
            for end, other in zip(graph.edges(), expected.edges(), strict=True):
                np.testing.assert_array_equal(end, other)


# ------------------------------------------------------------------ what ids mean


def test_ids_may_be_numbers_of_vertices():
    table = {"u": [0, 4], "v": [1, 6]}
    assert from_dataframe(table).nodes.tolist() == [0, 1, 4, 6]
    graph = from_dataframe(table, n=9)
    assert (graph.n, graph.nodes) == (9, None)
    graph = from_dataframe(table, renumber=False)
    assert (graph.n, graph.nodes) == (7, None)
    assert graph.edges()[1].tolist() == [1, 6]


def test_dense_ids_have_names_if_asked_for():
    graph = from_dataframe({"u": [0, 1], "v": [1, 2]}, renumber=True)
    assert graph.nodes.tolist() == [0, 1, 2]


def test_rows_may_be_arcs():
    table = {"u": ["a", "b", "b"], "v": ["b", "a", "c"]}
    assert clconn.strongly_connected_components(from_dataframe(table, directed=True)).count == 2
    assert clconn.strongly_connected_components(from_dataframe(table)).count == 1


@pytest.mark.parametrize("names", [*frame_edges.OBVIOUS_ENDS])
def test_obvious_columns_need_no_names(names):
    other = {"other": [1.5]}
    assert from_dataframe({**other, names[1]: ["b"], names[0]: ["a"]}).nodes.tolist() == ["a", "b"]


def test_columns_may_be_called_by_numbers():
    frame = library("pandas").DataFrame([[7, 1, 8], [8, 2, 9]])
    graph = from_dataframe(frame, 2, 0, 1)
    assert graph.nodes.tolist() == [7, 8, 9]
    assert graph.weights.tolist() == [1, 2]


def test_a_column_may_be_both_ends():
    for make in (dict, *FRAMES.values()):
        graph = from_dataframe(make({"a": ["x", "y"]}), "a", "a")
        assert [end.tolist() for end in graph.edges()] == [[0, 1], [0, 1]]


# -------------------------------------------------------------------- bad input


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(
    ("columns", "arguments", "message"),
    [
        ({"u": [1, None], "v": [1, 2]}, {}, "row 1 has no value in column 'u'.*dropna.*drop_nulls"),
        ({"u": ["a", "b", "c"], "v": ["a", None, "b"]}, {}, "row 1 has no value in column 'v'"),
        ({"u": [1], "v": [2], "w": [None]}, {"weight": "w"}, "row 0 has no value in column 'w'"),
        ({"u": [1.5], "v": [2]}, {}, "column 'u' holds Float64; an id is an integer or a string"),
        ({"u": [1], "v": [True]}, {}, "column 'v' holds Boolean"),
        ({"u": [datetime.datetime(2026, 1, 1)], "v": [1]}, {}, "column 'u' holds Datetime"),
        ({"u": ["a"], "v": [1]}, {}, "row 0 joins 'a' of column 'u' and 1 of column 'v'"),
        ({"u": ["a"], "v": ["b"]}, {"n": 2}, "column 'u' holds names, such as 'a'"),
        ({"u": ["a"], "v": ["b"]}, {"renumber": False}, "column 'u' holds names"),
        ({"u": [1], "v": [2]}, {"n": 2}, "outside 0..1; n .* has to be 3 or more, or left"),
        ({"u": [1], "v": [2]}, {"n": 3, "renumber": True}, "leave one out"),
        ({"u": [1], "v": [2]}, {"weight": "w"}, "there is no column 'w'; the columns are 'u', 'v'"),
        ({"u": [1], "v": [2]}, {"source": "a", "target": "v"}, "there is no column 'a'"),
        ({"u": [1], "v": [2]}, {"source": "u"}, "give the names of both"),
        ({"a": [1], "b": [2]}, {}, "there is no pair 'source' and 'target'.*columns are 'a', 'b'"),
        ({"u": [1], "v": [2], "src": [1], "dst": [2]}, {}, "both 'src' and 'dst', 'u' and 'v'"),
        ({"u": [1], "v": [2], "w": ["x"]}, {"weight": "w"}, "weigh"),
        ({"u": [1], "v": [2], "w": [decimal.Decimal("0.1")]}, {"weight": "w"}, "row 0 is.*round"),
    ],
)  # fmt: skip
def test_tables_that_are_no_graphs(frame, columns, arguments, message):
    with pytest.raises(GraphError, match=message):
        from_dataframe(FRAMES[frame](columns), **arguments)


def test_negative_ids_that_are_to_be_numbers():
    for make in FRAMES.values():
        frame = make({"u": [1], "v": [-2]})
        assert from_dataframe(frame).nodes.tolist() == [-2, 1]
        for arguments in ({"n": 2}, {"n": 9, "renumber": False}, {"renumber": False}):
            # What is advised is not refused by the next message.
            how = "without n" if "n" in arguments else r"\(--renumber on"
            with pytest.raises(GraphError, match=rf"1 and -2, outside .*; renumber=True {how}"):
                from_dataframe(frame, **arguments)


def test_a_weight_that_is_nan():
    with pytest.raises(GraphError, match="the weight of row 1 is NaN"):
        from_dataframe({"u": [1, 2], "v": [2, 1], "w": [1.0, float("nan")]}, weight="w")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"u": [1, None], "v": [1, 2]}, "edge 1 has no source"),
        ({"u": [1, 2], "v": [1]}, "one source and one target"),
        ({"u": [[1]], "v": [[2]]}, "expected one dimension"),
        (np.zeros((3, 2)), "no names of columns"),
        (5, "expected a data frame, got int"),
        ("edges.csv", r"clconn.read\('edges.csv'\)"),
    ],
)
def test_what_is_no_table(table, message):
    with pytest.raises(GraphError, match=message):
        from_dataframe(table)


def test_a_column_is_no_table():
    for make in FRAMES.values():
        frame = make({"u": [1]})
        with pytest.raises(GraphError, match="expected a data frame"):
            from_dataframe(frame["u"])


def test_two_columns_of_one_name():
    frame = library("pandas").DataFrame([[1, 2, 3]], columns=["u", "v", "u"])
    with pytest.raises(GraphError, match="'u'"):
        from_dataframe(frame)


def test_without_narwhals(monkeypatch):
    monkeypatch.setitem(sys.modules, "narwhals", None)
    with pytest.raises(MissingLibraryError, match=r"pip install 'clconn\[dataframe\]'"):
        from_dataframe(SimpleNamespace(columns=["source", "target"]))
    with pytest.raises(GraphError, match="expected a data frame, got object"):
        from_dataframe(object())


# ------------------------------------------------- where a graph is expected


@pytest.mark.parametrize("frame", FRAMES)
def test_functions_take_frames_with_obvious_columns(frame):
    made = FRAMES[frame](
        {"source": ["a", "b", "a"], "target": ["b", "c", "c"], "weight": [3, 1, 2], "w": [1, 5, 5]}
    )
    assert clconn.connected_components(made).membership() == {"a": 0, "b": 0, "c": 0}
    assert clconn.strongly_connected_components(made).count == 3
    assert clconn.minimum_spanning_forest(made).total_weight == 3
    assert clconn.minimum_spanning_forest(made, weight="w").total_weight == 6
    assert clconn.spanning_forest(made).edge_ids.size == 2
    with pytest.raises(GraphError, match="this table has names"):
        clconn.IncrementalComponents.from_graph(made)


def test_a_frame_that_may_be_a_matrix_is_refused():
    for make in FRAMES.values():
        with pytest.raises(GraphError, match="which columns are the ends"):
            clconn.connected_components(make({"a": [0.0, 1.0], "b": [1.0, 0.0]}))


def test_integers_that_numpy_does_not_hold():
    polars = library("polars")
    frame = polars.DataFrame({"u": [0, 1], "v": [1, 2]}).cast(polars.Int128)
    with pytest.raises(GraphError, match=r"column 'u' holds Int128.*convert the column to Int64"):
        from_dataframe(frame)


def test_renumber_is_a_flag():
    with pytest.raises(GraphError, match="renumber is 'no'; expected True or False"):
        from_dataframe({"u": [0], "v": [9]}, renumber="no")
