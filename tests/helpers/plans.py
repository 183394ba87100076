"""Plans and results of the OpenCL backend, by a user's words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import clconn
from clconn.design_space import AUTOMATIC, Choice, make_request
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.plan.run import plan_variant
from clconn.problems import COMPONENTS, FOREST, MINIMUM_FOREST, STRONG_COMPONENTS, find_problem

plan_components = partial(plan_variant, COMPONENTS)
plan_forest = partial(plan_variant, FOREST)
plan_minimum_forest = partial(plan_variant, MINIMUM_FOREST)


def choose(
    variant: Any, options: Mapping[str, Any] | None = None, problem: str = COMPONENTS.name
) -> Choice:
    """A variant by its name, with a value for each of its options."""
    made = make_request(find_problem(problem), variant, options)
    assert isinstance(made, Choice)
    return made


def make_builder(
    placed: DeviceGraph, variant: str, options: Mapping[str, Any] | None = None
) -> PlanBuilder:
    """What a variant of components is laid out with on a graph."""
    return PlanBuilder(placed.runtime, placed.n, placed, choose(str(variant), options))


def strong_reports(placed: DeviceGraph, variant: str) -> Mapping[str, int]:
    """What runs of a variant of strong components have found out about a graph."""
    (plan,) = [
        plan for key, plan in placed.plans.items() if key[:2] == (STRONG_COMPONENTS.name, variant)
    ]
    return plan.reports


def _solve(
    function: Any,
    graph: Any,
    variant: str = AUTOMATIC,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> Any:
    return function(graph, variant=variant, options=options, backend="opencl", **more)


connected_components = partial(_solve, clconn.connected_components)
spanning_forest = partial(_solve, clconn.spanning_forest)
minimum_forest = partial(_solve, clconn.minimum_spanning_forest)
strong_components = partial(_solve, clconn.strongly_connected_components)
