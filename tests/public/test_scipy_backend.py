"""scipy as a backend: small graphs, graphs without a device, and whoever asks for it."""

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.dispatch import SMALL, SMALL_ONCE
from clconn.errors import DeviceError, GraphError, OptionError
from clconn.exploration.answers import RootAnswers
from clconn.problems import PROBLEMS
from tests.helpers.cases import case
from tests.helpers.children import run_in_child
from tests.helpers.graphs import HAND_MADE, from_pairs, hand_made
from tests.helpers.problems import take_devices_away
from tests.helpers.strategies import graphs

EVERY = pytest.mark.parametrize("problem", PROBLEMS.values(), ids=str)
GRAPH = from_pairs([(0, 1), (1, 2), (3, 4)], 6)


@pytest.fixture(autouse=True)
def no_device_named(monkeypatch):
    """Whoever runs the tests may have named one."""
    monkeypatch.delenv("PYOPENCL_CTX", raising=False)


def _solve(problem, graph, **arguments):
    return problem.load("function")(graph, **arguments)


def _weigh(graph, seed):
    weights = np.random.default_rng(seed).integers(-2, 3, graph.edge_count)
    return clconn.Graph.from_edges(*graph.edges(), graph.n, weights=weights)


@EVERY
def test_hand_made_graphs(problem):
    for name in HAND_MADE:
        with case(graph=name):
            result = _solve(problem, hand_made(name), backend="scipy", verify=True)
            assert (result.backend, result.variant, result.device) == ("scipy", "scipy", "host")


@given(graph=graphs(), seed=st.integers(0, 99), maximum=st.booleans())
def test_the_answer_is_that_of_the_reference(graph, seed, maximum):
    weighted = _weigh(graph, seed)
    answers = [
        (
            clconn.connected_components(graph, backend=backend).roots,
            clconn.minimum_spanning_forest(weighted, backend=backend, maximum=maximum).edge_ids,
        )
        for backend in ("scipy", "reference")
    ]
    for of_scipy, of_reference in zip(*answers, strict=True):
        np.testing.assert_array_equal(of_scipy, of_reference)
        assert of_scipy.dtype == of_reference.dtype
    assert clconn.verify.forest(graph, clconn.spanning_forest(graph, backend="scipy"))


@given(graph=graphs())
def test_numpy_alone_answers_as_scipy_does(graph):
    by_numpy = clconn.connected_components(graph)
    by_scipy = clconn.connected_components(graph, backend="scipy")
    assert (by_numpy.backend, by_numpy.variant) == ("scipy", "numpy")
    np.testing.assert_array_equal(by_numpy.roots, by_scipy.roots)
    assert by_numpy.roots.dtype == by_scipy.roots.dtype


@pytest.mark.parametrize("seed", range(3))
def test_numpy_alone_takes_few_rounds(seed, monkeypatch):
    """Paths, stars and trees in any order; a round of many is quicker than a serial search."""
    random = np.random.default_rng(seed)
    size = SMALL // 2 - 1
    ids = np.arange(size + 1, dtype=np.int32)
    shuffled = random.permutation(ids)
    parents = (random.random(size) * np.arange(1, size + 1)).astype(np.int32)
    shapes = ((ids[:-1], ids[1:]), (ids[:-1], ids[:-1] * 0 + size), (ids[1:], parents))
    hooked, minimum = [], np.minimum.at
    monkeypatch.setattr(
        "clconn.scipy_backend.small_components.np.minimum",
        _Watched(np.minimum, lambda *arguments: (hooked.append(1), minimum(*arguments))),
    )
    for sources, targets in shapes:
        for order in (ids, ids[::-1], shuffled):
            hooked.clear()
            graph = clconn.Graph.from_edges(order[sources], order[targets], n=size + 1)
            assert clconn.connected_components(graph).count == 1
            assert len(hooked) <= 2 * 15


class _Watched:
    """A function of numpy whose method ``at`` is another one."""

    def __init__(self, function, at):
        self._function = function
        self.at = at

    def __call__(self, *arguments):
        return self._function(*arguments)


def test_scipy_answers_where_it_is_imported_already():
    """But for what numpy alone answers sooner: tiny graphs, and lists of edges."""
    ids = np.arange(5000, dtype=np.int32)
    path = clconn.Graph.from_edges(ids[:-1], ids[1:])
    rows = scipy.sparse.diags_array(np.ones(ids.size - 1), offsets=1).tocsr()
    for graph, variant in ((path, "numpy"), (rows, "scipy"), (rows[:2000, :2000], "numpy")):
        result = clconn.connected_components(graph)
        assert (result.backend, result.variant, result.count) == ("scipy", variant, 1)
        assert not result.labels.any()


def test_components_of_a_small_file_need_no_scipy(tmp_path):
    path = tmp_path / "graph.mtx"
    clconn.write(GRAPH, path)
    code = (
        "import sys; from clconn.command_line import main; "
        f"code = main(['components', {str(path)!r}]); "
        "print(code, {'scipy', 'pyopencl', 'tqdm'} & {name.split('.')[0] for name in sys.modules})"
    )
    assert run_in_child(code, PYOPENCL_CTX=None).splitlines()[-1] == "0 set()"


@EVERY
def test_the_arrays_of_the_user_stay_as_they_are(problem):
    """scipy overwrites rows where it may."""
    offsets, neighbors = [np.array(a, dtype=np.int32) for a in ([0, 2, 4, 6], [1, 2, 0, 2, 0, 1])]
    graph = clconn.Graph.from_csr(offsets, neighbors, weights=np.array([3, 1, 3, 2, 1, 2]))
    assert graph.rows.neighbors is neighbors
    _solve(problem, graph, backend="scipy", verify=True)
    assert offsets.tolist() == [0, 2, 4, 6]
    assert neighbors.tolist() == [1, 2, 0, 2, 0, 1]


def test_weights_are_not_rounded():
    graph = clconn.Graph.from_edges([0, 1, 2], [1, 2, 0], weights=[2**53 + 1, 2**53, 0])
    assert clconn.minimum_spanning_forest(graph, backend="scipy").edge_ids.tolist() == [1, 2]


def _check_matrices(problem):
    """A matrix is uploaded by each call, so that scipy answers for larger ones."""
    largest = SMALL if problem.weighted else SMALL_ONCE
    assert _solve(problem, scipy.sparse.csr_array((largest, largest))).backend == "scipy"
    with pytest.raises(AssertionError, match="a device was opened"):
        _solve(problem, scipy.sparse.csr_array((largest + 1, largest + 1)))


@EVERY
def test_small_graphs_need_no_device(problem, monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("a device was opened")

    monkeypatch.setattr("clconn.opencl_backend.plan.run.solve", refuse)
    result = _solve(problem, GRAPH)
    assert result.backend == "scipy"
    assert result.reason.startswith("6 vertices and 3 edges are too few for a device")
    alone = clconn.Graph.from_edges([], [], n=SMALL)
    assert _solve(problem, alone).count == SMALL
    one_more = clconn.Graph.from_edges([], [], n=SMALL + 1)
    _check_matrices(problem)
    named = ({"device": "cpu"}, {"backend": "opencl"}, {"variant": problem.reference_variant})
    for graph, arguments in ((one_more, {}), *((GRAPH, some) for some in named)):
        with pytest.raises(AssertionError, match="a device was opened"):
            _solve(problem, graph, **arguments)
    monkeypatch.setenv("PYOPENCL_CTX", "0")
    with pytest.raises(AssertionError, match="a device was opened"):
        _solve(problem, GRAPH)


@EVERY
def test_a_fallback_is_verified(problem, monkeypatch):
    take_devices_away(monkeypatch)
    has_roots = problem.load("answers") is RootAnswers
    wrong = np.zeros(6, dtype=np.int32 if has_roots else np.int64)
    module, _, name = problem.scipy.partition(":")
    monkeypatch.setattr(f"{module}.{name}", lambda graph, **_: wrong)
    with (
        pytest.warns(clconn.errors.ReferenceFallbackWarning),
        pytest.raises(DeviceError, match="the answer of scipy on host is wrong"),
    ):
        _solve(problem, GRAPH)


@EVERY
def test_bad_arguments(problem, monkeypatch):
    rows = clconn.variants(problem.name)
    options = [option for row in rows for option in row.options][:1]
    methods = [{"options": {option.name: option.values[1]}} for option in options]
    for method in ({"variant": rows[0].name}, *methods):
        with pytest.raises(OptionError, match="scipy' has neither variants nor options"):
            _solve(problem, GRAPH, backend="scipy", **method)
    with pytest.raises(DeviceError, match="computes on the host, but device is 'cpu'"):
        _solve(problem, GRAPH, backend="scipy", device="cpu")
    with pytest.raises(OptionError, match="expected 'opencl', 'reference', 'scipy' or None"):
        _solve(problem, GRAPH, backend="numpy")
    monkeypatch.setattr("clconn.scipy_backend.MOST_ENTRIES", 2)
    with pytest.raises(GraphError, match=r"scipy takes fewer than 2\*\*31 entries"):
        _solve(problem, GRAPH, backend="scipy")


def test_a_graph_on_a_device(device):
    placed = GRAPH.to(device)
    with pytest.raises(GraphError, match="backend='scipy' needs the graph on the host"):
        clconn.connected_components(placed, backend="scipy")
    assert clconn.connected_components(placed).backend == "opencl"


def test_the_command(tmp_path, capsys):
    from clconn.command_line import main

    path = tmp_path / "graph.mtx"
    clconn.write(GRAPH, path)
    for options, library in ((["--backend", "scipy"], "scipy"), ([], "numpy")):
        assert main(["components", str(path), *options]) == 0
        out = capsys.readouterr().out
        assert "host (scipy)" in out
        assert f"variant            {library}" in out
