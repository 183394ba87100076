"""Real graphs, from a folder that is not part of the repository.

Each is a ``scipy.sparse.save_npz`` matrix in ``../shared/graphs`` beside the
repository, or in the folder that the environment variable ``CLCONN_GRAPHS``
names. Without the folder the tests that use them are skipped.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

import pytest
import scipy.sparse

from clconn.graph import Graph

FOLDER = Path(
    os.environ.get("CLCONN_GRAPHS", Path(__file__).resolve().parents[3] / "shared" / "graphs")
)

LARGE_FILE = 1_500_000
"""Bytes from which a graph takes several seconds to load and make symmetric."""


DIRECTED = ("cit-HepPh", "soc-Slashdot0902")
"""Those of the graphs in which an entry is an arc."""


def real_graph_parameters(*, directed: bool = False) -> list[object]:
    """One pytest parameter for each graph there; a skipped one if there is none."""
    paths = sorted(FOLDER.glob("*.npz"))
    if directed:
        paths = [path for path in paths if path.stem in DIRECTED]
    if not paths:
        reason = f"no real graphs in {FOLDER}; set CLCONN_GRAPHS to a folder of .npz matrices"
        return [pytest.param("none", marks=pytest.mark.skip(reason=reason))]
    return [
        pytest.param(
            path.stem, marks=[pytest.mark.slow] if path.stat().st_size > LARGE_FILE else []
        )
        for path in paths
    ]


# One at a time: together they would fill the memory of a small machine.
@lru_cache(maxsize=1)
def real_graph(name: str, **options: bool) -> Graph:
    """The graph in the file of this name, by the options of ``Graph.from_scipy``."""
    return Graph.from_scipy(scipy.sparse.load_npz(FOLDER / f"{name}.npz"), **options)
