"""Real graphs, where they are at hand, through every format that holds them."""

from pathlib import Path

import numpy as np
import pytest
import scipy.sparse
from scipy.sparse.csgraph import connected_components

from clconn.files import detect_format, read, write
from tests.helpers.cases import for_each

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "graphs"
NAMES = sorted(path.stem for path in FOLDER.glob("*.npz"))
SMALL = [name for name in NAMES if name in ("power", "facebook-media", "pace18-steiner-t3-181")]

pytestmark = pytest.mark.skipif(not NAMES, reason="the real graphs are not at hand")


def components(graph):
    sources, targets = graph.edges()
    matrix = scipy.sparse.coo_array(
        (np.ones(sources.size, dtype=np.int8), (sources, targets)), shape=(graph.n, graph.n)
    )
    return connected_components(matrix, directed=False)[0]


@pytest.mark.parametrize("name", NAMES)
def test_stored_matrix(name):
    path = FOLDER / f"{name}.npz"
    matrix = scipy.sparse.load_npz(path)
    assert detect_format(path) == "scipy"
    graph = read(path)
    assert graph.n == matrix.shape[0]
    assert graph.edge_count == matrix.nnz
    np.testing.assert_array_equal(graph.weights, matrix.data)


@pytest.mark.parametrize("name", SMALL)
@for_each("suffix", [".npz", ".mtx", ".txt", ".gr", ".graph", ".egr"])
def test_conversion_keeps_components(tmp_path, name, suffix):
    graph = read(FOLDER / f"{name}.npz", weighted=name.startswith("pace"))
    path = tmp_path / f"{name}{suffix}"
    try:
        write(graph, path)
    except OSError as refused:
        pytest.fail(str(refused))
    again = read(path)
    assert again.n == graph.n
    assert components(again) == components(graph)
    if graph.weights is not None:
        copies = 2 if suffix in (".graph", ".egr") else 1
        assert int(again.weights.sum()) == copies * int(graph.weights.sum())
