"""The rooms: what lies where, how long files are, and names that stand once."""

import ast
import dataclasses
import importlib
from pathlib import Path

import pytest

import clconn
from clconn.problems import DESIGN_SPACES

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("reference", "opencl_backend", "kernels_cl")
SHARED_ROOMS = {"device", "primitives", "graph", "plan"}

MOST_LINES = 450
MOST_FLAT = 5

# Words for what is counted or made, where a problem's name happens to be the same word.
PLAIN_WORDS = {
    ("src/clconn/command_line/explore.py", "components"),
    ("src/clconn/command_line/partition_command.py", "components"),
    ("src/clconn/command_line/verify.py", "components"),
    ("src/clconn/exploration/page.py", "components"),
    ("src/clconn/results/result.py", "components"),
    # Names of functions.
    ("src/clconn/verify/__init__.py", "components"),
    ("src/clconn/verify/__init__.py", "forest"),
    ("src/clconn/verify/components.py", "components"),
    ("src/clconn/verify/forest.py", "forest"),
}


def _sources(*folders, suffixes=(".py", ".cl", ".h")):
    found = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    found = sorted(path for path in found if path.suffix in suffixes)
    assert found
    return found


def test_no_file_is_too_long():
    for path in _sources(
        "src", *PACKAGES, "tests", "asv_benchmarks", suffixes=(".py", ".cl", ".h", ".c")
    ):
        lines = path.read_text(encoding="utf-8").count("\n")
        assert lines <= MOST_LINES, f"{path.relative_to(ROOT)} has {lines} lines: two ideas?"


def test_lines_of_kernels_are_short():
    for path in _sources("kernels_cl", suffixes=(".cl", ".h")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= 100, f"{path.relative_to(ROOT)}:{number} has {len(line)} columns"


@pytest.mark.parametrize("folder", [*PACKAGES, "tests"])
def test_files_lie_in_rooms(folder):
    flat = [path.name for path in (ROOT / folder).iterdir() if path.is_file()]
    assert len(flat) <= MOST_FLAT, f"{folder}: {flat}: which layer or problem are they of?"


def test_every_kernel_of_an_algorithm_has_a_reference_of_the_same_name():
    references = {path.stem for path in _sources("reference")}
    kernels = [
        path.stem for path in _sources(*PACKAGES[2:], suffixes=(".cl",))
        if path.parent.name not in SHARED_ROOMS
    ]  # fmt: skip
    # What only a device does: sharing work out, counting, and cutting one algorithm into files.
    without = {
        "component_labels",
        "edges_at_once",
        "filter_boruvka_first_round",
        "filter_boruvka_lists",
        "filter_boruvka_second_phase",
        "filter_boruvka_together",
        "given_up_rows",
        "initialization",
        "rows_at_once",
        "sampling_sharing",
        "short_rows",
        "signature_regions",
        "smallest_vertices",
        "subgraph_numbers",
        "work",
    }
    assert set(kernels) - references == without


def _strings(path):
    """The string constants of a file that are no docstrings, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value, node.lineno


def test_the_name_of_a_problem_stands_in_one_file():
    for path in _sources("src", "reference", "opencl_backend", suffixes=(".py",)):
        place = path.relative_to(ROOT).as_posix()
        if place == "src/clconn/problems.py":
            continue
        for text, line in _strings(path):
            if text in DESIGN_SPACES and (place, text) not in PLAIN_WORDS:
                pytest.fail(f"{place}:{line} says {text!r}; read it from clconn.problems")


def test_no_public_name_hides_a_module():
    """``import clconn.NAME as module`` must not give a function."""
    for name in clconn.__all__:
        value = getattr(clconn, name)
        try:
            module = importlib.import_module(f"clconn.{name}")
        except ModuleNotFoundError:
            continue
        assert value is module, f"clconn.{name} is {value!r}, and there is a module of that name"


@pytest.mark.parametrize("problem", DESIGN_SPACES.values(), ids=str)
def test_what_a_record_points_to_is_there(problem):
    references = [
        field.name
        for field in dataclasses.fields(problem)
        if isinstance(value := getattr(problem, field.name), str) and value.startswith("clconn.")
    ]
    assert {"function", "rows", "reference"} <= set(references)
    for attribute in references:
        assert callable(problem.load(attribute)) or attribute in ("solver", "pieces")
    assert getattr(clconn, problem.load("function").__name__) is problem.load("function")
    assert clconn.design_space.find_variant(problem.reference_variant, problem)


def _public_names(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return set(ast.literal_eval(node.value))
    return set()


# Twins without a public name in common. This list may only shrink.
NO_COMMON_NAME = {
    # Two classes of one protocol: the record names both.
    "incremental/engine.py",
    # A function of arrays here, a solver of a device there: the record of the problem names both.
    "components/connected_components.py",
    "minimum_forest/minimum_forest.py",
    "spanning_forest/spanning_forest.py",
    # Lists of edges here, parameters of kernels that visit them there.
    "union_find/edge_map.py",
    # The union here; what comes before and after the union there, which is in the kernels.
    "union_find/jtb.py",
}


def test_twins_answer_to_the_same_names():
    reference = {
        path.relative_to(ROOT / "reference").as_posix(): path
        for path in _sources("reference", suffixes=(".py",))
    }
    backend = {
        path.relative_to(ROOT / "opencl_backend").as_posix(): path
        for path in _sources("opencl_backend", suffixes=(".py",))
    }
    strangers = {
        name
        for name in reference.keys() & backend.keys()
        if not name.endswith("__init__.py")
        and not _public_names(reference[name]) & _public_names(backend[name])
    }
    assert strangers == NO_COMMON_NAME
