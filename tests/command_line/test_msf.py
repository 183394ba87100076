from __future__ import annotations

import json

import numpy as np
import pytest

from tests.command_line.samples import REFERENCE

# Two triangles, of which 2-0 weighs as much as 1-2; a lighter parallel edge; a self loop.
WEIGHTED = """\
p sp 8 9
a 1 2 4
a 2 3 6
a 3 1 6
a 5 6 -7
a 6 7 2
a 7 5 1
a 6 5 -8
a 4 4 -9
a 1 2 4
"""
LIGHTEST = [0, 1, 5, 6]
HEAVIEST = [1, 2, 4, 5]
TOTALS = {"lightest": 4 + 6 + 1 - 8, "heaviest": 6 + 6 + 2 + 1}


@pytest.fixture
def roads(tmp_path):
    path = tmp_path / "roads.gr"
    path.write_text(WEIGHTED)
    return path


def test_summary_for_people(clconn, roads):
    outcome = clconn("msf", roads, *REFERENCE)
    assert (outcome.code, outcome.err) == (0, "")
    lines = [line.split() for line in outcome.out.splitlines()]
    assert lines[0] == [str(roads)]
    assert ["vertices", "8"] in lines
    assert ["edges", "9"] in lines
    assert ["trees", "4"] in lines
    assert ["edges", "of", "the", "forest", "4"] in lines
    assert ["total", "weight", str(TOTALS["lightest"])] in lines
    assert ["variant", "csr/ecl-mst/all"] in lines
    assert "time to" not in outcome.out


def test_times_and_reason(clconn, roads):
    out = clconn("msf", roads, *REFERENCE, "--time", "--explain").out
    for step in ("read", "transfer", "build", "compute"):
        assert f"time to {step}" in out
    assert "chosen because       the serial reference takes ECL-MST's algorithm" in out


def test_json(clconn, roads):
    summary = clconn("msf", roads, *REFERENCE, "--json").json
    assert (summary["count"], summary["edges"], summary["graph_edges"]) == (4, 4, 9)
    assert summary["total_weight"] == TOTALS["lightest"]
    assert summary["maximum"] is False
    assert summary["edge_ids"] is None
    assert set(summary["timing"]) == {"read", "transfer", "build", "compute"}
    assert "verified" not in summary


def test_edges_without_weights_are_told_to_weigh_1(clconn, roads, tmp_path):
    path = tmp_path / "plain.txt"
    path.write_text("0 1\n1 2\n0 2\n")
    told = "total weight         2 (there are no weights, so each edge weighs 1)"
    for words in ((), ("--stream",)):
        assert told in clconn("msf", path, *words).out
        summary = clconn("msf", path, *words, "--json").json
        assert (summary["weighted"], summary["total_weight"]) == (False, 2)
        weighted = clconn("msf", roads, *words)
        assert "total weight" in weighted.out
        assert "each edge weighs 1" not in weighted.out
        assert clconn("msf", roads, *words, "--json").json["weighted"] is True
    # A run that goes on where all is done has seen no weights.
    again = ("--stream", "--checkpoint", tmp_path / "state", "--resume", "--json")
    runs = [json.loads(clconn("msf", path, *again).out) for _ in range(2)]
    assert [summary["weighted"] for summary in runs] == [False, None]
    assert "weighted" not in clconn("forest", path, "--json").json


@pytest.mark.parametrize("backend", ["reference", "opencl"])
@pytest.mark.parametrize(
    ("words", "ids", "total"),
    [((), LIGHTEST, "lightest"), (("--maximum",), HEAVIEST, "heaviest")],
)
def test_edge_ids_npy(clconn, roads, tmp_path, backend, words, ids, total):
    path = tmp_path / "forest.npy"
    words = (*words, "--backend", backend, "-o", path, "--json", "--verify")
    summary = clconn("msf", roads, *words).json
    assert (summary["edge_ids"], summary["verified"]) == (str(path), True)
    assert summary["total_weight"] == TOTALS[total]
    assert summary["maximum"] == ("--maximum" in words)
    found = np.load(path)
    assert found.dtype == np.int64
    assert found.tolist() == ids


def test_edge_ids_txt(clconn, roads, tmp_path):
    path = tmp_path / "forest.txt"
    assert f"in {path}" in clconn("msf", roads, *REFERENCE, "--edge-ids", path).out
    assert [int(line) for line in path.read_text().splitlines()] == LIGHTEST


@pytest.mark.parametrize(
    ("variant", "option"),
    [
        ("csr/ecl-mst/all", "c=1.5"),
        ("csr/ecl-mst/thread-based", "seed=2"),
        ("csr/boruvka/relabel", "int64_atomics=off"),
    ],
)
def test_variants_and_options(clconn, roads, variant, option):
    words = ("--variant", variant, "--option", option, "--json", "--verify")
    summary = clconn("msf", roads, *REFERENCE, *words).json
    assert (summary["total_weight"], summary["variant"]) == (TOTALS["lightest"], variant)


def test_a_file_without_weights(clconn, graph_file):
    summary = clconn("msf", graph_file, *REFERENCE, "--json", "--verify").json
    assert (summary["count"], summary["edges"], summary["total_weight"]) == (4, 4, 4)


@pytest.mark.parametrize(
    ("values", "total"),
    [("0.5 0.25", 0.75), (f"{2**62} {2**62 + 1}", 2**63 + 1), ("1e308 1e308", None)],
)
def test_total_weights(clconn, tmp_path, values, total):
    path = tmp_path / "weighted.wel"
    first, second = values.split()
    path.write_text(f"0 1 {first}\n1 2 {second}\n")
    summary = clconn("msf", path, *REFERENCE, "--json").json
    assert summary["total_weight"] == total
    shown = "inf" if total is None else f"{total:,}"
    assert f"total weight         {shown}\n" in clconn("msf", path, *REFERENCE).out


@pytest.mark.parametrize(("content", "vertices"), [("p sp 0 0\n", 0), ("p sp 5 0\n", 5)])
def test_graphs_without_an_edge(clconn, tmp_path, content, vertices):
    path, ids = tmp_path / "small.gr", tmp_path / "forest.txt"
    path.write_text(content)
    summary = clconn("msf", path, *REFERENCE, "-o", ids, "--json", "--verify").json
    assert (summary["count"], summary["edges"], summary["total_weight"]) == (vertices, 0, 0)
    assert ids.read_text() == ""
    assert clconn("verify", path, ids, "--msf").code == 0


def test_a_weight_that_is_no_number_has_its_place(clconn, tmp_path):
    path = tmp_path / "weighted.wel"
    path.write_text("0 1 1.5\n1 2 nan\n")
    line = clconn("msf", path, *REFERENCE).failure()
    assert str(path) in line
    assert "nan" in line.lower()


def test_a_wrong_answer_is_not_written(clconn, roads, tmp_path, monkeypatch):
    def wrongly(*_, maximum):
        return np.array(HEAVIEST, dtype=np.int64)

    monkeypatch.setattr("clconn.reference.minimum_forest.minimum_forest.minimum_forest", wrongly)
    path = tmp_path / "forest.npy"
    outcome = clconn("msf", roads, *REFERENCE, "--verify", "-o", path)
    assert outcome.code == 1
    assert outcome.err.startswith(f"clconn: error: {roads}: the answer is wrong: edge 0 is lighter")
    assert outcome.err.count("\n") == 1
    assert "nothing was written" in outcome.out
    assert not path.exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--variant", "csr/ecl-mst/al"), "did you mean 'csr/ecl-mst/all'"),
        (("--variant", "csr/ecl/split"), "unknown variant"),
        (("--variant", "csr/boruvka/relabel", "--option", "c=3"), "it has: int64_atomics"),
        (("--variant", "csr/ecl-mst/all", "--option", "c=5"), "expected one of 3, "),
        (("-o", "forest.csv"), "forest.csv"),
        (("-o", "{graph}"), "neither .npy"),
        (("--minimum",), "--minimum"),
        (("--device", "no-such-device"), "no-such-device"),
    ],
)
def test_bad_words(clconn, roads, words, expected):
    words = [word.format(graph=roads) for word in words]
    backend = () if "--device" in words else REFERENCE
    assert expected in clconn("msf", roads, *backend, *words).failure()


def test_bad_words_are_refused_before_the_graph_is_read(clconn, tmp_path):
    missing = tmp_path / "missing.gr"
    assert "ecl-mst" in clconn("msf", missing, "--variant", "csr/ecl-mst/al").failure()
    assert str(missing) in clconn("msf", missing, *REFERENCE).failure()


def test_variants_of_minimum_forests(clconn):
    out = clconn("variants", "minimum-forest").out
    for name in ("csr/ecl-mst/all", "csr/boruvka/relabel", "int64_atomics"):
        assert name in out


# ------------------------------------------------------------------- clconn verify


@pytest.mark.parametrize("maximum", [(), ("--maximum",)])
def test_what_msf_writes_is_right(clconn, roads, tmp_path, maximum):
    path = tmp_path / "forest.npy"
    assert clconn("msf", roads, *REFERENCE, *maximum, "-o", path).code == 0
    words = ("verify", roads, path, "--msf", *maximum)
    assert clconn(*words).out == f"{path}: correct, 4 trees\n"
    verdict = clconn(*words, "--json").json
    assert (verdict["count"], verdict["verified"], verdict["edge_ids"]) == (4, True, str(path))
    assert clconn("verify", roads, path, "--forest").code == 0
    other = () if maximum else ("--maximum",)
    assert f"{path}: edge " in clconn("verify", roads, path, "--msf", *other).failure(1)


@pytest.mark.parametrize(
    ("ids", "place"),
    [
        ([8, 1, 5, 6], "edge 0 weighs the same as, and comes before, edge 8"),
        ([0, 2, 5, 6], "edge 1 weighs the same as, and comes before, edge 2"),
        ([0, 1, 5, 3], "edge 6 is lighter than edge 3"),
        ([0, 1, 5], "edge 3 joins"),
        ([0, 1, 2, 5, 6], "a cycle"),
    ],
)
def test_a_wrong_forest_has_its_place(clconn, roads, tmp_path, ids, place):
    path = tmp_path / "forest.npy"
    np.save(path, ids)
    line = clconn("verify", roads, path, "--msf").failure(1)
    assert f"{path}: " in line
    assert place in line


def test_what_does_not_go_together(clconn, roads, tmp_path):
    path = tmp_path / "forest.npy"
    np.save(path, LIGHTEST)
    assert "not allowed with" in clconn("verify", roads, path, "--msf", "--forest").failure()
    for words in ((), ("--forest",)):
        assert "give --msf too" in clconn("verify", roads, path, "--maximum", *words).failure()
