"""Directed graphs by chance have the edges that they are made of, and are measured."""

import json
import sys

import numpy as np
import pytest

from asv_benchmarks import directed_mixtures
from asv_benchmarks.benchmarks import graphs
from asv_benchmarks.benchmarks.graphs_by_seed import ordered_structure
from asv_benchmarks.benchmarks.mixed_graphs import mixture
from asv_benchmarks.benchmarks.numberings import edges_once
from asv_benchmarks.benchmarks.orientations import BACK, BOTH, orient
from clconn.opencl_backend.device.runtime import open_runtime
from tests.helpers.cases import case


def _arcs(graph):
    rows = graph.arcs()
    return np.stack([rows.sources(), rows.neighbors])


def test_each_edge_is_an_arc_or_two():
    ways = set()
    for seed in range(60):
        made = mixture(seed, 4096)
        name, arcs = orient(made, seed)
        way = name.removeprefix(f"{made.name}, ").removesuffix(", then shuffled")
        ways.add(way)
        edges = edges_once(made.graph).shape[1]
        ends = _arcs(arcs)
        with case(name=name):
            assert arcs.directed
            assert arcs.n == made.graph.n
            share = float(way.split()[0]) if way.endswith("both") else 0
            extra = 1 if way == "closed" else 0
            assert abs(ends.shape[1] - edges * (1 + share) - extra) <= 0.05 * edges
            undirected = np.unique(np.sort(ends, axis=0), axis=1).shape[1]
            assert edges <= undirected <= edges + extra
            if name.endswith("shuffled"):
                continue
            back = np.count_nonzero(ends[0] > ends[1]) / edges
            if way in ("forward", "closed"):
                assert back <= 1 / edges
            elif way.endswith("back"):
                assert abs(back - float(way.split()[0])) < 0.05
    assert ways == {
        "by chance", "forward", "closed", *(f"{share:g} both" for share in BOTH),
        *(f"{share:g} back" for share in BACK),
    }  # fmt: skip


def test_a_seed_names_one_graph():
    made = ordered_structure(3, 4096)
    first, again, other = (orient(made, seed) for seed in (5, 5, 6))
    assert first.name == again.name
    assert np.array_equal(_arcs(first.graph), _arcs(again.graph))
    assert not np.array_equal(_arcs(first.graph), _arcs(other.graph))


def test_the_tool_measures_and_prints(device, monkeypatch, capsys, tmp_path):
    runtime = open_runtime(device)
    monkeypatch.setattr(runtime, "is_cpu", False)
    monkeypatch.setattr(graphs, "runtime", lambda: runtime)
    output = tmp_path / "directed.jsonl"
    words = ["tool", "3", "5", "--sizes", "4096", "--output", str(output)]
    monkeypatch.setattr(sys, "argv", words)
    directed_mixtures.main()
    lines = [json.loads(line) for line in output.read_text().splitlines()]
    assert [line["seed"] for line in lines] == [3, 4]
    for line in lines:
        assert line["first"] == "csr/contraction/two-phase"
        assert {line["first"], line["then"]} <= set(line["times"])
        assert line["reports"]
        assert line["scipy"] > 0
    printed = capsys.readouterr().out
    assert "auto, first: " in printed
    assert "auto, then: " in printed
    assert "of 2 slower than scipy" in printed


@pytest.mark.parametrize(
    ("words", "message"),
    [(["5", "5"], "no seed"), (["0", "1"], "no GPU")],
)
def test_what_the_tool_refuses(words, message, monkeypatch, capsys, tmp_path):
    class Processor:
        is_cpu = True

    monkeypatch.setattr(graphs, "runtime", Processor)
    monkeypatch.setattr(sys, "argv", ["tool", *words, "--output", str(tmp_path / "out")])
    with pytest.raises(SystemExit):
        directed_mixtures.main()
    assert message in capsys.readouterr().err
