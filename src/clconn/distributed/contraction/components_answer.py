"""Components by rounds of contraction, as the result that other calls give."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.calls import about
from clconn.distributed.contraction.component_partition import contract_locally, join_names
from clconn.distributed.contraction.components import contract
from clconn.distributed.contraction.labels import Labeled, label_tables
from clconn.distributed.contraction.reading import read_and_contract
from clconn.distributed.contraction.tables import Tables, tables_of_rows
from clconn.distributed.local_numbers import Solver
from clconn.distributed.partitions import partitions_of
from clconn.distributed.reports import Report
from clconn.distributed.results_on_cluster import ComponentsOnCluster, array_of_chunks
from clconn.distributed.tasks import warn_of_fallbacks
from clconn.host_memory import available_bytes
from clconn.results import Components, HostComponents

if TYPE_CHECKING:
    from distributed import Client

    from clconn.distributed.reading import Reading

__all__ = ["components_by_rounds"]

CLIENT_BYTES_OF_A_VERTEX = 24
"""What a vertex takes on the client while its root, label and name come."""


def components_by_rounds(
    edges: Any,
    reading: Reading,
    client: Client,
    solver: Solver,
    because: str,
    *,
    keep_on_cluster: bool,
    progress: bool,
    retries: int,
) -> Components | ComponentsOnCluster:
    """Find the components of edges whose vertices do not fit one worker.

    Arrays stay on the workers if they shall, or if the client has no room for them.
    """
    began = time.perf_counter()
    read = read_and_contract(
        client,
        partitions_of(edges, client, reading),
        reading,
        solver,
        contract_locally,
        join_names,
        progress=progress,
        retries=retries,
    )
    report = read.report
    warn_of_fallbacks(report, stacklevel=4)
    found = contract(client, read.states, solver=solver)
    report.rounds, report.no_room = found.rounds, because
    tables = tables_of_rows(client, found.rows, read.n)
    labeled = label_tables(client, tables)
    rows = sum(tables.sizes)
    room = available_bytes()
    keep = keep_on_cluster or labeled.dtype != np.int32
    keep = keep or (room is not None and room < CLIENT_BYTES_OF_A_VERTEX * rows)
    has_names = read.n is None
    if keep:
        report.seconds = time.perf_counter() - began
        return _on_cluster(tables, labeled, has_names, report)
    roots = np.concatenate([np.empty(0, np.int32), *client.gather(labeled.roots)])
    nodes = np.concatenate(client.gather(labeled.nodes)) if has_names else None
    report.answer_bytes = roots.nbytes + (0 if nodes is None else nodes.nbytes)
    report.seconds = time.perf_counter() - began
    answer = Components(rows, HostComponents(None, roots), **about(report))
    answer.nodes, answer.report = nodes, report
    return answer


def _on_cluster(
    tables: Tables, labeled: Labeled, has_names: bool, report: Report
) -> ComponentsOnCluster:
    return ComponentsOnCluster(
        sum(tables.sizes),
        sum(tables.counts),
        labels=array_of_chunks(labeled.labels, tables.sizes, labeled.dtype),
        roots=array_of_chunks(labeled.roots, tables.sizes, labeled.dtype),
        nodes=array_of_chunks(labeled.nodes, tables.sizes, np.int64) if has_names else None,
        report=report,
        **about(report),
        _sizes=array_of_chunks(labeled.sizes, tables.counts, np.int64),
    )
