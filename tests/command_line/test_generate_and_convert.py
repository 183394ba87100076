from __future__ import annotations

import numpy as np
import pytest

import clconn as library
from clconn.files import FORMATS
from clconn.generators import FAMILIES, NAMED_GRAPHS
from tests.command_line.samples import REFERENCE

SMALL = {
    "torus": {"rows": 4, "columns": 5},
    "uniform-random": {"n": 20, "edges": 30, "seed": 3},
    "rmat": {"scale": 5, "edges": 40, "a": 0.5, "b": 0.2, "c": 0.2, "permute": True},
    "path": {"n": 7},
    "star": {"n": 6},
}


def equal(one, other):
    return one.n == other.n and np.array_equal(one.edges(), other.edges())


@pytest.mark.parametrize("family", SMALL)
def test_generate(clconn, tmp_path, family):
    parameters = SMALL[family]
    words = []
    for name, value in parameters.items():
        words += [f"--{name}"] if value is True else [f"--{name}", value]
    path = tmp_path / "graph.npz"
    summary = clconn("generate", family, *words, "-o", path, "--json").json
    expected = library.generate(family, **parameters)
    assert summary["count"] == summary["edges"]
    assert summary["vertices"] == expected.n
    assert equal(library.read(path), expected)


def test_generate_says_what_it_wrote(clconn, tmp_path):
    path = tmp_path / "path.mtx"
    outcome = clconn("generate", "path", "--n", 7, "-o", path)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"{path}: 7 vertices, ")


@pytest.mark.parametrize("name", FORMATS)
def test_generated_converted_and_measured(clconn, tmp_path, name):
    """However often a graph is converted, no edge doubles and the answer stays."""
    first = tmp_path / "first.npz"
    words = ("--rows", 9, "--columns", 7, "--seed", 2)
    assert clconn("generate", "road", *words, "-o", first).code == 0
    there = tmp_path / ("there" + FORMATS[name].suffixes[0])
    assert clconn("convert", first, there, "--to", name).code == 0
    back = tmp_path / "back.mtx"
    assert clconn("convert", there, back, "--from", name).code == 0
    expected = library.read(first)
    labels = tmp_path / "labels.npy"
    assert clconn("components", first, *REFERENCE, "-o", labels).code == 0
    for path in (there, back):
        rows = library.read(path).adjacency()
        np.testing.assert_array_equal(rows.offsets, expected.rows.offsets)
        np.testing.assert_array_equal(rows.neighbors, expected.rows.neighbors)
        assert clconn("verify", path, labels, "--json").json["verified"]
    edges = clconn("components", back, *REFERENCE, "--json").json["edges"]
    assert 2 * edges == expected.edge_count


@pytest.mark.parametrize("path", ["out.npz.gz", "out.npy.gz"])
@pytest.mark.parametrize("command", ["convert", "generate"])
def test_impossible_target_is_refused_before_any_work(
    clconn, graph_file, tmp_path, monkeypatch, command, path
):
    def never(*arguments, **options):
        raise AssertionError("worked for nothing")

    monkeypatch.setattr("clconn.files.reading.read_as", never)
    monkeypatch.setattr("clconn.generators.generate", never)
    target = tmp_path / path
    words = (graph_file, target) if command == "convert" else ("path", "--n", 5, "-o", target)
    line = clconn(command, *words).failure()
    assert f"{target}: the " in line
    assert "not written through gzip" in line
    assert list(tmp_path.iterdir()) == [graph_file]


def test_generate_weights(clconn, tmp_path):
    path = tmp_path / "path.mtx"
    summary = clconn("generate", "path", "--n", 7, "--weights", "hash", "-o", path, "--json").json
    assert summary["weighted"]
    assert library.read(path).weights.min() >= 1


def test_generate_a_named_graph_with_another_seed(clconn, tmp_path):
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    assert clconn("generate", "road-small", "-o", first).code == 0
    assert clconn("generate", "road-small", "--seed", 5, "-o", second).code == 0
    assert equal(library.read(first), library.generate("road-small"))
    assert equal(library.read(second), library.generate("road-small", seed=5))
    assert not equal(library.read(first), library.read(second))


@pytest.mark.parametrize("name", [*FAMILIES, *NAMED_GRAPHS])
def test_generate_help_of_every_family(clconn, name):
    outcome = clconn("generate", name, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    for parameter in FAMILIES[name].parameters if name in FAMILIES else ():
        assert f"--{parameter.replace('_', '-')}" in outcome.out


def test_generate_list(clconn):
    text = clconn("generate", "--list").out
    listed = clconn("generate", "--list", "--json").json
    assert listed["count"] == len(FAMILIES) + len(NAMED_GRAPHS)
    assert [family["name"] for family in listed["families"]] == list(FAMILIES)
    assert [graph["name"] for graph in listed["named_graphs"]] == list(NAMED_GRAPHS)
    for name in [*FAMILIES, *NAMED_GRAPHS]:
        assert any(line.split()[:1] == [name] for line in text.splitlines())


@pytest.mark.parametrize("value", ["-1", str(2**31), str(10**30)])
def test_generate_bad_parameter(clconn, tmp_path, value):
    path = tmp_path / "path.mtx"
    assert "n is" in clconn("generate", "path", "--n", value, "-o", path).failure()
    assert not path.exists()


def test_generate_a_graph_that_fits_no_memory(clconn, tmp_path):
    path = tmp_path / "huge.mtx"
    words = ("--n", 2**31 - 1, "--edges", 10**12)
    clconn("generate", "uniform-random", *words, "-o", path).failure()
    assert not path.exists()


@pytest.mark.parametrize("suffix", [".mtx", ".npz", ".txt", ".gr", ".mtx.gz"])
def test_convert_there_and_back(clconn, graph_file, tmp_path, suffix):
    there, back = tmp_path / f"there{suffix}", tmp_path / "back.mtx"
    assert clconn("convert", graph_file, there).out.startswith(f"{there}: 8 vertices, ")
    summary = clconn("convert", there, back, "--json").json
    assert (summary["vertices"], summary["source"]) == (8, str(there))
    assert equal(library.read(back), library.read(graph_file))
    assert clconn("components", back, *REFERENCE, "--json").json["count"] == 4


def test_convert_with_named_formats(clconn, tmp_path):
    source, target = tmp_path / "edges.dat", tmp_path / "matrix.dat"
    source.write_text("0 1\n1 2\n")
    words = ("--from", "edge-list", "--to", "matrix-market", "--n", 5)
    assert clconn("convert", source, target, *words).code == 0
    assert target.read_text().startswith("%%MatrixMarket")
    assert library.read(target, format="matrix-market").n == 5


def test_unknown_formats(clconn, graph_file, tmp_path):
    output = tmp_path / "out.mtx"
    assert "nonsense" in clconn("convert", graph_file, output, "--from", "nonsense").failure()
    assert "nonsense" in clconn("convert", graph_file, output, "--to", "nonsense").failure()
    unknown = tmp_path / "out.nonsense"
    assert str(unknown) in clconn("convert", graph_file, unknown).failure()
    assert str(unknown) in clconn("generate", "path", "--n", 3, "-o", unknown).failure()
    assert list(tmp_path.iterdir()) == [graph_file]
