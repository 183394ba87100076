from __future__ import annotations

import numpy as np
import pytest

from tests.command_line.samples import REFERENCE

# The edges of the sample file: 1-0, 2-0, 2-1 and 5-4, 6-4, 6-5; two of each triangle are a tree.
TRIANGLE_EDGES = [{0, 1, 2}, {3, 4, 5}]


def _is_right(ids):
    return len(ids) == 4 and all(len(triangle & set(ids)) == 2 for triangle in TRIANGLE_EDGES)


def test_summary_for_people(clconn, graph_file):
    outcome = clconn("forest", graph_file, *REFERENCE)
    assert (outcome.code, outcome.err) == (0, "")
    lines = [line.split() for line in outcome.out.splitlines()]
    assert lines[0] == [str(graph_file)]
    assert ["vertices", "8"] in lines
    assert ["edges", "6"] in lines
    assert ["trees", "4"] in lines
    assert ["edges", "of", "the", "forest", "4"] in lines
    assert ["variant", "csr/ecl/split"] in lines
    assert "time to" not in outcome.out


def test_times_and_reason(clconn, graph_file):
    out = clconn("forest", graph_file, *REFERENCE, "--time", "--explain").out
    for step in ("read", "transfer", "build", "compute"):
        assert f"time to {step}" in out
    assert "chosen because" in out


def test_json(clconn, graph_file):
    summary = clconn("forest", graph_file, *REFERENCE, "--json").json
    assert summary["count"] == 4
    assert summary["edges"] == 4
    assert summary["vertices"] == 8
    assert summary["graph_edges"] == 6
    assert summary["file"] == str(graph_file)
    assert summary["backend"] == "reference"
    assert summary["edge_ids"] is None
    assert set(summary["timing"]) == {"read", "transfer", "build", "compute"}
    assert "verified" not in summary


@pytest.mark.parametrize("backend", ["reference", "opencl"])
def test_edge_ids_npy(clconn, graph_file, tmp_path, backend):
    path = tmp_path / "forest.npy"
    words = ("--backend", backend, "-o", path, "--json", "--verify")
    summary = clconn("forest", graph_file, *words).json
    assert (summary["edge_ids"], summary["verified"]) == (str(path), True)
    ids = np.load(path)
    assert ids.dtype == np.int64
    assert (np.diff(ids) > 0).all()
    assert _is_right(ids.tolist())


def test_edge_ids_txt(clconn, graph_file, tmp_path):
    path = tmp_path / "forest.txt"
    outcome = clconn("forest", graph_file, *REFERENCE, "--edge-ids", path)
    assert f"in {path}" in outcome.out
    assert _is_right([int(line) for line in path.read_text().splitlines()])


@pytest.mark.parametrize(
    ("variant", "option"),
    [
        ("csr/ecl/split", "initialization=self"),
        ("kout/async/split", "k=3"),
        ("kout/jtb/two-try", "vertex_gathering=false"),
    ],
)
def test_variants_and_options(clconn, graph_file, variant, option):
    words = ("--variant", variant, "--option", option, "--json", "--verify")
    summary = clconn("forest", graph_file, *REFERENCE, *words).json
    assert (summary["count"], summary["variant"]) == (4, variant)


def test_rows_are_entries(clconn, tmp_path):
    import scipy.sparse

    path = tmp_path / "rows.npz"
    scipy.sparse.save_npz(path, scipy.sparse.csr_array(np.ones((3, 3), dtype=bool)))
    summary = clconn("forest", path, *REFERENCE, "--json").json
    assert (summary["count"], summary["edges"], summary["graph_edges"]) == (1, 2, 6)


@pytest.mark.parametrize(
    ("content", "vertices"), [("0 0 0\n", 0), ("1 1 0\n", 1), ("1 1 1\n1 1\n", 1), ("5 5 0\n", 5)]
)
def test_graphs_without_a_proper_edge(clconn, tmp_path, content, vertices):
    path = tmp_path / "small.mtx"
    path.write_text("%%MatrixMarket matrix coordinate pattern general\n" + content)
    ids = tmp_path / "forest.txt"
    words = ("-o", ids, "--json", "--verify")
    summary = clconn("forest", path, *REFERENCE, *words).json
    assert (summary["count"], summary["edges"]) == (vertices, 0)
    assert ids.read_text() == ""
    assert clconn("verify", path, ids, "--forest").code == 0


def test_a_wrong_answer_is_not_written(clconn, graph_file, tmp_path, monkeypatch):
    def wrongly(*_):
        return np.array([0, 1, 2], dtype=np.int64)

    monkeypatch.setattr("clconn.reference.spanning_forest.spanning_forest.spanning_forest", wrongly)
    path = tmp_path / "forest.npy"
    outcome = clconn("forest", graph_file, *REFERENCE, "--verify", "-o", path)
    assert outcome.code == 1
    assert outcome.err.startswith(f"clconn: error: {graph_file}: the answer is wrong: edge 2 joins")
    assert outcome.err.count("\n") == 1
    assert "nothing was written" in outcome.out
    assert not path.exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--variant", "csr/ecl/halv"), "did you mean 'csr/ecl/halve'"),
        (("--variant", "csr/rem-cas/naive+splice"), "unknown variant"),
        (
            ("--variant", "csr/ecl/halve", "--option", "finalization=single"),
            "it has: initialization",
        ),
        (("-o", "forest.csv"), "forest.csv"),
        (("-o", "{graph}"), "neither .npy"),
        (("--roots", "a.npy"), "--roots"),
        (("--device", "no-such-device"), "no-such-device"),
    ],
)
def test_bad_words(clconn, graph_file, words, expected):
    words = [word.format(graph=graph_file) for word in words]
    backend = () if "--device" in words else REFERENCE
    assert expected in clconn("forest", graph_file, *backend, *words).failure()


def test_bad_words_are_refused_before_the_graph_is_read(clconn, tmp_path):
    missing = tmp_path / "missing.mtx"
    assert "halv" in clconn("forest", missing, "--variant", "csr/ecl/halv").failure()
    assert str(missing) in clconn("forest", missing, *REFERENCE).failure()


@pytest.mark.parametrize("name", ["forest.npy", "forest.txt"])
def test_what_forest_writes_is_right(clconn, graph_file, tmp_path, name):
    path = tmp_path / name
    assert clconn("forest", graph_file, *REFERENCE, "-o", path).code == 0
    words = ("verify", graph_file, path, "--forest")
    assert clconn(*words).out == f"{path}: correct, 4 trees\n"
    verdict = clconn(*words, "--json").json
    assert (verdict["count"], verdict["verified"], verdict["edge_ids"]) == (4, True, str(path))
    # Without --forest they are labels, and too few.
    assert "(4,)" in clconn("verify", graph_file, path).failure()


@pytest.mark.parametrize(
    ("ids", "place"),
    [
        ([0, 1, 2, 3, 4], "edge 2 joins"),
        ([0, 1, 3], "edge 4 joins"),
        ([0, 1, 3, 6], "entry 3"),
        ([0, 1, 1, 3], "edge 1 is in the forest more than once"),
    ],
)
def test_a_wrong_forest_has_its_place(clconn, graph_file, tmp_path, ids, place):
    path = tmp_path / "forest.npy"
    np.save(path, ids)
    line = clconn("verify", graph_file, path, "--forest").failure(1)
    assert f"{path}: " in line
    assert place in line
    outcome = clconn("verify", graph_file, path, "--forest", "--json")
    assert outcome.code == 1
    assert '"verified": false' in outcome.out


@pytest.mark.parametrize(
    ("values", "expected"), [([[0, 1, 3, 4]], "(1, 4)"), ([0.5], "float64"), (["a"], "integers")]
)
def test_arrays_that_are_no_edge_ids(clconn, graph_file, tmp_path, values, expected):
    path = tmp_path / "forest.npy"
    np.save(path, values)
    line = clconn("verify", graph_file, path, "--forest").failure()
    assert str(path) in line
    assert expected in line


@pytest.mark.parametrize("text", ["0\n1.5\n", "0\nx\n", f"0\n{2**63}\n"])
def test_text_that_is_no_edge_ids(clconn, graph_file, tmp_path, text):
    path = tmp_path / "forest.txt"
    path.write_text(text)
    assert "line 2" in clconn("verify", graph_file, path, "--forest").failure()
