"""The model of costs agrees with what calls report, and with forests that are counted."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from asv_benchmarks.scale.__main__ import GPUS, PROCESSORS, main
from asv_benchmarks.scale.check import GRAPHS, HERE, compare, run, write
from asv_benchmarks.scale.forest_sizes import InOrder, uniform
from asv_benchmarks.scale.model import KINDS, contraction, costs

N, EDGES, PARTS = 1 << 12, 1 << 15, 21
TOLERANCES = {
    "uniform": 0.005,
    "R-MAT as drawn": 0.02,
    "R-MAT without repetitions": 0.03,
    "torus, random order": 0.03,
    "torus, row by row": 0.4,  # a part is three rows, and has those of the next one's edge, too
    "road, random order": 0.01,
    "road, as generated": 0.15,
}
"""Of edges and bytes, for each level."""


@pytest.mark.parametrize("name", GRAPHS)
def test_the_model_has_the_bytes_of_a_run(name, client, tmp_path):
    sample = GRAPHS[name](N, EDGES)
    paths = write(tmp_path, name, sample, PARTS)
    problem = list(KINDS)[list(GRAPHS).index(name) % len(KINDS)]
    report = run(problem, paths, sample.n)
    model = costs(sample.sizes, HERE, PARTS, problem=problem)
    for tasks, edges, _, error, size, expected, size_error in compare(report, model):
        assert abs(error) < TOLERANCES[name], (tasks, edges)
        assert abs(size_error) < TOLERANCES[name], (size, expected)
        assert size == edges * KINDS[problem].forest_bytes
    assert len(model.levels) == 4
    assert model.tasks == 2 * len(report.tasks) + 1
    assert round(model.levels[0].edges) == report.edge_count
    reading = 16 + 4 * (problem == "minimum forest")
    assert report.bytes_read == reading * report.edge_count


@pytest.mark.parametrize("mean", [0.1, 0.5, 0.9, 1.2, 3, 10])
def test_forests_of_random_graphs(mean):
    n = 200_000
    edges = int(mean * n / 2)
    sources, targets = np.random.default_rng(5).integers(0, n, (2, edges))
    graph = coo_matrix((np.ones(edges, np.int8), (sources, targets)), (n, n))
    found = n - connected_components(graph, directed=False)[0]
    assert uniform(n, edges).forest(1) == pytest.approx(found, rel=0.003)
    touched = np.unique(np.concatenate([sources, targets])).size
    assert uniform(n, edges).touched(1) == pytest.approx(touched, rel=0.003)


def test_a_part_below_the_threshold_is_a_forest():
    assert uniform(1000, 400).forest(0.5) == pytest.approx(200)
    assert InOrder(1000, 4000, components=4).forest(0.25) == 249


def test_more_edges_move_more_bytes_and_break_in_the_end():
    models = [
        costs(uniform(10.0**e / 32, 10.0**e), PROCESSORS, max(1, 10**e >> 24)) for e in (9, 11, 12)
    ]
    assert models[0].breaks == []
    assert models[1].breaks == ["ids of vertices", "memory of a merge"]
    moved = [model.moved_bytes for model in models]
    assert moved == sorted(moved)
    assert all(model.longest in model.phases for model in models)
    rounds = contraction(uniform(10.0**12 / 32, 10.0**12), GPUS, 1000)
    # Three quarters are left in each round, down to a sixteenth of a worker's memory.
    live = rounds.kept_bytes / 25
    assert rounds.rounds == math.ceil(math.log(live * 16 * 16 / GPUS.memory) / math.log(4 / 3))


def test_one_worker_moves_nothing():
    alone = costs(uniform(1e6, 1e8), replace(PROCESSORS, workers=1), 16)
    assert alone.moved_bytes == 0 < costs(uniform(1e6, 1e8), PROCESSORS, 16).moved_bytes
    one = costs(uniform(1e6, 1e8), PROCESSORS, 1)
    assert len(one.levels) == 1
    assert one.tasks == 3


def test_names_travel_with_forests():
    bare, named = (costs(uniform(1e6, 1e7), PROCESSORS, 4, name_bytes=size) for size in (0, 8))
    touched = 4 * uniform(1e6, 1e7).touched(0.25)
    more = named.levels[0].forest_bytes - bare.levels[0].forest_bytes
    assert more == pytest.approx(8 * touched)


def test_the_program_prints_tables(capsys):
    main([])
    table = capsys.readouterr().out
    assert table.count("| 10^12 |") == 3 + 2 + 4
    page = (Path(__file__).parents[2] / "docs" / "scale.md").read_text(encoding="utf-8")
    rows = [line for line in table.splitlines() if line.startswith("|")]
    assert [row for row in rows if row not in page.splitlines()] == []
    main(["--edges", "1e10", "--graph", "rmat", "--machine", "gpus", "--workers", "8"])
    table = capsys.readouterr().out
    assert "| 0 | 596 | 10 G |" in table
    assert "memory of a merge: " in table
