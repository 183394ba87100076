"""Forests of edges that lie on a cluster, merged in a tree or, without room for that, by rounds."""

from __future__ import annotations

from typing import Any

from clconn.distributed.calls import call, reading_of
from clconn.distributed.client import find_client
from clconn.distributed.contraction.forests_answer import forest_by_rounds
from clconn.distributed.forest_answers import whole_forest
from clconn.distributed.forests_on_cluster import ForestArrays
from clconn.distributed.local_numbers import Solver
from clconn.distributed.partial_forests import PartialForest
from clconn.distributed.reports import Report
from clconn.distributed.vertices_room import NoRoomError
from clconn.problems import Problem

__all__ = ["call_for_forest"]


def call_for_forest(
    problem: Problem,
    edges: Any,
    n: int | None,
    client: Any,
    *,
    source: str | None,
    target: str | None,
    weight: str | None = None,
    renumber: bool | None,
    fan_in: int,
    progress: bool,
    retries: int,
    **method: Any,
) -> tuple[PartialForest | ForestArrays, Report]:
    """Return the forest of the whole graph as :func:`call` does, or by rounds without room.

    Rounds find the minimum forest where any would do, too; :mod:`.contraction.forest_partition`
    says why. The variant of a spanning forest is then not taken.
    """
    given: dict[str, Any] = {"source": source, "target": target, "weight": weight}
    running: dict[str, Any] = {"progress": progress, "retries": retries}
    try:
        return call(
            problem, edges, n, client, whole_forest,
            **given, renumber=renumber, **method, **running, fan_in=fan_in,
        )  # fmt: skip
    except NoRoomError as error:
        because = str(error)
    reading = reading_of(n, renumber, **given, weighted=problem.weighted)
    if not problem.weighted:
        method = {name: method[name] for name in ("backend", "device")}
    return forest_by_rounds(
        edges, reading, find_client(client), Solver(**method), because, **running
    )
