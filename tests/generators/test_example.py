"""The graph that comes with the project is what its comment says."""

from pathlib import Path

import numpy as np
import scipy.io

import clconn

ROADS = Path(__file__).parents[2] / "examples" / "roads.mtx"


def test_roads_are_generated_as_the_comment_says():
    graph = clconn.generate("road", rows=40, columns=40, seed=1)
    read = clconn.Graph.from_scipy(scipy.io.mmread(ROADS).tocsr())
    np.testing.assert_array_equal(read.adjacency().offsets, graph.rows.offsets)
    np.testing.assert_array_equal(read.adjacency().neighbors, graph.rows.neighbors)
    assert "road --rows 40 --columns 40 --seed 1" in ROADS.read_text(encoding="ascii")
