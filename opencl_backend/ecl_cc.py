"""ECL-CC's initialization on the device: ``ecl_cc.cl``."""

from __future__ import annotations

from clconn.opencl_backend.steps import PARENTS, Step
from clconn.opencl_backend.workspace import Workspace

__all__ = ["initialization"]


def initialization(space: Workspace) -> list[Step]:
    """Steps that give each vertex its first parent, by the option of that name."""
    form = space.options["initialization"].replace("-", "_")
    arguments = (space.n, *space.rows, PARENTS, space.counters)
    launch = space.launch(
        "ecl_cc", "initialize", space.graph.n, *arguments, **{f"INITIALIZATION_{form}": None}
    )
    return [launch]
