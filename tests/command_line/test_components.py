from __future__ import annotations

import numpy as np
import pytest

import clconn as library
from clconn.command_line.stdout import seconds
from clconn.opencl_backend.device.runtime import open_runtime
from tests.command_line.samples import LABELS, REFERENCE, ROOTS
from tests.helpers.problems import take_devices_away


def test_summary_for_people(clconn, graph_file):
    outcome = clconn("components", graph_file, *REFERENCE)
    assert (outcome.code, outcome.err) == (0, "")
    lines = [line.split() for line in outcome.out.splitlines()]
    assert lines[0] == [str(graph_file)]
    assert ["vertices", "8"] in lines
    assert ["components", "4"] in lines
    assert ["largest", "component", "3", "(37.5", "%", "of", "the", "vertices)"] in lines
    assert ["variant", "csr/ecl/split"] in lines
    assert "time to" not in outcome.out


def test_times_apart(clconn, graph_file):
    out = clconn("components", graph_file, *REFERENCE, "--time").out
    for step in ("read", "transfer", "build", "compute"):
        assert f"time to {step}" in out


def test_explanation(clconn, graph_file):
    words = ("components", graph_file, *REFERENCE)
    assert "chosen because" not in clconn(*words).out
    assert "reason" not in clconn(*words, "--json").json
    lines = clconn(*words, "--explain").out.splitlines()
    assert any("chosen because" in line and "reference takes ECL-CC's" in line for line in lines)
    words += ("--variant", "csr/ecl/halve")
    assert "asked for" in clconn(*words, "--explain", "--json").json["reason"]


def test_explanation_on_a_device(clconn, graph_file, device):
    open_runtime(device)  # an unreliable device warns once, here
    options = ("--backend", "opencl", "--explain", "--json")
    summary = clconn("components", graph_file, *options).json
    assert summary["backend"] == "opencl"
    assert len(summary["reason"].split()) > 5


def test_a_measured_variant(clconn, graph_file, device):
    open_runtime(device)
    options = ("--backend", "opencl", "--variant", "measured", "--explain", "--json")
    summary = clconn("components", graph_file, *options).json
    assert summary["count"] == 4
    assert " variants that ran on this graph it was the fastest, " in summary["reason"]
    assert summary["variant"] in {row.name for row in library.variants()}
    with_option = clconn("components", graph_file, *options, "--option", "k=3").json
    assert with_option["options"]["k"] == 3


def test_json(clconn, graph_file):
    summary = clconn("components", graph_file, *REFERENCE, "--json").json
    assert summary["count"] == 4
    assert summary["vertices"] == 8
    assert summary["largest"] == 3
    assert summary["file"] == str(graph_file)
    assert summary["backend"] == "reference"
    assert summary["variant"] == "csr/ecl/split"
    assert set(summary["timing"]) == {"read", "transfer", "build", "compute"}
    assert "sizes" not in summary
    assert "verified" not in summary


def test_json_sizes_and_verification(clconn, graph_file):
    summary = clconn("components", graph_file, *REFERENCE, "--json", "--sizes", "--verify").json
    assert summary["sizes"] == [3, 1, 3, 1]
    assert summary["verified"] is True


def test_nearly_all_vertices_are_not_100_percent(clconn, tmp_path):
    path = tmp_path / "star.txt"
    path.write_text("# Nodes: 10000\n" + "".join(f"0 {leaf}\n" for leaf in range(1, 9996)))
    assert "9,996 (99.96 % of the vertices)" in clconn("components", path, *REFERENCE).out


def test_table_of_sizes(clconn, graph_file):
    out = clconn("components", graph_file, *REFERENCE, "--sizes").out
    assert [line.split() for line in out.splitlines()[-2:]] == [["3", "2"], ["1", "2"]]


def test_table_of_sizes_is_cut_for_people_only(clconn, tmp_path):
    """Stars of 1, 2, ..., 25 vertices."""
    sources, targets, start = [], [], 0
    for size in range(1, 26):
        sources += [start] * (size - 1)
        targets += range(start + 1, start + size)
        start += size
    path = tmp_path / "stars.mtx"
    header = f"%%MatrixMarket matrix coordinate pattern general\n{start} {start} {len(sources)}\n"
    path.write_text(
        header + "".join(f"{u + 1} {v + 1}\n" for u, v in zip(sources, targets, strict=True))
    )
    out = clconn("components", path, *REFERENCE, "--sizes").out
    assert out.splitlines()[-2].split() == ["6", "1"]
    assert "5 smaller sizes" in out.splitlines()[-1]
    assert clconn("components", path, *REFERENCE, "--sizes", "--json").json["sizes"] == list(
        range(1, 26)
    )


def test_arrays_npy(clconn, graph_file, tmp_path):
    labels, roots = tmp_path / "labels.npy", tmp_path / "roots.npy"
    summary = clconn(
        "components", graph_file, *REFERENCE, "-o", labels, "--roots", roots, "--json"
    ).json
    assert (summary["labels"], summary["roots"]) == (str(labels), str(roots))
    for path, expected in ((labels, LABELS), (roots, ROOTS)):
        array = np.load(path)
        assert array.dtype == np.int32
        assert array.tolist() == expected
    assert sorted(tmp_path.iterdir()) == sorted([graph_file, labels, roots])


def test_arrays_txt_replace_an_older_file(clconn, graph_file, tmp_path):
    labels = tmp_path / "labels.txt"
    labels.write_text("older\n" * 100)
    outcome = clconn("components", graph_file, *REFERENCE, "-o", labels)
    assert outcome.code == 0
    assert f"in {labels}" in outcome.out
    assert labels.read_text() == "".join(f"{label}\n" for label in LABELS)


@pytest.mark.parametrize(
    ("variant", "option"),
    [
        ("csr/ecl/split", "finalization=compress"),
        ("kout/async/split", "k=3"),
        ("kout/async/split", "vertex_gathering=FALSE"),
        ("kout/async/split", "vertex_gathering=true"),
    ],
)
def test_variants_and_options(clconn, graph_file, variant, option):
    summary = clconn(
        "components", graph_file, *REFERENCE, "--variant", variant, "--option", option, "--json"
    ).json
    assert (summary["count"], summary["variant"]) == (4, variant)


def test_opencl(clconn, graph_file, tmp_path):
    labels = tmp_path / "labels.npy"
    summary = clconn(
        "components", graph_file, "--backend", "opencl", "--verify", "-o", labels, "--json"
    ).json
    assert (summary["count"], summary["backend"], summary["verified"]) == (4, "opencl", True)
    assert np.load(labels).tolist() == LABELS


def test_opencl_variant_option_and_device(clconn, graph_file):
    [selector, *_] = [
        device["selector"]
        for platform in clconn("devices", "--json").json["platforms"]
        for device in platform["devices"]
        if device["usable"]
    ]
    out = clconn(
        "components", graph_file, "--device", selector, "--variant", "kout/async/halve",
        "--option", "k=1", "--time",
    ).out  # fmt: skip
    assert "(opencl)" in out
    assert "kout/async/halve" in out


def test_no_usable_device_falls_back_with_one_line(clconn, graph_file, monkeypatch):
    take_devices_away(monkeypatch, "no OpenCL device;\nget one")
    outcome = clconn("components", graph_file, "--json")
    assert outcome.code == 0
    assert outcome.err.startswith("clconn: warning: no OpenCL device; get one")
    assert outcome.err.count("\n") == 1
    assert '"count": 4' in outcome.out
    assert "no OpenCL device" in clconn("components", graph_file, "--backend", "opencl").failure()


@pytest.mark.parametrize("wrong", [[0, 0, 0, 0, 4, 4, 4, 7], [0, 0, 2, 3, 4, 4, 4, 7]])
def test_a_wrong_answer_is_not_written(clconn, graph_file, tmp_path, monkeypatch, wrong):
    def wrongly(*_):
        return np.asarray(wrong, dtype=np.int32)

    monkeypatch.setattr(
        "clconn.reference.components.connected_components.connected_components", wrongly
    )
    labels = tmp_path / "labels.npy"
    outcome = clconn("components", graph_file, *REFERENCE, "--verify", "-o", labels)
    assert outcome.code == 1
    assert outcome.err.startswith(f"clconn: error: {graph_file}: the answer is wrong: ")
    assert outcome.err.count("\n") == 1
    assert "nothing was written" in outcome.out
    assert not labels.exists()


@pytest.mark.parametrize(
    ("duration", "text"),
    [(0.0, "0 us"), (2.5e-5, "25 us"), (0.0123, "12.3 ms"), (1.5, "1.5 s"), (4000.0, "4000 s")],
)
def test_seconds(duration, text):
    assert seconds(duration) == text


@pytest.mark.parametrize(
    "name", ["giant.npz", "giant.mtx", "giant.txt", "giant.gr.gz", "giant.mtx.gz"]
)
def test_the_graph_of_the_largest_component(clconn, tmp_path, name):
    graph, largest = tmp_path / "graph.txt", tmp_path / name
    graph.write_text("0 1 7\n5 3 1\n2 3 4\n5 2 9\n6 6 1\n")
    words = (*REFERENCE, "--largest", largest, "--json")
    summary = clconn("components", graph, *words).json
    assert (summary["largest"], summary["largest_graph"]) == (3, str(largest))
    written = library.read(largest)
    sources, targets = (end.tolist() for end in written.edges())
    edges = zip(sources, targets, written.weights.tolist(), strict=True)
    assert written.n == 3
    # The vertices 2, 3, 5 are 0, 1, 2 now.
    assert {(frozenset(ends), weight) for *ends, weight in edges} == {
        (frozenset((2, 1)), 1),
        (frozenset((0, 1)), 4),
        (frozenset((2, 0)), 9),
    }
    assert f"in {largest}" in clconn("components", graph, *words[:-1]).out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--largest", "{folder}/giant.foo"), "--largest takes .npz"),
        (("--largest", "{folder}/giant.npz.gz"), "leave .gz out"),
        (("--largest", "{graph}"), "is the input"),
        (("--largest", "{folder}/a.npy", "-o", "{folder}/a.npy"), "two results would go to"),
    ],
)
def test_bad_files_for_the_largest_component(clconn, graph_file, tmp_path, words, expected):
    graph_file.write_text("this is no graph")
    words = [word.format(graph=graph_file, folder=tmp_path) for word in words]
    assert expected in clconn("components", graph_file, *REFERENCE, *words).failure()
    assert list(tmp_path.iterdir()) == [graph_file]


def test_the_largest_component_of_no_vertices(clconn, tmp_path):
    graph, largest = tmp_path / "graph.mtx", tmp_path / "largest.npz"
    graph.write_text("%%MatrixMarket matrix coordinate pattern general\n0 0 0\n")
    assert clconn("components", graph, *REFERENCE, "--largest", largest).code == 0
    assert library.read(largest).n == 0
