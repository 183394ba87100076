"""Everything that can be wrong with the words: exit code 2, one line, and nothing computed."""

from __future__ import annotations

import os

import numpy as np
import pytest

from clconn.design_space import find_variant
from tests.command_line.samples import REFERENCE
from tests.helpers.problems import COMMANDS


def test_unknown_variant_names_the_nearest(clconn, graph_file):
    line = clconn("components", graph_file, *REFERENCE, "--variant", "csr/ecl/halv").failure()
    assert "did you mean 'csr/ecl/halve'" in line


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("finalization", "NAME=VALUE"),
        ("=halve", "NAME=VALUE"),
        ("finalisation=halve", "initialization, flatten_links, one_launch"),
        ("finalization=halv", "{values}"),
        ("finalization=", "{values}"),
        ("k=2", "no option 'k'"),
    ],
)
def test_bad_option(clconn, graph_file, option, expected):
    words = ("components", graph_file, *REFERENCE, "--variant", "csr/ecl/halve")
    [finalization] = [
        entry for entry in find_variant("csr/ecl/halve").options if entry.name == "finalization"
    ]
    expected = expected.format(values=", ".join(finalization.values))
    assert expected in clconn(*words, "--option", option).failure()


def test_bad_option_of_no_variant_in_particular(clconn, graph_file):
    line = clconn("components", graph_file, *REFERENCE, "--option", "colour=red").failure()
    assert "colour" in line


def test_bad_words_are_refused_before_the_graph_is_read(clconn, tmp_path):
    missing = tmp_path / "missing.mtx"
    assert "halv" in clconn("components", missing, "--variant", "csr/ecl/halv").failure()
    assert "labels.csv" in clconn("components", missing, "-o", tmp_path / "labels.csv").failure()


def test_device_selector_that_matches_nothing(clconn, graph_file):
    line = clconn("components", graph_file, "--device", "no-such-device").failure()
    assert "no-such-device" in line


def test_device_of_the_reference(clconn, graph_file):
    assert "device" in clconn("components", graph_file, *REFERENCE, "--device", "cpu").failure()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), "COMMAND"),
        (("component",), "did you mean 'components'"),
        (("components",), "FILE"),
        (("components", "a.mtx", "b.mtx"), "b.mtx"),
        (("components", "a.mtx", "--jsno"), "--jsno"),
        (("components", "a.mtx", "--backend", "cuda"), "opencl"),
        (("components", "a.mtx", "--n", "many"), "many"),
        (("convert", "a.mtx"), "OUT"),
        (("generate",), "--list"),
        (("generate", "toruss"), "did you mean 'torus'"),
        (("generate", "torus", "-o", "a.mtx"), "--rows"),
        (("generate", "torus", "--rows", "x"), "--rows"),
        (("variants", "component"), "components"),
        (("variants", "--origin", "nowhere"), "gconn"),
        (("verify", "a.mtx"), "LABELS"),
    ],
)
def test_usage(clconn, words, expected):
    assert expected in clconn(*words).failure()


def test_usage_errors_point_to_the_help_of_the_command(clconn):
    assert "`clconn convert --help`" in clconn("convert", "--jsno").failure()
    assert "`clconn generate torus --help`" in clconn("generate", "torus", "--row").failure()


@pytest.mark.parametrize("flag", ["-o", "--roots"])
@pytest.mark.parametrize("name", ["labels.csv", "labels", "none/labels.npy", "", "folder.npy"])
def test_bad_array_path(clconn, graph_file, tmp_path, flag, name):
    (tmp_path / "folder.npy").mkdir()
    path = tmp_path / name if name else ""
    line = clconn("components", graph_file, *REFERENCE, flag, path).failure()
    assert str(path) in line
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["folder.npy", graph_file.name]


@pytest.mark.parametrize(
    "words",
    [
        *((command, "{graph}", *REFERENCE, "-o", "{output}.npy") for command in COMMANDS),
        ("components", "{graph}", *REFERENCE, "--roots", "{output}.txt"),
        ("explore", "{graph}", "-o", "{output}.json"),
        ("explore", "{graph}", "--html", "{output}.html"),
        ("explore", "{graph}", "--png", "{output}.png"),
        ("convert", "{graph}", "{output}.mtx"),
        ("generate", "path", "--n", "5", "-o", "{output}.mtx"),
    ],
    ids=lambda words: words[0],
)
@pytest.mark.parametrize("directory", ["/proc", "/none"])
def test_directory_that_cannot_be_written(clconn, graph_file, monkeypatch, words, directory):
    """Known before anything is read, generated or computed."""

    def never(*arguments, **options):
        raise AssertionError("worked for nothing")

    monkeypatch.setattr("clconn.files.reading.read_as", never)
    monkeypatch.setattr("clconn.generators.generate", never)
    output = f"{directory}/labels"
    line = clconn(*(word.format(graph=graph_file, output=output) for word in words)).failure()
    assert output in line


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_write_protected_file(clconn, graph_file, tmp_path):
    labels = tmp_path / "labels.npy"
    np.save(labels, [5])
    labels.chmod(0o400)
    assert str(labels) in clconn("components", graph_file, *REFERENCE, "-o", labels).failure()
    assert np.load(labels).tolist() == [5]


def test_device_files_are_not_replaced(clconn, graph_file, tmp_path):
    pipe = tmp_path / "pipe.npy"
    os.mkfifo(pipe)
    assert "pipe.npy" in clconn("components", graph_file, *REFERENCE, "-o", pipe).failure()
    assert pipe.is_fifo()


def test_one_path_for_two_results(clconn, graph_file, tmp_path):
    one, other = tmp_path / "a.npy", tmp_path / "." / "a.npy"
    line = clconn("components", graph_file, *REFERENCE, "-o", one, "--roots", other).failure()
    assert "two results" in line
    assert not one.exists()


def test_the_input_is_not_overwritten(clconn, graph_file):
    content = graph_file.read_bytes()
    assert "input" in clconn("convert", graph_file, graph_file).failure()
    assert graph_file.read_bytes() == content
