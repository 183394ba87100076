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
from asv_benchmarks.benchmarks.practice_graphs import FAMILIES, practice
from clconn.opencl_backend.device.runtime import open_runtime
from tests.helpers.cases import case
from tests.helpers.oracles import scipy_strong_roots


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


def test_graphs_of_practice_are_made_by_seed():
    """As many seeds as there are families make one of each, and others other ones."""
    forms = set()
    for seed in range(4 * len(FAMILIES)):
        family = list(FAMILIES)[seed % len(FAMILIES)]
        made, again = practice(seed, 4096), practice(seed, 4096)
        with case(name=made.name, seed=seed):
            assert made.name.startswith(family)
            assert np.array_equal(_arcs(made.graph), _arcs(again.graph))
            assert made.graph.directed
            assert 4096 // 8 < made.graph.n <= 2 * 4096
            assert 0 < made.graph.arcs().neighbors.size < 14 * made.graph.n
        forms.add((family, "shuffled" in made.name))
    assert {is_shuffled for _, is_shuffled in forms} == {False, True}
    assert len({family for family, _ in forms}) == len(FAMILIES)


def test_families_of_practice_are_what_they_say():
    """What scipy finds in them: nothing but single vertices, a giant, or something between."""
    largest = {}
    for place, family in enumerate(FAMILIES):
        graphs_made = [practice(seed, 4096).graph for seed in range(place, 130, len(FAMILIES))]
        sizes = [np.bincount(scipy_strong_roots(graph)).max() / graph.n for graph in graphs_made]
        largest[family] = max(sizes)
    assert largest["timetable"] < 0.001
    assert largest["map"] < 0.2
    assert all(largest[family] > 0.9 for family in ("states", "streets", "maze"))
    assert all(
        largest[family] > 0.3 for family in ("circuit", "assembly", "control flow", "follows")
    )
    assert largest["implications"] > 0.5


def test_the_tool_measures_and_prints(device, monkeypatch, capsys, tmp_path):
    runtime = open_runtime(device)
    monkeypatch.setattr(runtime, "is_cpu", False)
    monkeypatch.setattr(graphs, "runtime", lambda: runtime)
    output = tmp_path / "directed.jsonl"
    words = ["tool", "3", "4", "--sizes", "4096", "--output", str(output)]
    for kind in ("mixture", "practice"):
        monkeypatch.setattr(sys, "argv", [*words, "--kind", kind])
        directed_mixtures.main()
    lines = [json.loads(line) for line in output.read_text().splitlines()]
    assert [line["kind"] for line in lines] == ["mixture", "practice"]
    assert lines[1]["name"] == practice(3, 4096).name
    for line in lines:
        assert line["first"] == "csr/contraction/two-phase"
        assert {line["first"], line["then"]} <= set(line["times"])
        assert line["reports"]
        assert line["scipy"] > 0
    printed = capsys.readouterr().out
    assert "auto, first: " in printed
    assert "auto, then: " in printed
    assert "of 1 slower than scipy" in printed


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
