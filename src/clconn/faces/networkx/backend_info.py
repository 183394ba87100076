"""What NetworkX asks about the backend when it is imported: nothing here imports anything."""

from __future__ import annotations

TYPE_CHECKING = False  # typing takes longer to import than the rest

if TYPE_CHECKING:
    from typing import Any

__all__ = ["FUNCTIONS", "LEAST_SIZE", "TIMES_AS_LARGE", "backend_info"]

LEAST_SIZE = 10_000
"""From so many nodes and neighbors on, NetworkX graphs that are not converted yet are worth it."""

TIMES_AS_LARGE = {
    "connected_components": 16,
    "is_connected": 16,
    "node_connected_component": 16,
    "number_connected_components": 4,
}
"""Functions that NetworkX answers so quickly that only a graph so many times as large is worth it,
on the slower of the two machines of docs/faces.md."""

_FOREST = (
    "Finds the forest of Kruskal's algorithm on a device, whichever algorithm is named; with equal "
    "weights Prim's may be another one."
)

FUNCTIONS = {
    "attracting_components": "",
    "condensation": "",
    "connected_components": "",
    "is_arborescence": "",
    "is_attracting_component": "",
    "is_branching": "",
    "is_connected": "",
    "is_forest": "",
    "is_semiconnected": "",
    "is_strongly_connected": "",
    "is_tree": "",
    "is_weakly_connected": "",
    "maximum_spanning_edges": _FOREST,
    "maximum_spanning_tree": _FOREST,
    "minimum_spanning_edges": _FOREST,
    "minimum_spanning_tree": _FOREST,
    "node_connected_component": "",
    "number_attracting_components": "",
    "number_connected_components": "",
    "number_strongly_connected_components": "",
    "number_weakly_connected_components": "",
    "strongly_connected_components": (
        "A device finds the components. Their order is NetworkX's, which takes a serial search."
    ),
    "weakly_connected_components": "",
}
"""What the backend can do, and what NetworkX's documentation should say of it."""


def backend_info() -> dict[str, Any]:
    """Describe the backend to NetworkX."""
    return {
        "backend_name": "clconn",
        "project": "clconn",
        "package": "clconn",
        "short_summary": "Components and spanning forests on any OpenCL device.",
        "functions": {
            name: {"additional_docs": text} if text else {} for name, text in FUNCTIONS.items()
        },
        "default_config": {"least_size": LEAST_SIZE},
    }
