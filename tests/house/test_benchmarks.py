"""The benchmarks still run, so that a recording on the reference machine does not find out."""

import importlib
import inspect
import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest

from asv_benchmarks.benchmarks import graph_building, graphs
from asv_benchmarks.record import keep
from clconn.opencl_backend.device.runtime import open_runtime

MODULES = [
    importlib.import_module(f"asv_benchmarks.benchmarks.{path.stem}")
    for path in sorted(Path(graphs.__file__).parent.glob("*.py"))
    if path.stem != "__init__"
]


def _benchmarks():
    """Each benchmark with the smallest of its parameters, as asv would call it."""
    for module in MODULES:
        for kind in vars(module).values():
            if not inspect.isclass(kind) or kind.__module__ != module.__name__:
                continue
            if inspect.isabstract(kind):
                continue
            for name, method in inspect.getmembers(kind):
                if name.startswith(("time", "track")):
                    values = getattr(method, "params", getattr(kind, "params", ()))
                    chosen = [
                        parameters
                        for parameters in itertools.product(*values)
                        if set(graphs.NAMES).isdisjoint(parameters) or graphs.SMALL in parameters
                    ]
                    yield pytest.param(
                        kind,
                        name,
                        chosen,
                        id=f"{module.__name__.rsplit('.', 1)[1]}.{kind.__name__}.{name}",
                    )


@pytest.fixture
def small(device, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLCONN_BENCHMARK_CACHE", str(tmp_path / "graphs"))
    monkeypatch.setattr(graphs, "NAMES", (graphs.SMALL,))
    monkeypatch.setattr(graphs, "runtime", lambda: open_runtime(device))
    monkeypatch.setattr(graph_building, "EDGES", 1000)
    for module in MODULES:
        for function in vars(module).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()


@pytest.mark.parametrize(("kind", "name", "chosen"), list(_benchmarks()))
def test_a_benchmark_runs(kind, name, chosen, small):
    assert chosen
    made = kind()
    first = [made.setup_cache()] if hasattr(kind, "setup_cache") else []
    for parameters in chosen:
        if hasattr(kind, "setup"):
            made.setup(*parameters)
        value = getattr(made, name)(*first, *parameters)
        if name.startswith("timeraw"):
            code = inspect.cleandoc(value)
            subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
        elif name.startswith("track"):
            assert value > 0
        else:
            assert value is None


def test_large_graphs_are_left_out_on_a_processor(monkeypatch):
    class Processor:
        is_cpu = True

    monkeypatch.setattr(graphs, "runtime", Processor)
    graphs.skip_if_too_large("rmat16")
    with pytest.raises(NotImplementedError, match="web is measured on a GPU only"):
        graphs.skip_if_too_large("web")


def test_a_graph_is_generated_once(monkeypatch, tmp_path):
    monkeypatch.setenv("CLCONN_BENCHMARK_CACHE", str(tmp_path))
    graphs.rows.cache_clear()
    offsets, neighbors = graphs.rows(graphs.SMALL)
    assert offsets[-1] == neighbors.size
    monkeypatch.setattr("clconn.generate", lambda name: pytest.fail("generated again"))
    graphs.rows.cache_clear()
    again, _ = graphs.rows(graphs.SMALL)
    assert (again == offsets).all()


def test_a_recording_joins_the_earlier_ones_of_its_commit(tmp_path):
    machine = {"machine": "reference", "os": "Linux"}
    made = {
        "commit_hash": "0123456789abcdef",
        "env_name": "existing-py_usr_bin_python3",
        "params": {"machine": "reference", "os": "Linux 6.1", "python": "/usr/bin/python3"},
        "python": "/usr/bin/python3",
        "result_columns": ["result"],
        "version": 2,
    }
    path = tmp_path / "made.json"
    for benchmark in ("first", "second"):
        path.write_text(json.dumps({**made, "results": {benchmark: [1]}, "durations": {}}))
        keep(path, machine, tmp_path / "results")
    kept = json.loads((tmp_path / "results/reference/01234567-existing.json").read_text())
    assert set(kept["results"]) == {"first", "second"}
    version = ".".join(map(str, sys.version_info[:2]))
    assert kept["params"] == {**machine, "python": version}
    assert kept["env_name"] == "existing"
