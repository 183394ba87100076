"""Streams whose ids are names give the answers of whole graphs whose ids are names."""

from __future__ import annotations

import io
import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphError, GraphFileError, GraphFileWarning
from clconn.streams import (
    minimum_spanning_forest,
    open_batches,
    spanning_forest,
    stream_components,
)
from clconn.streams.names import Names
from tests.helpers.cases import for_each
from tests.streams.samples import EDGES, TEXTS, WEIGHTS, N, write_all

REFERENCE = {"backend": "reference"}
NAMELESS = ("matrix.mtx", "arcs.gr", "pace.gr")
"""Files that number their vertices themselves."""

WORD_TEXTS = {
    "blanks.txt": "# Nodes: 9 Edges: 4\nbob alice\nalice Zo\u00eb\n\n7 007\n% a comment\n- a#b\n",
    "tabs.tsv": "bob\talice\nx y\tbob\nZo\u00eb\tbob\n",
    "heading.csv": "source,target,weight\nbob,alice,3\nalice,7,4\ncyd,dan,1.5\n",
    "quotes.csv": '"bob";"alice, too"\n"cyd";bob\n',
    "times.csv": "from,to,weight,time\nbob,alice,1,9\nalice,7,1,8\n",
    "konect.txt": "% sym unweighted\n% 3 3 3\nbob alice\nalice 7\n",
    "networkx.edgelist": "bob alice {'weight': 3}\nalice cyd {'weight': 4}\n",
    "end.txt": "bob alice\r\nalice cyd",
    "not utf-8": b"b\xf6b alice\nalice \xff\n\xed\xa0\x80 x\n\xf0\x9f\x98\x80 x\n",
}


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    return write_all(tmp_path_factory.mktemp("sources"))


def _check(streamed, graph, what=None):
    whole = clconn.connected_components(graph, backend="scipy")
    components = streamed.components()
    nodes = graph.nodes.tolist()
    assert components.nodes.tolist() == nodes, what
    assert components.nodes.dtype == graph.nodes.dtype, what
    assert (streamed.n, streamed.count) == (len(nodes), whole.count), what
    assert components.roots.tolist() == whole.roots.tolist(), what
    assert components.labels.tolist() == whole.labels.tolist(), what


# ----------------------------------------------------------------------- every source


@pytest.mark.parametrize("batch", [1, 10, 1000])
def test_every_source(sources, batch):
    for name, source in sources.items():
        if name.startswith(NAMELESS):
            continue
        streamed = stream_components(
            source.make(), batch=batch, renumber=True, **source.arguments, **REFERENCE
        )
        ends = EDGES.T + name.startswith("konect")
        _check(streamed, clconn.Graph.from_edges(*ends, renumber=True), name)
        assert streamed.edge_count == 137


def test_vertices_that_only_a_header_counts_are_left_out(sources):
    source = sources["edges.txt"]
    assert stream_components(source.make(), **REFERENCE).n == N
    assert stream_components(source.make(), renumber=True, **REFERENCE).n == len({*EDGES.flat})


@for_each("name", WORD_TEXTS)
@for_each("batch", [1, 2, 1000])
@pytest.mark.filterwarnings("ignore::clconn.errors.GraphFileWarning")
def test_words(tmp_path, name, batch):
    text = WORD_TEXTS[name]
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    graph = clconn.read(path, renumber=True)
    for source in (path, io.BytesIO(path.read_bytes())):
        streamed = stream_components(source, batch=batch, renumber=True, **REFERENCE)
        _check(streamed, graph)
        assert streamed.format == graph.file_format == "edge-list"


def test_many_words_in_many_blocks(tmp_path):
    """More than the first 64 KiB, and the same word in many of the blocks."""
    random = np.random.default_rng(3)
    ends = random.integers(0, 9000, (20_000, 2)).tolist()
    path = tmp_path / "words.txt"
    path.write_text("".join(f"name-of-{u} name-of-{v}\n" for u, v in ends))
    graph = clconn.read(path, renumber=True)
    for batch in (300, 10**6):
        _check(stream_components(path, batch=batch, renumber=True, **REFERENCE), graph)


def test_on_a_device(sources, device):
    for name in ("quotes.csv", "wide.npy", "iterator of 10"):
        streamed = stream_components(sources[name].make(), batch=20, renumber=True, device=device)
        assert streamed.live.backend == "opencl"
        _check(streamed, clconn.Graph.from_edges(*EDGES.T, renumber=True), name)


@for_each(
    "ids",
    [
        [5, 3, 5, 4],
        [2**40, -(2**62), 7, 2**40],
        [2**63, 2**64 - 1, 3, 0],
        [3, 2**64 - 1, -5, 3],  # of which no type of 64 bits holds all
        [2**31 - 1, 2**31, 5, -1],
    ],
)
def test_integers_of_any_size(ids):
    graph = clconn.Graph.from_edges(ids[:-1], ids[1:], renumber=True)
    batches = [([u], [v]) for u, v in itertools.pairwise(ids)]
    for batch in (1, 2, 10):
        _check(stream_components(batches, batch=batch, renumber=True, **REFERENCE), graph)


def test_no_edges():
    texts = (io.BytesIO(text) for text in (b"# nothing\n", b"source,target\n"))
    for source in ([], np.empty((0, 2), int), *texts):
        streamed = stream_components(source, renumber=True, **REFERENCE)
        assert (streamed.n, streamed.count, streamed.edge_count) == (0, 0, 0)
        components = streamed.components()
        assert (components.nodes.tolist(), components.labels.tolist()) == ([], [])


@given(
    st.lists(st.lists(st.integers(-20, 20) | st.integers(2**63 - 9, 2**63 + 9)), max_size=8),
    st.data(),
)
def test_numbers_stay_and_names_come_back(batches, data):
    names, known = Names(), []
    for batch in batches:
        cut = len(batch) // 2
        half = [np.array(part, dtype=object) for part in (batch[:cut], batch[cut:])]
        numbers = [each.tolist() for each in names.numbers_of_ends(*half)]
        known += sorted(set(batch) - set(known))
        assert numbers == [[known.index(name) for name in part] for part in half]
        assert names.first(len(known)).tolist() == known
    count = data.draw(st.integers(0, len(known)))
    assert names.first(count).tolist() == known[:count]
    order = names.in_order(count)
    assert order.nodes.tolist() == sorted(known[:count])
    assert order.nodes[order.places].tolist() == known[:count]
    other = Names()
    other.go_on(names.first(count))
    assert other.first(count).tolist() == known[:count]


def test_a_name_moves_seldom():
    names = Names()
    random = np.random.default_rng(0)
    for _ in range(200):
        ends = random.integers(0, 2**60, (2, 50))
        names.numbers_of_ends(*ends)
    sizes = [run.names.size for run in names._integers._runs]
    assert sum(sizes) == 200 * 100
    assert all(one >= 2 * other for one, other in itertools.pairwise(sizes))


def test_more_names_than_vertices(monkeypatch):
    monkeypatch.setattr("clconn.streams.names.MAXIMUM_VERTICES", 3)
    for source in ([([1, 2], [2, 3])], io.BytesIO(b"a b\nb c\n")):
        assert stream_components(source, renumber=True, **REFERENCE).n == 3
    for source in ([([1, 2], [2, 3]), ([3], [4])], io.BytesIO(b"a b\nb c\nc d\n")):
        with pytest.raises((GraphError, GraphFileError), match="more than 3 names"):
            stream_components(source, renumber=True, **REFERENCE)


# ----------------------------------------------------------------------- forests


@pytest.mark.parametrize("batch", [1, 10, 1000])
def test_forests(sources, batch):
    for name in ("weights.csv", "set.sources.npy", "iterator of 10"):
        ends = EDGES.T * 7 - 90 if name.startswith("iterator") else EDGES.T
        graph = clconn.Graph.from_edges(*ends, weights=WEIGHTS, renumber=True)
        source = [(*ends, WEIGHTS)] if name.startswith("iterator") else sources[name].make()
        forest = minimum_spanning_forest(source, batch=batch, renumber=True)
        right = clconn.minimum_spanning_forest(graph)
        assert forest.edge_ids.tolist() == right.edge_ids.tolist()
        assert forest.nodes.tolist() == graph.nodes.tolist()
        assert np.array(forest.edges).tolist() == np.array(right.edges).tolist()
        assert forest.labels.tolist() == right.labels.tolist()
        source = [(*ends, WEIGHTS)] if name.startswith("iterator") else sources[name].make()
        forest = spanning_forest(source, batch=batch, renumber=True, **REFERENCE)
        verdict = clconn.verify.forest(graph, forest)
        assert verdict, verdict.message
        assert forest.nodes.tolist() == graph.nodes.tolist()
        root = forest.nodes[3]
        assert forest.parents(root).size == graph.n


# ----------------------------------------------------------------------- what is no name


@pytest.mark.parametrize(
    ("source", "arguments", "message"),
    [
        ([([1], [2])], {"n": 5}, "n is 5 with renumber=True, .*; leave one out"),
        ([([1], [2])], {"renumber": "no"}, "renumber is 'no'; expected True or False"),
        ([(["a"], ["b"])], {}, "u of item 0 of the iterable holds strings"),
        ([([1.5], [2])], {}, "dtype float64"),
    ],
)
def test_wrong_arguments(source, arguments, message):
    for function in (stream_components, spanning_forest, minimum_spanning_forest):
        with pytest.raises(GraphError, match=message):
            function(source, **{"renumber": True, **arguments, **REFERENCE})


def test_batches_with_names_begin_at_the_beginning(sources):
    path = sources["edges.txt"].make()
    with open_batches(path, batch=50, renumber=True) as batches:
        numbers = [np.concatenate([batch.sources, batch.targets]) for batch in batches]
        position = batches.position
        names = batches.names.first(60)
    ends = [EDGES[i : i + 50].T.ravel() for i in (0, 50, 100)]
    assert [names[each].tolist() for each in numbers] == [each.tolist() for each in ends]
    with pytest.raises(GraphError, match="begin with the first edge; leave position out"):
        open_batches(path, position=position, renumber=True)
    with open_batches(path) as batches:
        assert batches.names is None


@pytest.mark.parametrize("name", NAMELESS)
def test_files_without_names(tmp_path, name):
    path = tmp_path / name
    path.write_text(TEXTS[name])
    with pytest.raises(GraphFileError) as expected:
        clconn.read(path, renumber=True)
    with pytest.raises(GraphFileError, match=r"renumber=True \(--renumber\) is for edge") as error:
        stream_components(path, renumber=True, **REFERENCE)
    assert str(error.value) == str(expected.value)


@for_each(
    "text",
    [
        "0 1\n1\n", "0 1\n1 2 3\n", "a b\nb\n", "a b\nb c d\n", "0 1 x\n", "0 1 1\n1 2 nan\n",
        "a b 1\nb c x\n", "a b 1\nb c nan\n", "1 2\n2 NA\n", "a,b\nb,\n",
        "target,source\n1,2\n", "a b {'color': 'red'}\n", "% bip unweighted\n1 1\n", "a b c d e\n",
        "99999999999999999999 1 x\n",
    ],
)  # fmt: skip
def test_wrong_lines_are_named_as_clconn_read_names_them(tmp_path, text):
    path = tmp_path / "edges.txt"
    path.write_text(text)
    with pytest.raises(GraphFileError) as expected:
        clconn.read(path, renumber=True, format="edge-list")
    for batch in (1, 100):
        with pytest.raises(GraphFileError) as error:
            list(open_batches(path, batch=batch, format="edge-list", renumber=True))
        # clconn.read may add advice on first lines that count vertices and edges.
        assert str(expected.value).startswith(str(error.value))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "a b",
            r"vertex id 'a' is not an integer; the ids at the beginning are integers, so all h",
        ),
        ("NA 1", r"vertex id 'NA' is not an integer: an id is missing; remove the line"),
        ("99999999999999999999 1", r"does not fit 64 bits; `clconn convert .* takes it"),
    ],
)
@for_each("batch", [10, 10**7])
def test_integers_at_the_beginning_and_something_else_later(tmp_path, line, message, batch):
    path = tmp_path / "edges.txt"
    path.write_text("11 12\n" * 20_000 + line + "\n")
    with pytest.raises(GraphFileError, match=r"edges\.txt, line 20001: .*" + message):
        stream_components(path, batch=batch, renumber=True, **REFERENCE)


def test_integers_of_more_than_64_bits(tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text("1 99999999999999999999\n")
    assert clconn.read(path, renumber=True).n == 2
    with pytest.raises(GraphFileError, match=r"do not fit 64 bits: `clconn convert .* takes them"):
        stream_components(path, renumber=True, **REFERENCE)


def test_numbers_among_words_are_words(tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text("7 a\n007 b\n" + "7 8\n" * 20_000)
    streamed = stream_components(path, renumber=True, batch=1000, **REFERENCE)
    assert streamed.components().nodes.tolist() == ["007", "7", "8", "a", "b"]


def test_equal_integers_are_one_name(tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text("7 8\n007 +9\n")
    streamed = stream_components(path, renumber=True, **REFERENCE)
    assert streamed.components().nodes.tolist() == [7, 8, 9]


# ----------------------------------------------------------------------- warnings


def _warnings(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return [str(each.message) for each in caught if each.category is GraphFileWarning]


@for_each(
    "text",
    [
        "bob NA\nNA null\nalice bob\n",
        "big,small\nann,bob\nbob,cyd\n",
        "big,small\nann,bob\nbob,big\n",
        "big,small\nann,bob\n",
        "bob,alice,1,9\nalice,cyd,1,8\ncyd,dan,1,8\nbob,dan,1,1\n",
        "% sym weighted\nbob alice 1 9\nalice cyd 1 9\n",
        "% sym weighted\n1 7 1 9\n7 8 1 9\n",
        "1\t7\t1\t9\n7\t8\t1\t9\n",
    ],
)
def test_what_is_warned_of(tmp_path, text):
    path = tmp_path / "edges.tsv"
    path.write_text(text)
    expected = _warnings(lambda: clconn.read(path, renumber=True))
    for batch in (1, 2, 100):
        found = _warnings(
            lambda batch=batch: stream_components(path, batch=batch, renumber=True, **REFERENCE)
        )
        assert sorted(found) == sorted(expected)


def test_the_time_of_konect_is_no_reason_to_warn(tmp_path):
    path = tmp_path / "konect.txt"
    path.write_text("% sym weighted\n1 7 1 9\n7 8 1 9\n")
    assert not _warnings(lambda: stream_components(path, **REFERENCE))
