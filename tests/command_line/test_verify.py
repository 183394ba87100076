from __future__ import annotations

import re

import numpy as np
import pytest

from tests.command_line.samples import LABELS, REFERENCE, ROOTS


@pytest.fixture
def labels_file(tmp_path):
    def write(values, name="labels.npy"):
        path = tmp_path / name
        if path.suffix == ".npy":
            np.save(path, values)
        else:
            path.write_text("".join(f"{value}\n" for value in values))
        return path

    return write


@pytest.mark.parametrize("name", ["labels.npy", "labels.txt"])
def test_what_components_writes_is_right(clconn, graph_file, tmp_path, name):
    path = tmp_path / name
    assert clconn("components", graph_file, *REFERENCE, "-o", path).code == 0
    assert clconn("verify", graph_file, path).out == f"{path}: correct, 4 components\n"
    verdict = clconn("verify", graph_file, path, "--json").json
    assert (verdict["count"], verdict["verified"]) == (4, True)


@pytest.mark.parametrize("labels", [ROOTS, [9, 9, 9, 2, 5, 5, 5, 0]])
def test_any_numbering_is_right(clconn, graph_file, labels_file, labels):
    assert clconn("verify", graph_file, labels_file(labels)).code == 0


@pytest.mark.parametrize("name", ["labels.npy", "labels.txt"])
@pytest.mark.parametrize(
    ("vertex", "label", "place"), [(3, 0, "vertices 0 and 3"), (6, 9, "edge"), (7, -1, "vertex 7")]
)
def test_a_wrong_answer_has_its_place(clconn, graph_file, labels_file, name, vertex, label, place):
    labels = [*LABELS]
    labels[vertex] = label
    path = labels_file(labels, name)
    line = clconn("verify", graph_file, path).failure(1)
    assert f"{path}: " in line
    assert place in line
    outcome = clconn("verify", graph_file, path, "--json")
    assert outcome.code == 1
    assert '"verified": false' in outcome.out
    assert place in outcome.err


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (LABELS[:-1], "(7,)"),
        ([LABELS], "(1, 8)"),
        ([0.0] * 8, "float64"),
        ([], "(0,)"),
        (["a"] * 8, "integers"),
    ],
)
def test_arrays_that_are_no_labels(clconn, graph_file, labels_file, labels, expected):
    path = labels_file(labels)
    line = clconn("verify", graph_file, path).failure()
    assert str(path) in line
    assert expected in line


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["0", "0", "1.5"], "line 3"),
        (["0", "nan"], "line 2"),
        (["0", "", "1"], "line 2"),
        (["0", str(2**63)], "line 2"),
        (["\x00" * 500], "line 1"),
        (["7"] * 9, "(9,)"),
        ([], "(0,)"),
    ],
)
def test_text_that_is_no_labels(clconn, graph_file, labels_file, values, expected):
    path = labels_file(values, "labels.txt")
    line = clconn("verify", graph_file, path).failure()
    assert str(path) in line
    assert expected in line
    assert len(line) < 300 + len(str(path))


@pytest.mark.parametrize("content", [b"", b"\x93NUMPY", b"PK\x03\x04", bytes(range(256)) * 4])
def test_damaged_array(clconn, graph_file, tmp_path, content):
    path = tmp_path / "labels.npy"
    path.write_bytes(content)
    assert str(path) in clconn("verify", graph_file, path).failure()


def test_truncated_and_pickled_arrays(clconn, graph_file, labels_file):
    path = labels_file(LABELS)
    path.write_bytes(path.read_bytes()[:-3])
    assert str(path) in clconn("verify", graph_file, path).failure()
    path = labels_file(np.asarray([print] * 8, dtype=object))
    assert str(path) in clconn("verify", graph_file, path).failure()


@pytest.mark.parametrize("name", ["missing.npy", "missing.txt", "folder.npy", "folder.txt"])
def test_missing_labels_and_directories(clconn, graph_file, tmp_path, name):
    for folder in ("folder.npy", "folder.txt"):
        (tmp_path / folder).mkdir()
    assert str(tmp_path / name) in clconn("verify", graph_file, tmp_path / name).failure()


def test_labels_and_forests_are_told_apart(clconn, graph_file, tmp_path):
    for command, name in {"components": "labels", "forest": "forest"}.items():
        for suffix in ("npy", "txt", "tsv"):
            path = tmp_path / f"{name}.{suffix}"
            assert clconn(command, graph_file, *REFERENCE, "-o", path).code == 0
    words = ("-o", path, "--parents", tmp_path / "parents.tsv")
    assert clconn("forest", graph_file, *REFERENCE, *words).code == 0
    for words, code, advice in (
        (["forest.npy"], 2, "one for each vertex; the ids of .* for --forest or --msf"),
        (["forest.txt", "--scc"], 2, "one for each vertex; the ids of .* for --forest or --msf"),
        (["forest.tsv"], 2, "with headings; of a forest give the numbers .* and --forest"),
        (["forest.tsv", "--forest"], 2, "not .tsv; `clconn forest FILE -o forest.npy`"),
        (["labels.tsv", "--msf"], 2, "not .tsv; `clconn msf FILE -o forest.npy`"),
        (
            ["parents.tsv"],
            2,
            "line 1: expected .* label, .*; parents are no labels, which .* --lab",
        ),
        (["labels.npy", "--forest"], 1, "more than once; if .*: a label for .* without --forest"),
        (["labels.txt", "--msf"], 1, "more than once; if .*: a label for .* without --forest"),
    ):
        line = clconn("verify", graph_file, tmp_path / words[0], *words[1:]).failure(code)
        assert re.search(advice, line), line
    assert clconn("verify", graph_file, tmp_path / "forest.npy", "--forest").code == 0
