"""The graph that comes with the project is what its comment says."""

from pathlib import Path

import numpy as np
import scipy.io

import clconn
from clconn.command_line import main

ROADS = Path(__file__).parents[2] / "examples" / "roads.mtx"
RECIPE = "clconn generate road --rows 40 --columns 40 --seed 1"


def uncommented(path):
    """The banner, the size line and the entries."""
    first, *lines = path.read_text(encoding="ascii").splitlines()
    return [first, *(line for line in lines if not line.startswith("%"))]


def test_roads_are_generated_as_the_comment_says():
    graph = clconn.generate("road", rows=40, columns=40, seed=1)
    read = clconn.Graph.from_scipy(scipy.io.mmread(ROADS).tocsr())
    np.testing.assert_array_equal(read.adjacency().offsets, graph.rows.offsets)
    np.testing.assert_array_equal(read.adjacency().neighbors, graph.rows.neighbors)
    assert f"% Made by: {RECIPE}\n" in ROADS.read_text(encoding="ascii")


def test_the_command_of_the_comment_writes_the_file(tmp_path, capsys):
    output = tmp_path / "roads.mtx"
    assert main([*RECIPE.split()[1:], "-o", str(output)]) == 0
    assert capsys.readouterr().out.startswith(f"{output}: 6,092 vertices, ")
    assert uncommented(output) == uncommented(ROADS)


def test_roads_hold_each_edge_once():
    graph = clconn.read(ROADS)
    assert (graph.n, graph.edge_count) == (6092, 6738)
    assert graph.adjacency().neighbors.size == 2 * 6738
