"""Graphs whose edges lie on many machines: Dask has each partition solved where it lies.

The functions are those of clconn, with partitioned edges in the place of a graph. Only forests, at
most n - 1 edges each, travel between workers, and are merged in a tree; the answers are those of
one machine, bit for bit. Strong components, and graphs whose vertices do not fit one worker, take
rounds.

It needs ``pip install 'clconn[distributed]'`` and a running client.
"""

from __future__ import annotations

from clconn.distributed.components import connected_components
from clconn.distributed.contracted_components import ContractedComponents, contracted_components
from clconn.distributed.forests import spanning_forest
from clconn.distributed.forests_on_cluster import ForestOnCluster, MinimumForestOnCluster
from clconn.distributed.minimum_forests import minimum_spanning_forest
from clconn.distributed.reports import ContractionRound, Level, Report, TaskReport
from clconn.distributed.results_on_cluster import ComponentsOnCluster
from clconn.distributed.strong_components import strongly_connected_components

__all__ = [
    "ComponentsOnCluster",
    "ContractedComponents",
    "ContractionRound",
    "ForestOnCluster",
    "Level",
    "MinimumForestOnCluster",
    "Report",
    "TaskReport",
    "connected_components",
    "contracted_components",
    "minimum_spanning_forest",
    "spanning_forest",
    "strongly_connected_components",
]
