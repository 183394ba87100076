"""ECL-CC's initialization on the device: ``initialization.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import Workspace

__all__ = ["initialization", "own_parents"]


def initialization(space: Workspace) -> list[Step]:
    """Steps that give each vertex its first parent, by the option of that name."""
    return _initialize(space, space.options["initialization"])


def own_parents(space: Workspace) -> list[Step]:
    """A step that makes each vertex its own parent; it reads no rows, and there may be none."""
    return _initialize(space, "self")


def _initialize(space: Workspace, form: str) -> list[Step]:
    arguments = (space.n, *space.rows, PARENTS, space.counters, *space.forest)
    switch = f"INITIALIZATION_{form.replace('-', '_')}"
    return [
        space.launch("initialization", "initialize", space.graph.n, *arguments, **{switch: None})
    ]
