"""Weights by a rule are the same in both directions, and minimum forests with them are measured."""

import json
import sys

import numpy as np
import pytest

from asv_benchmarks import weighted_mixtures
from asv_benchmarks.benchmarks import graphs
from asv_benchmarks.benchmarks.graphs_by_seed import ordered_structure
from asv_benchmarks.benchmarks.weightings import WEIGHTINGS, weigh
from clconn.opencl_backend.device.runtime import open_runtime
from tests.helpers.cases import for_each


@for_each("name", WEIGHTINGS)
def test_both_directions_of_an_edge_have_the_same_weight(name):
    graph = ordered_structure(1, 4096).graph
    weighted = weigh(graph, name)
    rows = weighted.rows
    matrix = np.stack([rows.sources(), rows.neighbors, weighted.weights]).T
    turned = matrix[:, [1, 0, 2]]
    np.testing.assert_array_equal(np.unique(matrix, axis=0), np.unique(turned, axis=0))
    assert matrix.shape[0] == graph.adjacency().neighbors.size


def test_weights_are_what_their_names_say():
    graph = ordered_structure(1, 4096).graph
    weights = {name: weigh(graph, name).weights for name in WEIGHTINGS}
    counts = {name: np.unique(values).size for name, values in weights.items()}
    assert (counts["equal"], counts["five"], counts["rare-heavier"]) == (1, 5, 2)
    most = weights["rare-lighter"].max()
    assert 0.98 < np.mean(weights["rare-lighter"] == most) < 1
    assert counts["rare-lighter"] > 50
    rows = graph.adjacency()
    ends = np.sort([rows.sources(), rows.neighbors], axis=0)
    np.testing.assert_array_equal(weights["smaller-end"], ends[0])
    np.testing.assert_array_equal(weights["larger-end"], ends[1])
    np.testing.assert_array_equal(weights["smaller-end-falling"], graph.n - ends[0])
    np.testing.assert_array_equal(weights["larger-end-falling"], graph.n - ends[1])
    np.testing.assert_array_equal(weights["distance"], ends[1] - ends[0])
    assert np.all(np.abs(weights["nearly-ascending"] - ends[1]) <= 16)


def test_the_tool_measures_and_prints(device, monkeypatch, capsys, tmp_path):
    runtime = open_runtime(device)
    monkeypatch.setattr(graphs, "runtime", lambda: runtime)
    output = tmp_path / "weighted.jsonl"
    words = ["tool", "3", "4", "--sizes", "4096", "--weights", "hash,equal", "--output"]
    monkeypatch.setattr(sys, "argv", [*words, str(output)])
    weighted_mixtures.main()
    lines = [json.loads(line) for line in output.read_text().splitlines()]
    assert [line["weights"] for line in lines] == ["hash", "equal"]
    for line in lines:
        assert line["chosen"] in line["times"]
        assert {"csr/boruvka/relabel", "csr/filter-boruvka/halve c=2"} <= set(line["times"])
        assert min(line["times"].values()) > 0
    printed = capsys.readouterr().out
    assert "hash: " in printed
    assert "1.00 (1.00 at most) of weights by hash" in printed


@pytest.mark.parametrize(
    ("words", "message"),
    [(["5", "5"], "no seed"), (["0", "1", "--weights", "light"], "no weights 'light'")],
)
def test_what_the_tool_refuses(words, message, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(sys, "argv", ["tool", *words, "--output", str(tmp_path / "out")])
    with pytest.raises(SystemExit):
        weighted_mixtures.main()
    assert message in capsys.readouterr().err
