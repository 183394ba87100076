"""The launch for long rows, which is left out where there are none."""

import clconn
from clconn.opencl_backend.plan.run import plan_variant
from clconn.problems import COMPONENTS
from tests.helpers.small_degree_classes import runtime_with_small_classes


def _kernels(placed):
    placed.plans.clear()
    options = {"one_launch": "never"}
    _, plan = plan_variant(COMPONENTS, placed, "csr/async/single", options)
    return [step.kernel.function_name for step in plan.steps]


def test_rows_that_are_all_short_need_no_second_launch(device):
    runtime = runtime_with_small_classes(device)
    runtime.is_cpu = False
    for family, are_long in (("cycle", False), ("star", True)):
        graph = clconn.generate(family, n=50)
        rows = graph.adjacency()
        placed = clconn.Graph.from_csr(rows.offsets, rows.neighbors).to(runtime)
        assert placed.has_long_rows == are_long
        assert any("finish_worklist" in name for name in _kernels(placed)) == are_long
        result = clconn.connected_components(
            placed, variant="csr/async/single", options={"one_launch": "never"}
        )
        clconn.verify.components(graph, result)
        # Nobody has looked at the rows.
        placed.has_long_rows = True
        assert any("finish_worklist" in name for name in _kernels(placed))
