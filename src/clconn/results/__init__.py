"""The results of the algorithms, one file for each problem.

Components are canonical: ``roots[v]`` is the smallest vertex of the component of
``v``, and ``labels`` number the components 0, 1, 2, ... in the order of their
smallest vertices. So every device, variant and run gives the same bits. A spanning
forest is one of many and may differ; :func:`clconn.verify.forest` checks it. The
minimum spanning forest is unique, since edge ids order the edges of equal weight.
"""

from __future__ import annotations

from clconn.results.components import (
    Components,
    ComponentsSource,
    HostComponents,
    labels_from_roots,
)
from clconn.results.condensation import Condensation
from clconn.results.minimum_forest import MinimumForest, MinimumForestSource
from clconn.results.partition import Partition
from clconn.results.result import Result
from clconn.results.spanning_forest import (
    ForestSource,
    HostForest,
    SpanningForest,
    forest_weights,
)
from clconn.results.strong_components import HostStrongComponents, StrongComponents
from clconn.results.timing import Timing
from clconn.results.work import Work

__all__ = [
    "Components",
    "ComponentsSource",
    "Condensation",
    "ForestSource",
    "HostComponents",
    "HostForest",
    "HostStrongComponents",
    "MinimumForest",
    "MinimumForestSource",
    "Partition",
    "Result",
    "SpanningForest",
    "StrongComponents",
    "Timing",
    "Work",
    "forest_weights",
    "labels_from_roots",
]
