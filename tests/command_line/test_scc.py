from __future__ import annotations

import numpy as np
import pytest

import clconn as library
from tests.command_line.samples import REFERENCE

# 0 <-> 1 -> 2 -> 3 <-> 4, 5 -> 2 twice, 6
ARCS = """\
%%MatrixMarket matrix coordinate pattern general
7 7 8
1 2
2 1
2 3
3 4
4 5
5 4
6 3
6 3
"""
LABELS = [0, 0, 1, 2, 2, 3, 4]
ROOTS = [0, 0, 2, 3, 3, 5, 6]
SERIAL = ("--backend", "opencl", "--variant", "csr/pearce/serial")


@pytest.fixture
def arcs_file(tmp_path):
    path = tmp_path / "arcs.mtx"
    path.write_text(ARCS)
    return path


def test_summary_for_people(clconn, arcs_file):
    outcome = clconn("scc", arcs_file, *REFERENCE, "--sizes", "--verify")
    assert (outcome.code, outcome.err) == (0, "")
    lines = [line.split() for line in outcome.out.splitlines()]
    assert lines[0] == [str(arcs_file)]
    assert ["edges", "8"] in lines
    assert ["components", "5"] in lines
    assert ["largest", "component", "2", "(28.6", "%", "of", "the", "vertices)"] in lines
    assert ["trivial", "components", "3"] in lines
    assert ["verified", "yes"] in lines
    assert "direction" not in outcome.out
    assert lines[-2:] == [["2", "2"], ["1", "3"]]


def test_json(clconn, arcs_file):
    summary = clconn("scc", arcs_file, *REFERENCE, "--json", "--sizes", "--verify").json
    assert (summary["count"], summary["largest"], summary["trivial"]) == (5, 2, 3)
    assert (summary["directed"], summary["work"], summary["verified"]) == (True, None, True)
    assert summary["sizes"] == [2, 1, 2, 1, 1]
    assert summary["variant"] == "csr/pearce/serial"


def test_work_on_a_device(clconn, arcs_file, device):
    del device  # that there is one
    assert clconn("scc", arcs_file, *SERIAL, "--json").json["work"] == {
        "depth": 0,
        "rounds": 0,
        "launches": 4,
    }
    lines = [line.split() for line in clconn("scc", arcs_file, *SERIAL, "--time").out.splitlines()]
    for line in (["depth", "0"], ["rounds", "0"], ["launches", "4"]):
        assert line in lines
    assert "launches" not in clconn("scc", arcs_file, *SERIAL).out
    assert "launches" not in clconn("scc", arcs_file, *REFERENCE, "--time").out


def test_explanation(clconn, arcs_file, graph_file):
    out = clconn("scc", arcs_file, *REFERENCE, "--explain").out
    assert "chosen because" in out
    assert "takes Pearce's algorithm" in out
    assert "undirected" not in out
    out = clconn("scc", graph_file, *REFERENCE, "--explain").out
    assert "the graph is undirected, so each edge counts as two arcs" in out
    assert "direction" in clconn("scc", graph_file, *REFERENCE).out
    assert clconn("scc", graph_file, *REFERENCE, "--json").json["count"] == 4


def test_all_files(clconn, arcs_file, tmp_path):
    names = {
        "labels": "labels.npy",
        "roots": "roots.txt",
        "largest": "core.mtx",
        "condensation": "dag.mtx",
        "order": "order.npy",
    }
    paths = {name: tmp_path / file for name, file in names.items()}
    words = [word for name, path in paths.items() for word in (f"--{name}", path)]
    assert f"in {paths['condensation']}" in clconn("scc", arcs_file, *REFERENCE, *words).out
    assert np.load(paths["labels"]).tolist() == LABELS
    assert paths["roots"].read_text().split() == list(map(str, ROOTS))
    core = library.read(paths["largest"], directed=True)
    assert [end.tolist() for end in core.edges()] == [[0, 1], [1, 0]]
    dag, order = library.read(paths["condensation"], directed=True), np.load(paths["order"])
    sources, targets = (order[end].tolist() for end in dag.edges())
    assert (dag.n, dag.edge_count) == (5, 3)
    assert {*zip(sources, targets, strict=True)} == {(0, 1), (1, 2), (3, 1)}
    assert all(u < v for u, v in zip(*dag.edges(), strict=True))


@pytest.mark.parametrize("name", ["dag.npz", "dag.txt", "dag.gr", "dag.egr", "dag.mtx.gz"])
def test_formats_of_the_condensation(clconn, arcs_file, tmp_path, name):
    path = tmp_path / name
    assert clconn("scc", arcs_file, *REFERENCE, "--condensation", path).code == 0
    # What the command has written, it reads as arcs.
    summary = clconn("scc", path, *REFERENCE, "--json").json
    assert (summary["count"], summary["edges"], summary["directed"]) == (5, 3, True)


def test_tables_and_names(clconn, tmp_path):
    path, labels, roots = (tmp_path / name for name in ("arcs.csv", "labels.tsv", "roots.tsv"))
    path.write_text("bob,alice\nalice,bob\nalice,carol\n")
    words = ("scc", path, "--renumber", "-o", labels, "--roots", roots, *REFERENCE)
    assert clconn(*words).code == 0
    assert labels.read_text() == "vertex\tlabel\nalice\t0\nbob\t0\ncarol\t1\n"
    assert roots.read_text() == "vertex\troot\nalice\talice\nbob\talice\ncarol\tcarol\n"
    assert clconn("verify", path, labels, "--renumber", "--scc").code == 0
    assert "no path" not in clconn("verify", path, labels, "--renumber").failure(1)


def test_labels_of_a_matrix_of_complex_numbers(clconn, tmp_path):
    """Only files that hold weights need them."""
    path, dag, largest = tmp_path / "complex.mtx", tmp_path / "dag.mtx", tmp_path / "core.mtx"
    path.write_text("%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 3.5 1\n")
    labels = tmp_path / "labels.tsv"
    assert clconn("scc", path, *REFERENCE, "--condensation", dag, "-o", labels).code == 0
    assert "no order" in clconn("scc", path, *REFERENCE, "--largest", largest).failure()


# ---------------------------------------------------------------------------- directions


@pytest.mark.parametrize(
    ("name", "text", "directed"),
    [
        ("a.txt", "0 1\n1 2\n", True),
        (
            "a.txt",
            "# Directed graph (each unordered pair of nodes is saved once)\n0 1\n1 2\n",
            True,
        ),
        ("a.txt", "# Undirected graph: a.txt\n# Nodes: 3 Edges: 2\n0 1\n1 2\n", False),
        ("a.txt", "# some\n\n% undirected\n#undirected graph.\n0 1\n1 2\n", False),
        ("a.txt", "0 1\n# Undirected graph\n1 2\n", True),
        ("out.a", "% asym unweighted\n1 2\n2 3\n", True),
        ("out.a", "% sym unweighted\n1 2\n2 3\n", False),
        ("out.a", "% bip unweighted\n1 1\n2 1\n", False),
        ("a.gr", "p sp 3 2\na 1 2 7\na 2 3 7\n", True),
        ("a.gr", "p edge 3 2\ne 1 2\ne 2 3\n", False),
        ("a.gr", "p tw 3 2\n1 2\n2 3\n", False),
        ("a.graph", "3 2\n2\n1 3\n2\n", False),
        ("a.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 5\n2 3 5\n", True),
        ("a.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 5\n3 2 5\n", False),
        (
            "a.mtx",
            "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 5\n3 2 5\n",
            False,
        ),
    ],
)
@pytest.mark.parametrize("command", ["scc", "explore"])
def test_direction_of_text_files(clconn, tmp_path, name, text, directed, command):
    path = tmp_path / name
    path.write_text(text)
    if command == "scc":
        summary = clconn("scc", path, *REFERENCE, "--json").json
        assert summary["directed"] == directed
    else:
        words = ("--problem", "strong-components", "--variants", "csr/pearce/*", "--repeats", 1)
        summary = clconn("explore", path, *words, "--json").json
    assert summary["count"] == (3 if directed else 1)
    # For other problems a file has no direction, as before.
    assert not library.read(path).directed
    assert library.read(path, directed=True).directed


def test_direction_of_renumbered_lists(clconn, tmp_path):
    path = tmp_path / "names.txt"
    for text, count in (("a b\nb c\n", 3), ("# Undirected graph\na b\nb c\n", 1)):
        path.write_text(text)
        assert clconn("scc", path, "--renumber", *REFERENCE, "--json").json["count"] == count


@pytest.mark.parametrize(
    ("stored", "count"), [({}, 3), ({"directed": True}, 3), ({"directed": False}, 1)]
)
def test_direction_of_archives(clconn, tmp_path, stored, count):
    path = tmp_path / "graph.npz"
    np.savez(path, sources=[0, 1], targets=[1, 2], **stored)
    assert clconn("scc", path, *REFERENCE, "--json").json["count"] == count


@pytest.mark.parametrize("name", ["g.npz", "g.mtx", "g.txt", "g.gr", "g.wel"])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("weights", [None, [3, 4]])
def test_what_clconn_writes_keeps_its_direction(clconn, tmp_path, name, directed, weights):
    path = tmp_path / name
    graph = library.Graph.from_edges([0, 1], [1, 2], weights=weights, directed=directed)
    library.write(graph, path)
    # DIMACS has weights only of arcs, of which clconn writes one for each edge.
    has_arcs = directed or (name == "g.gr" and weights is not None)
    assert clconn("scc", path, *REFERENCE, "--json").json["count"] == (3 if has_arcs else 1)


# ---------------------------------------------------------------------------- verify


def test_verification(clconn, arcs_file, tmp_path):
    labels = tmp_path / "labels.npy"
    clconn("scc", arcs_file, *REFERENCE, "-o", labels)
    verified = clconn("verify", arcs_file, labels, "--scc")
    assert (verified.code, verified.out) == (0, f"{labels}: correct, 5 components\n")
    np.save(labels, [0, 0, 0, 2, 2, 3, 4])
    line = clconn("verify", arcs_file, labels, "--scc").failure(1)
    assert f"{labels}: vertices 0 and 2 both have label 0, but no path leads" in line
    assert "not allowed with" in clconn("verify", arcs_file, labels, "--scc", "--msf").failure()
    assert "give --msf" in clconn("verify", arcs_file, labels, "--scc", "--maximum").failure()


def test_a_wrong_answer_is_not_written(clconn, arcs_file, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "clconn.reference.strong_components.strong_components.strong_components",
        lambda *_: np.array([0, 0, 0, 3, 3, 5, 6], dtype=np.int32),
    )
    dag, labels = tmp_path / "dag.mtx", tmp_path / "labels.npy"
    words = ("--verify", "--condensation", dag, "-o", labels)
    outcome = clconn("scc", arcs_file, *REFERENCE, *words)
    assert outcome.code == 1
    assert outcome.err.startswith(f"clconn: error: {arcs_file}: the answer is wrong: vertices 0")
    assert not dag.exists()
    assert not labels.exists()


# ---------------------------------------------------------------------------- bad usage


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--condensation", "{folder}/dag"), "the suffix tells no format; --condensation takes"),
        (("--condensation", "{folder}/dag.foo"), "--condensation takes .npz"),
        (("--condensation", "{folder}/dag.graph"), "metis holds no arcs; --condensation takes"),
        (("--condensation", "{folder}/dag.npz.gz"), "leave .gz out"),
        (("--condensation", "{folder}/none/dag.npz"), "none"),
        (("--condensation", "{graph}"), "is the input"),
        (("--condensation", "-"), "--condensation takes"),
        (("--condensation", "{folder}/a.npy", "-o", "{folder}/a.npy"), "two results would go to"),
        (("--order", "{folder}/order.mtx"), "neither .npy"),
        (("--order", "{folder}/a.npy", "--roots", "{folder}/a.npy"), "two results would go to"),
        (("--order", "-", "-o", "-"), "two results would go to standard output"),
        (("--order", "-", "--json"), "--json"),
        (("--largest", "{folder}/core.foo"), "--largest takes"),
        (("--variant", "csr/ecl/split"), "unknown variant 'csr/ecl/split'"),
        (("--option", "k=2"), "k=2"),
    ],
)
def test_bad_usage_is_found_before_the_graph_is_read(clconn, arcs_file, tmp_path, words, expected):
    arcs_file.write_text("this is no graph")
    words = [word.format(graph=arcs_file, folder=tmp_path) for word in words]
    assert expected in clconn("scc", arcs_file, *REFERENCE, *words).failure()
    assert list(tmp_path.iterdir()) == [arcs_file]


def test_the_order_on_standard_output(clconn, arcs_file):
    outcome = clconn("scc", arcs_file, *REFERENCE, "--order", "-")
    assert sorted(outcome.out.split()) == list("01234")
    assert "components" in outcome.err


def test_no_vertices(clconn, tmp_path):
    path, dag = tmp_path / "empty.mtx", tmp_path / "dag.npz"
    path.write_text("%%MatrixMarket matrix coordinate pattern general\n0 0 0\n")
    assert clconn("scc", path, *REFERENCE, "--condensation", dag, "--verify").code == 0
    assert library.read(dag).n == 0
