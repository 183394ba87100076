"""The benchmarks still run, so that a recording on the reference machine does not find out."""

import importlib
import inspect
import itertools
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import clconn
from asv_benchmarks import (
    distributed,
    faces,
    first_call,
    processor_table,
    strong_components,
    table,
)
from asv_benchmarks import several_devices as several_devices_table
from asv_benchmarks.benchmarks import (
    clusters,
    components,
    directed_graphs,
    files,
    graph_building,
    graphs,
    incremental,
    processor_graphs,
    several_devices,
    untuned_graphs,
)
from asv_benchmarks.benchmarks.graphs_by_seed import KINDS, directed_graph
from asv_benchmarks.benchmarks.weightings import WEIGHTINGS, weigh
from asv_benchmarks.record import keep
from asv_benchmarks.timing import in_turns
from clconn.design_space import find_variant
from clconn.opencl_backend.device.devices import selector_of
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.problems import DESIGN_SPACES, INCREMENTAL, PROBLEMS

MODULES = [
    importlib.import_module(f"asv_benchmarks.benchmarks.{path.stem}")
    for path in sorted(Path(graphs.__file__).parent.glob("*.py"))
    if path.stem != "__init__"
]
SMALLEST = {graphs.SMALL, graphs.SMALL_DIRECTED}
MOST_PARAMETERS = 8
"""How many parameters of a benchmark are tried, from its first to its last."""


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
                    large = {*graphs.NAMES, *graphs.DIRECTED_NAMES} - SMALLEST
                    small = [p for p in itertools.product(*values) if large.isdisjoint(p)]
                    chosen = small[:: -(-len(small) // MOST_PARAMETERS)] if small else []
                    yield pytest.param(
                        kind,
                        name,
                        chosen,
                        id=f"{module.__name__.rsplit('.', 1)[1]}.{kind.__name__}.{name}",
                    )


def _client_of_threads(workers):
    """Workers in this process, which start sooner than processes do."""
    distributed = pytest.importorskip("distributed")
    pytest.importorskip("dask.dataframe")
    threads = {"processes": False, "threads_per_worker": 1, "dashboard_address": None}
    return distributed.Client(n_workers=workers, set_as_default=False, **threads)


@pytest.fixture
def small(device, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLCONN_BENCHMARK_CACHE", str(tmp_path / "graphs"))
    monkeypatch.setattr(graphs, "NAMES", (graphs.SMALL,))
    monkeypatch.setattr(graphs, "DIRECTED_NAMES", (graphs.SMALL_DIRECTED,))
    monkeypatch.setattr(graphs, "runtime", lambda: open_runtime(device))
    monkeypatch.setattr(several_devices, "devices", lambda: [open_runtime(device)])
    monkeypatch.setattr(graph_building, "EDGES", 1000)
    monkeypatch.setattr(files, "EDGES", 1000)
    for size, value in {"VERTICES": 500, "EDGES": 3000, "PARTS": 2, "RUNS": 1}.items():
        monkeypatch.setattr(clusters, size, value)
    monkeypatch.setattr(clusters, "open_client", _client_of_threads)
    for of_kind in (processor_graphs.GRAPHS, untuned_graphs.CLIFFS):
        for name in of_kind:
            monkeypatch.setitem(of_kind, name, lambda: clconn.generate("path", n=500))
    for scale in ("GPU_SCALE", "PROCESSOR_SCALE"):
        monkeypatch.setattr(incremental, scale, 8)
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
        if hasattr(kind, "teardown"):
            made.teardown(*parameters)


def test_the_design_space_has_variants_that_there_are():
    for name in components.DESIGN_SPACE:
        assert str(find_variant(name)) == name


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


@pytest.mark.parametrize("problem", list(processor_table.VARIANTS))
def test_the_table_of_a_processor_compares_all_answers(problem, small, monkeypatch, capsys):
    words = ["table", "--problem", problem, "--graphs", "rmat16", "--runs", "2"]
    variants = list(processor_table.VARIANTS[problem][-2:])
    monkeypatch.setattr(sys, "argv", [*words, *variants])
    processor_table.main()
    printed = capsys.readouterr().out
    head, line = (
        next(x for x in printed.splitlines() if x.startswith(f"| {y}")) for y in ("graph", "rmat16")
    )
    assert head.count("|") == line.count("|")
    assert "scipy" in head
    assert printed.count("the fastest of all / auto: ") == 2
    codes = processor_table.CODES

    def wrong(problem, matrix):
        answers = codes[problem](problem, matrix)
        return {name: code._replace(figure=lambda answer: 0.5) for name, code in answers.items()}

    monkeypatch.setattr(processor_table, "CODES", {problem: wrong})
    with pytest.raises(SystemExit, match=r"rmat16: scipy.* finds 0\.5, and clconn"):
        processor_table.main()
    monkeypatch.setattr(sys, "argv", [*words[:3], "--graphs", "none-such"])
    with pytest.raises(SystemExit):
        processor_table.main()
    first = "d-torus20" if PROBLEMS[problem].directed else "path-2e21"
    assert f"no graph 'none-such'; there are {first}" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", [*words[:3], "none-such"])
    with pytest.raises(SystemExit):
        processor_table.main()
    assert "unknown variant 'none-such'" in capsys.readouterr().err


def test_graphs_by_seed_are_graphs_of_a_processor_by_name():
    for prefix, kind in itertools.product(("", "unsorted-"), KINDS):
        name = f"{prefix}{kind}-3-5000"
        assert processor_graphs.is_graph(name, directed=False)
        matrix = processor_graphs.matrix(name)
        assert matrix.has_sorted_indices == (not prefix)
        expected = KINDS[kind](3, 5000).graph
        assert matrix.nnz == expected.adjacency().neighbors.size
        found = clconn.connected_components(matrix, backend="scipy")
        assert found.count == clconn.connected_components(expected, backend="scipy").count
    for kind in KINDS:
        name = f"directed-{kind}-3-5000"
        assert processor_graphs.is_graph(name, directed=True)
        assert not processor_graphs.is_graph(name, directed=False)
        arcs = processor_graphs.matrix(name).tocoo()
        expected = directed_graph(kind, 3, 5000).graph.arcs()
        np.testing.assert_array_equal(arcs.col, expected.neighbors)
        assert (arcs.tocsr() != arcs.T.tocsr()).nnz > 0
    for name in ("mixture-3-4095", "mixture-3", "mixture-3-5000-1", "mixture--3-5000"):
        assert not processor_graphs.is_graph(name, directed=False)
        assert not processor_graphs.is_graph(f"directed-{name}", directed=True)


def test_graphs_by_seed_may_have_other_weights_on_a_processor():
    for weighting in WEIGHTINGS:
        name = f"structure-3-5000-{weighting}"
        assert processor_graphs.is_graph(name, directed=False)
        assert not processor_graphs.is_graph(name, directed=True)
        assert not processor_graphs.is_graph(f"unsorted-{name}", directed=False)
        matrix = processor_graphs.matrix(name, weighted=True)
        expected = weigh(KINDS["structure"](3, 5000).graph, weighting)
        np.testing.assert_array_equal(matrix.data, expected.weights)
    assert not processor_graphs.is_graph("structure-3-5000-light", directed=False)


def test_codes_take_turns_until_their_time_is_up():
    order = []
    slow = lambda: (order.append("slow"), time.sleep(0.2))  # noqa: E731
    times = in_turns({"slow": slow, "fast": lambda: order.append("fast")}, 3, seconds=0.3)
    assert sorted(order) == ["fast"] * 3 + ["slow"] * 2
    assert order[4] == "fast"
    assert [len(runs) for runs in times.values()] == [2, 3]
    assert min(times["slow"]).wall >= 200 > min(times["slow"]).processor


def test_calls_take_turns_in_many_orders():
    order = []
    calls = {name: lambda name=name: order.append(name) for name in "abc"}
    in_turns(calls, 40)
    rounds = {"".join(order[i : i + 3]) for i in range(0, 120, 3)}
    assert rounds == {"abc", "acb", "bac", "bca", "cab", "cba"}


def test_lines_of_strong_components_say_what_is_wrong(device, monkeypatch, capsys):
    runtime = open_runtime(device)
    definition = ("directed-chains", {"chains": 20, "length": 20, "crossing": 50})
    monkeypatch.setitem(directed_graphs.GRAPHS, "tiny", definition)
    variants = ["auto", "csr/pearce/serial"]
    assert strong_components.measure("tiny", variants, runtime, runs=3, check=True)
    printed = capsys.readouterr().out
    assert "tiny: 400 vertices, 4" in printed
    assert "transpose" in printed
    assert printed.count("components 400") == printed.count("median") == 2
    assert "WRONG" not in printed
    zeros = np.zeros(400, np.int32)
    monkeypatch.setattr(strong_components, "scipy_roots", lambda graph: zeros)
    assert not strong_components.measure("tiny", variants[:1], runtime, runs=1, check=True)
    assert "WRONG" in capsys.readouterr().out


def test_matched_rows_are_symmetric():
    for n in (1, 2, 64):
        neighbors = np.empty((n, 5), dtype=np.int32)
        several_devices_table.fill_matched_rows(neighbors, n)
        offsets = np.arange(n + 1) * 5
        graph = clconn.Graph.from_csr(offsets, neighbors.reshape(-1))
        assert graph.adjacency() is graph.rows
        assert n == 1 or (neighbors != np.arange(n)[:, None]).all()


def test_pieces_and_the_way_alone_are_measured(device, monkeypatch, tmp_path, capsys):
    words = ["--devices", selector_of(device), "--n", "2**8", "--entries", "2**14", "--runs", "1"]
    words += ["--folder", str(tmp_path), "--problems", "components,forest,msf"]
    assert several_devices_table.main(words) == 0
    printed = capsys.readouterr().out
    assert "all answers are the same" in printed
    for line in ("staged upload", "components: one device, whole", "msf: one device, in "):
        assert line in printed
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(np, "array_equal", lambda *arrays: False)
    assert several_devices_table.main([*words[:-1], "components"]) == 1
    assert "THE ANSWERS DIFFER" in capsys.readouterr().out


def test_the_first_call_is_measured(device, tmp_path):
    graph = clconn.generate("rmat", scale=8, edges=1000, weights="hash")
    file = tmp_path / "graph.npz"
    rows = graph.rows
    np.savez(file, offsets=rows.offsets, neighbors=rows.neighbors, weights=graph.weights)
    flags = ["--device", selector_of(device)]
    (answer,) = first_call.answers("components", "cold", str(file), 1, flags)
    assert answer["count"] == clconn.connected_components(graph).count
    assert {how for _, _, how in answer["programs"]} == {"source"}
    parts = [answer[step] for step in ("import", "open", "build", "rest")]
    assert all(part > 0 for part in parts)
    assert sum(parts) == pytest.approx(answer["total"])
    assert answer["total"] < answer["process"]


def test_the_first_call_refuses_what_scipy_would_answer(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["first_call", "--scale", "15"])
    with pytest.raises(SystemExit):
        first_call.main()
    assert "--scale 15: give 16 or more" in capsys.readouterr().err


def test_clusters_are_measured(tmp_path, capsys):
    pytest.importorskip("distributed")
    size = ["--vertices", "500", "--edges", "3000", "--workers", "1", "--repeat", "1"]
    distributed.main([str(tmp_path / "parts"), *size, "--json", str(tmp_path / "levels.json")])
    table = capsys.readouterr().out.splitlines()
    assert len(table) == 2 + len(distributed.CALLS)
    assert len({line.count("|") for line in table}) == 1
    rows = json.loads((tmp_path / "levels.json").read_text())
    assert [row["problem"] for row in rows] == list(distributed.CALLS)
    for row in rows:
        assert [level["tasks"] for level in row["levels"]] == [distributed.PARTS, 4, 1]
        assert row["levels"][0]["edges"] == 3000


@pytest.mark.parametrize("problem", PROBLEMS)
def test_the_table_measures_every_problem(problem, device, monkeypatch):
    monkeypatch.setattr(graphs, "runtime", lambda: open_runtime(device))
    monkeypatch.setattr(table, "make", lambda name: clconn.generate("path", n=50, directed=True))
    assert all(time > 0 for time in table.measure(problem, "tiny", ["auto", "auto"]))


def test_figures_of_peers_are_of_graphs_that_there_are(capsys):
    for problem, figures in table.PEERS.items():
        if problem != "about":
            directed = problem in PROBLEMS and PROBLEMS[problem].directed
            named = graphs.DIRECTED_NAMES if directed else graphs.NAMES
            assert set(figures["graphs"]) <= set(named)
            assert {len(times) for times in figures["graphs"].values()} == {len(figures["codes"])}
    table.print_recorded()
    printed = capsys.readouterr().out
    assert all(f"## {problem}\n" in printed for problem in DESIGN_SPACES)


def test_figures_of_batches_stand_beside_the_peer(monkeypatch, capsys):
    peer = table.PEERS[INCREMENTAL.name]
    assert set(peer["edges"]) == set(peer["graphs"]) == set(graphs.NAMES)
    halves = {name: [time / 2 for time in times] for name, times in peer["graphs"].items()}
    own = {"variant": "auto", "commit": "0123456", "graphs": halves}
    table.print_batches(peer, own)
    printed = capsys.readouterr().out
    assert "| road24 | 24,870,804 | 4.900 | 2.450 | 0.50 | 5.570 | 2.785 | 0.50 |" in printed
    assert "| geometric mean |  |  |  | 0.50 |  |  | 0.50 |" in printed


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


def test_the_table_of_the_faces(device, monkeypatch, capsys):
    pytest.importorskip("networkx", minversion="3.5")
    monkeypatch.setattr(faces, "LEAST", 4)
    monkeypatch.setattr(faces, "MOST_RUNS", 1)
    monkeypatch.setattr(faces, "_default_device", lambda: (device.name, selector_of(device)))
    faces.main(["--most", "4"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(device.name)
    assert len(lines) == 4 + len(faces.SCIPY) + len(faces.NETWORKX)
    assert all(line.count("|") == 8 for line in lines[2:])


def test_a_face_pays_from_where_it_is_never_slower_again():
    times = {10: (1.0, 2.0), 20: (3.0, 2.0), 40: (3.0, 4.0), 80: (9.0, 4.0), 160: (9.0, 4.0)}
    assert faces.pays_from(times, 1) == "80"
    assert faces.pays_from({10: (1.0, 2.0)}, 1) == "-"
    assert faces.pays_from({10: (2.0, 1.0)}, 1) == "10"
