"""Exploring: every variant gets a row, whatever becomes of it, and no row twice."""

import networkx
import numpy as np
import pytest
import scipy.sparse

import clconn
from clconn.design_space import find_variant
from clconn.errors import (
    DeviceError,
    ExplorationError,
    GraphError,
    OptionError,
    UnknownVariantError,
)
from clconn.exploration import Exploration, Measurement, explore, select_variants
from clconn.exploration.answers import EdgeAnswers
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.plan import run
from clconn.problems import PROBLEMS, STRONG_COMPONENTS
from tests.helpers.graphs import from_pairs, hand_made
from tests.helpers.oracles import scipy_roots, strong_roots
from tests.helpers.representative_variants import is_typical

GRAPH = from_pairs([(0, 1), (1, 2), (3, 4)], 5)
NAMES = ("csr/async/halve", "csr/ecl/split", "kout/async/halve")


def _names(rows):
    return [row.variant for row in rows]


# ------------------------------------------------------------------------------ selection


def test_selection():
    table = clconn.variants("components")
    assert select_variants(None) == table
    assert _names_of("csr/ecl/split") == ["csr/ecl/split"]
    assert _names_of(find_variant("csr/ecl/split")) == ["csr/ecl/split"]
    assert _names_of("kout/*/*") == [row.name for row in table if row.edges == "kout"]
    assert _names_of(["*/ecl/[hn]*"]) == [
        row.name for row in table if row.finish == "ecl" and row.compression in ("halve", "naive")
    ]
    # In the order of the table, each once.
    both = _names_of(("csr/ecl/split", "csr/*/split", "csr/async/*"))
    assert both == [
        row.name
        for row in table
        if row.edges == "csr" and (row.finish == "async" or row.compression == "split")
    ]


def _names_of(patterns):
    return [row.name for row in select_variants(patterns)]


@pytest.mark.parametrize(
    ("patterns", "error", "message"),
    [
        ("csr/ecl/halv", UnknownVariantError, "did you mean 'csr/ecl/halve'"),
        ("CSR/*", UnknownVariantError, r"no variant for components matches 'CSR/\*'"),
        (["csr/*", "hbb/*"], UnknownVariantError, r"matches 'hbb/\*'"),
        ("", UnknownVariantError, "unknown variant ''"),
        (["csr/*", "auto"], UnknownVariantError, "leave the variants out to take all"),
        ("measured", UnknownVariantError, "'measured' chooses a variant and is none itself"),
        ([], OptionError, "variants is empty"),
    ],
)
def test_selection_of_nothing(patterns, error, message):
    with pytest.raises(error, match=message):
        select_variants(patterns)


def test_a_problem_that_there_is_not():
    with pytest.raises(UnknownVariantError, match="unknown problem 'colouring'"):
        select_variants(None, "colouring")


# ------------------------------------------------------------------------------ measuring


def test_every_variant_is_measured_and_verified(device):
    graph = hand_made("heavy-tailed")
    found = clconn.explore(graph, variants=NAMES, device=device, repeats=3)
    assert _names(found.rows) == list(_names_of(NAMES))
    for row in found.rows:
        assert row.verified, row.error
        assert 0 < row.minimum <= row.milliseconds
        assert (row.runs, row.error, row.remark) == (3, "", "")
        assert row.build_seconds >= 0
    assert found.count == np.unique(scipy_roots(graph)).size
    assert (found.problem, found.vertices) == ("components", graph.n)
    assert found.entries == graph.adjacency().neighbors.size
    assert found.device == open_runtime(device).name
    assert device.driver_version in found.driver
    assert found.version == clconn.__version__
    assert isinstance(clconn.Exploration, type)


@pytest.mark.parametrize("name", ["empty", "one-vertex", "one-self-loop", "five-alone", "arcs"])
def test_odd_graphs(name, device):
    graph = hand_made(name)
    found = explore(graph, variants=NAMES, device=device, repeats=1)
    assert [row.error for row in found.rows] == [""] * len(NAMES)
    assert found.count == np.unique(scipy_roots(graph)).size
    assert Exploration.from_json(found.to_json()) == found
    assert found.to_html()


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("name", ["empty", "one-vertex", "five-alone"])
def test_without_edges_there_is_nothing_to_compare(name, problem, device, monkeypatch):
    monkeypatch.setattr(run, "plan_variant", lambda *_: pytest.fail("measured"))
    graph = hand_made(name)
    found = clconn.explore(graph, problem=problem, device=device)
    assert (found.rows, found.ranking(), found.entries) == ((), (), 0)
    assert found.count == graph.n
    assert Exploration.from_json(found.to_json()) == found
    assert found.to_html()
    assert clconn.explore(graph, problem=problem, device=device, previous=found) == found


def test_a_self_loop_is_an_arc_to_compare_by(device):
    graph = clconn.Graph.from_edges([0], [0], 2, directed=True)
    assert not clconn.explore(graph, device=device).rows
    found = clconn.explore(
        graph, problem=STRONG_COMPONENTS.name, variants="csr/pearce/serial", device=device
    )
    assert (found.entries, len(found.rows)) == (1, 1)


def _weighted():
    ends = np.random.default_rng(3).integers(0, 60, (2, 150))
    return clconn.Graph.from_edges(*ends, 60, weights=np.arange(150) % 7)


def _some(problem):
    """Three typical variants of a problem, from all over the table."""
    typical = [*filter(is_typical, clconn.variants(problem))]
    return tuple(typical[place * (len(typical) - 1) // 2].name for place in range(3))


@pytest.mark.parametrize("problem", PROBLEMS)
def test_variants_of_every_problem_are_measured_and_verified(device, problem):
    graph = _weighted()
    names = _some(problem)
    found = explore(graph, problem=problem, variants=names, device=device, repeats=2)
    assert set(_names(found.rows)) == set(names)
    for row in found.rows:
        assert row.verified, row.error
        assert (row.runs, row.error) == (2, "")
    assert found.problem == problem
    assert found.count == np.unique(scipy_roots(graph)).size
    assert Exploration.from_json(found.to_json()) == found
    assert found.to_html()


@pytest.mark.parametrize(
    "problem",
    [problem for problem in PROBLEMS.values() if problem.load("answers") is EdgeAnswers],
    ids=str,
)
@pytest.mark.parametrize("wrong_from", [0, 2])
def test_wrong_forests_are_found(device, monkeypatch, problem, wrong_from):
    """The first answer of all, or the first of the second variant, lacks an edge."""
    kind = problem.load("solver").source
    right, asked = kind.edge_ids, []

    def edge_ids(self):
        asked.append(self)
        found = right(self)
        return found[1:] if len(asked) > wrong_from else found

    monkeypatch.setattr(kind, "edge_ids", edge_ids)
    found = explore(
        _weighted(),
        problem=problem.name,
        variants=_some(problem.name)[:2],
        device=device,
        repeats=1,
    )
    first, second = found.rows
    assert first.verified == (wrong_from == 2)
    assert second.wrong
    assert second.error.startswith("wrong answer: edge ")
    if problem.name == "minimum-forest" and wrong_from:
        assert "is not in the forest, unlike the verified one, and so 0 others" in second.error


def test_wrong_strong_components_are_found(device, monkeypatch):
    kind = STRONG_COMPONENTS.load("solver").source
    monkeypatch.setattr(kind, "roots", lambda self: np.zeros(3, dtype=np.int32))
    arcs = clconn.Graph.from_edges([0, 1, 1], [1, 0, 2], directed=True)
    name = STRONG_COMPONENTS.reference_variant
    [row] = explore(arcs, problem=STRONG_COMPONENTS, variants=name, device=device, repeats=1).rows
    assert row.wrong
    assert "vertices 0 and 2 both have label 0" in row.error


def test_results_of_opposite_arcs_are_kept_apart(device):
    ends = np.random.default_rng(3).integers(0, 60, (2, 150))
    arcs, opposite = (
        clconn.Graph.from_edges(*each, 60, directed=True) for each in (ends, ends[::-1])
    )
    name = STRONG_COMPONENTS.reference_variant
    arguments = {"problem": STRONG_COMPONENTS, "variants": name, "device": device, "repeats": 1}
    found = explore(arcs, **arguments)
    assert (found.count, found.entries) == (np.unique(strong_roots(arcs)).size, 150)
    assert explore(arcs, previous=found, **arguments) == found
    with pytest.raises(ExplorationError, match=r"another graph \(checksum\)"):
        explore(opposite, previous=found, **arguments)


def test_results_of_other_weights_are_kept_apart(device):
    graph = _weighted()
    other = clconn.Graph.from_edges(*graph.edges(), graph.n, weights=graph.weights % 6)
    for problem, names in (("components", NAMES), ("minimum-forest", _some("minimum-forest"))):
        arguments = {"problem": problem, "variants": names, "device": device, "repeats": 1}
        found = explore(graph, **arguments)
        assert explore(graph, previous=found, **arguments) == found
        if problem == "components":
            assert explore(other, previous=found, **arguments) == found
        else:
            with pytest.raises(ExplorationError, match=r"another graph \(checksum\)"):
                explore(other, previous=found, **arguments)
    with pytest.raises(ExplorationError, match="another problem: minimum-forest"):
        explore(graph, previous=found, variants=NAMES, device=device)


@pytest.mark.parametrize("kind", ["scipy", "networkx"])
def test_weights_of_other_libraries_count_for_minimum_forests(device, kind):
    matrix = scipy.sparse.csr_array(([3, 1, 2], ([0, 0, 1], [1, 2, 2])), shape=(3, 3))
    given = matrix if kind == "scipy" else networkx.from_scipy_sparse_array(matrix)
    arguments = {"problem": "minimum-forest", "variants": "csr/ecl-mst/all", "device": device}
    found = explore(given, repeats=1, **arguments)
    weighted = clconn.Graph.from_scipy(matrix, weighted=True)
    assert found.checksum == explore(weighted, repeats=1, **arguments).checksum
    assert found.checksum != explore(weighted, device=device, variants=NAMES, repeats=1).checksum


def test_nothing_of_it_stays_on_the_graph(device):
    graph = from_pairs([(v, v + 1) for v in range(50)], 51)
    placed = graph.to(device)
    explore(graph, variants=NAMES, device=device, repeats=1)
    assert placed.plans == {}


def test_a_matrix_with_one_triangle_is_measured_with_both(device):
    matrix = scipy.sparse.csr_array(([1, 1], ([0, 3], [1, 4])), shape=(6, 6))
    found = explore(matrix, variants="kout/async/halve", device=device, repeats=1)
    assert (found.entries, found.count, found.rows[0].error) == (4, 4, "")


def test_the_progress_bar(device, capsys):
    explore(hand_made("torus"), variants=NAMES, device=device, repeats=1, progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert "0/3" in err
    assert NAMES[0] in err
    assert err.count("\n") == 0
    explore(hand_made("torus"), variants=NAMES, device=device, repeats=1)
    assert capsys.readouterr() == ("", "")


# ------------------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"variants": "csr/ecl/halv"}, UnknownVariantError, "did you mean"),
        ({"problem": "colouring"}, UnknownVariantError, "unknown problem"),
        ({"repeats": 0}, OptionError, "repeats is 0; expected a whole number, 1 or more"),
        ({"repeats": 2.5}, OptionError, "repeats is 2.5"),
        ({"repeats": "5"}, OptionError, "repeats is '5'"),
        ({"time_limit": 0}, OptionError, "time_limit is 0; expected seconds, more than 0"),
        ({"time_limit": float("nan")}, OptionError, "time_limit is nan"),
        ({"time_limit": None}, OptionError, "time_limit is None"),
        ({"variants": 3}, OptionError, "variants is 3; expected names, patterns such as"),
        ({"record": "roads.json"}, OptionError, "record is 'roads.json'; expected a function"),
        ({"previous": "results.json"}, OptionError, r"previous is a str; .*Exploration.read"),
    ],
)
def test_bad_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        explore(GRAPH, **arguments)


def test_a_device_that_there_is_not(device):
    del device  # that there is one
    with pytest.raises(DeviceError, match="no-such-device"):
        explore(GRAPH, device="no-such-device")


@pytest.mark.parametrize("graph", [None, "roads.mtx", np.eye(3)])
def test_what_is_no_graph(graph):
    with pytest.raises(GraphError, match="expected a graph, got"):
        explore(graph)


def test_a_graph_on_the_device_cannot_be_verified(device):
    with pytest.raises(GraphError, match="explore needs the graph on the host"):
        explore(GRAPH.to(device))


def test_rows_are_what_they_say():
    assert Measurement("csr/ecl/split").wrong is False
