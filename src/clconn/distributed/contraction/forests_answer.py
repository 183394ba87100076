"""Forests by rounds of contraction, as what the results of other calls are made of."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.contraction.forest_partition import (
    ForestState,
    contract_forest,
    join_forests,
)
from clconn.distributed.contraction.forests import contract_forests
from clconn.distributed.contraction.reading import read_and_contract
from clconn.distributed.contraction.tables import Tables, tables_of_rows
from clconn.distributed.exchange import Pairs
from clconn.distributed.forests_on_cluster import ForestArrays, arrays_on_cluster
from clconn.distributed.local_numbers import Solver
from clconn.distributed.partial_forests import PartialForest
from clconn.distributed.partitions import partitions_of
from clconn.distributed.reports import Report
from clconn.distributed.tasks import warn_of_fallbacks
from clconn.distributed.weights import joined_weights, refuse_weights_of_some
from clconn.graph_checks import MAXIMUM_VERTICES
from clconn.host_memory import available_bytes

if TYPE_CHECKING:
    from distributed import Client
    from numpy.typing import NDArray

    from clconn.distributed.reading import Reading

__all__ = ["forest_by_rounds"]

CLIENT_BYTES_OF_AN_EDGE = 64
"""What an edge takes on the client while it comes: a key and an id, both ends and the weight, all
twice. Vertices take nothing: a forest has no array of them until it is asked for one."""
CLIENT_BYTES_OF_A_NAME = 16
"""What a vertex takes that has a name: that came with others, and is then one of all."""


def forest_by_rounds(
    edges: Any,
    reading: Reading,
    client: Client,
    solver: Solver,
    because: str,
    *,
    progress: bool,
    retries: int,
) -> tuple[PartialForest | ForestArrays, Report]:
    """Return the minimum forest of edges whose vertices do not fit one worker.

    Its arrays stay on the workers if the client has no room for them.

    Raises
    ------
    GraphError
        If only some partitions have weights.
    """
    began = time.perf_counter()
    partitions = partitions_of(edges, client, reading)
    read = read_and_contract(
        client, partitions, reading, solver, contract_forest, join_forests,
        step="contract-forest", progress=progress, retries=retries,
    )  # fmt: skip
    report = read.report
    warn_of_fallbacks(report, stacklevel=5)
    weighted = client.gather(
        [client.submit(_is_weighted, each, pure=False) for each in read.states]
    )
    origins = [each.name for each in partitions]
    filled = [place for place, each in enumerate(weighted) if each is not None]
    refuse_weights_of_some((origins[place], weighted[place]) for place in filled)
    found = contract_forests(client, read.states, solver)
    report.rounds, report.no_room = found.rounds, because
    sizes = client.gather([client.submit(len, each, pure=False) for each in found.edges])
    n, tables = read.n, None
    if n is None:
        vertices = [client.submit(_vertices, each, pure=False) for each in read.states]
        tables = tables_of_rows(client, vertices, None)
        n = sum(tables.sizes)
    room = available_bytes()
    needed = CLIENT_BYTES_OF_AN_EDGE * sum(sizes)
    if tables is not None:
        needed += CLIENT_BYTES_OF_A_NAME * n
    forest: PartialForest | ForestArrays
    if n > MAXIMUM_VERTICES or (room is not None and room < needed):
        counts = [task.edges for task in report.tasks]
        forest = arrays_on_cluster(client, n, found.edges, sizes, counts, filled)
    else:
        forest = _on_client(client, n, found.edges, tables, filled, report)
    report.seconds = time.perf_counter() - began
    return forest, report


def _is_weighted(state: ForestState) -> bool | None:
    """Whether edges have weights; None if there are no edges."""
    return state.weights is not None if len(state) else None


def _vertices(state: ForestState) -> Pairs:
    return Pairs(state.names, state.names)


def _on_client(
    client: Client,
    n: int,
    edges: Sequence[Any],
    tables: Tables | None,
    filled: Sequence[int],
    report: Report,
) -> PartialForest:
    parts = client.gather(edges)
    keys = np.concatenate([part.keys for part in parts])
    ends = [
        np.concatenate([getattr(part, end) for part in parts]) for end in ("sources", "targets")
    ]
    weights = joined_weights([parts[place].weights for place in filled])
    nodes: NDArray[np.int64] | None = None
    if tables is not None:
        names = [client.submit(_keys, each, pure=False) for each in tables.tables]
        nodes = np.concatenate(client.gather(names))
        ends = [np.searchsorted(nodes, end) for end in ends]
    # As int32 an id beyond would be another vertex.
    assert all(end.max(initial=-1) < n for end in ends), "an end is no vertex"
    sources, targets = (end.astype(np.int32) for end in ends)
    return PartialForest("", nodes, n, sources, targets, keys, weights, report.tasks[0])


def _keys(pairs: Pairs) -> NDArray[np.int64]:
    return pairs.keys
