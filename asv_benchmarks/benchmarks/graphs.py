"""The graphs of the benchmarks: generated once per machine, loaded once per process.

A named graph takes up to a minute to generate and a tenth of a second to map into
memory. So its rows are stored as NumPy files in the folder that
``CLCONN_BENCHMARK_CACHE`` names, or else in the user's cache folder. All files together
take 5 GB. Invariant: a file's name contains a hash of the graph's definition and of the
generators' code, so no old file is used after a generator has changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import clconn
from clconn import generators
from clconn.generators.weights import with_weights

from . import directed_graphs

if TYPE_CHECKING:
    from clconn import DeviceGraph, Graph
    from clconn.opencl_backend.device.runtime import Runtime

__all__ = [
    "DIRECTED_NAMES",
    "NAMES",
    "SMALL",
    "SMALL_DIRECTED",
    "SMALL_NAMES",
    "graph",
    "matrix",
    "place",
    "rows",
    "runtime",
    "skip_if_too_large",
    "weighted_graph",
]

NAMES = tuple(
    name
    for name, named in generators.NAMED_GRAPHS.items()
    if not (named.family.startswith("directed") or named.parameters.get("directed"))
)
"""The undirected named graphs."""

SMALL_NAMES = ("2d-2e20", "rmat16", "road-small")
"""The graphs that a processor finishes in a moment."""

SMALL = "road-small"
"""The graph for benchmarks that may use any."""


DIRECTED_NAMES = directed_graphs.SETS["all"]
"""The directed graphs."""

SMALL_DIRECTED = "d-grid"
"""The only one of them for a processor."""


def cache_folder() -> Path:
    """Return the folder of the stored graphs."""
    folder = os.environ.get("CLCONN_BENCHMARK_CACHE")
    if folder:
        return Path(folder)
    import platformdirs

    return Path(platformdirs.user_cache_dir("clconn", "clconn")) / "benchmarks"


@cache
def _generators_hash() -> bytes:
    package = Path(generators.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(package.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.digest()


@cache
def rows(name: str) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Map offsets and neighbors of a named graph from disk."""
    definition = directed_graphs.GRAPHS.get(name, (name, {}))
    text = repr((definition, generators.NAMED_GRAPHS.get(name))).encode()
    key = hashlib.sha256(text + _generators_hash()).hexdigest()[:16]
    folder = cache_folder() / f"{name}-{key}"
    if not folder.is_dir():
        _generate(*definition, folder)
    offsets, neighbors = (
        np.load(folder / f"{part}.npy", mmap_mode="r") for part in ("offsets", "neighbors")
    )
    return offsets, neighbors


def _generate(family: str, parameters: dict[str, Any], folder: Path) -> None:
    generated_rows = clconn.generate(family, **parameters).rows
    assert generated_rows is not None
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Write to another folder first and then rename it, so that no process reads half a graph.
    draft = Path(tempfile.mkdtemp(dir=folder.parent))
    np.save(draft / "offsets.npy", generated_rows.offsets)
    np.save(draft / "neighbors.npy", generated_rows.neighbors)
    try:
        draft.rename(folder)
    except OSError:
        shutil.rmtree(draft)
        if not folder.is_dir():
            raise
        # Otherwise another process was first.


def graph(name: str) -> Graph:
    """Make a named graph on the host; a new one each time, as a graph keeps its device copies."""
    directed = name in directed_graphs.GRAPHS
    return clconn.Graph.from_csr(*rows(name), directed=directed, symmetric=not directed)


def weighted_graph(name: str) -> Graph:
    """Make a named graph with weights by hash; a new one each time."""
    return with_weights(graph(name), "hash")


@cache
def matrix(name: str, *, weighted: bool = False) -> Any:
    """Make scipy's matrix of a named graph, in plain memory like that of a user."""
    import scipy.sparse

    skip_if_too_large(name)
    offsets, neighbors = (np.array(part) for part in rows(name))
    n = offsets.size - 1
    values = weighted_graph(name).weights if weighted else np.ones(neighbors.size, np.int8)
    return scipy.sparse.csr_array((values, neighbors, offsets), shape=(n, n))


@cache
def runtime() -> Runtime:
    """Return the runtime of the default device."""
    from clconn.opencl_backend.device.runtime import open_runtime

    return open_runtime()


def skip_if_too_large(name: str) -> None:
    """Skip large graphs on processors.

    Raises
    ------
    NotImplementedError
        asv reads this as "not applicable".
    """
    if runtime().is_cpu and name not in (*SMALL_NAMES, SMALL_DIRECTED):
        raise NotImplementedError(f"{name} is measured on a GPU only")


def place(name: str) -> DeviceGraph:
    """Put a new copy of a graph on the default device: its arcs, or its edges at both ends."""
    from clconn.opencl_backend.graph.placement import arcs_to_device

    return arcs_to_device(graph(name), runtime())
