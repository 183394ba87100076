"""What the algorithms return: one file a problem.

Components are canonical: ``roots[v]`` is the smallest vertex of the component of
``v``, and ``labels`` number the components 0, 1, 2, ... in the order of their
smallest vertices. They are therefore the same, bit for bit, on every device, for
every variant and on every run. A spanning forest is one of many, and not the same:
:func:`clconn.verify.forest` says whether it is one. The minimum spanning forest is
the same again, since edges that weigh the same have an order too.
"""

from __future__ import annotations

from clconn.results.components import (
    Components,
    ComponentsSource,
    HostComponents,
    labels_from_roots,
)
from clconn.results.minimum_forest import MinimumForest, MinimumForestSource
from clconn.results.result import Result
from clconn.results.spanning_forest import (
    ForestSource,
    HostForest,
    SpanningForest,
    forest_weights,
)
from clconn.results.timing import Timing

__all__ = [
    "Components",
    "ComponentsSource",
    "ForestSource",
    "HostComponents",
    "HostForest",
    "MinimumForest",
    "MinimumForestSource",
    "Result",
    "SpanningForest",
    "Timing",
    "forest_weights",
    "labels_from_roots",
]
