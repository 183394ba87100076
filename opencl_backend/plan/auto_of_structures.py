"""Choose the variant for ``"auto"`` on a GPU where the looks see a structure that was measured.

Our own. A structure as a whole (a torus, a strip, a small world, near neighbors) looks alike at all
of its vertices, so that the shares of the looks are the same for every size, and tell it and the
order of its ids. Each row of two tables is one of them, with the fastest variant there
(``structures_at_both_ends.py``, ``structures_at_one_end.py``); the rules of other modules, which
ask a share or two at a time, are for what is no such structure.

Invariant: as in ``auto_variant.py``, every choice gives the same answer, so that a graph that looks
like a structure and is another one only takes longer.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice, find_variant, settings
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_by_ids import average_degree
from clconn.opencl_backend.plan.auto_reasons import degree_text, has_options
from clconn.opencl_backend.plan.structure import FEWEST_VERTICES, SHARES, Structure
from clconn.percentage import percentage

__all__ = ["choose_of_structure"]


def choose_of_structure(graph: DeviceGraph, request: Automatic) -> Choice | None:
    """Choose for a graph that looks like a structure of the tables; None if it looks like none."""
    if graph.n < FEWEST_VERTICES:
        return None
    links, degree = graph.first_links, average_degree(graph)
    shares = [getattr(links, name) for name in SHARES]
    for row in _table(symmetric=graph.symmetric):
        if row.is_of(graph.n, degree, shares) and _suits(graph, request, row):
            variant = find_variant(row.variant, request.problem)
            own = ", ".join(settings(variant, row.options))
            return request.choose(
                row.variant,
                f"{degree_text(graph)}, {percentage(links.within)} of the entries lead to vertices "
                f"with ids nearby, and walks down the ids are as of {row.name}, of which this was "
                f"the fastest{own and f' ({own})'}",
                row.options,
            )
    return None


def _table(*, symmetric: bool) -> tuple[Structure, ...]:
    # Imported here, since processors and small graphs have no use for them.
    if symmetric:
        from clconn.opencl_backend.plan.structures_at_both_ends import AT_BOTH_ENDS

        return AT_BOTH_ENDS
    from clconn.opencl_backend.plan.structures_at_one_end import AT_ONE_END

    return AT_ONE_END


def _suits(graph: DeviceGraph, request: Automatic, row: Structure) -> bool:
    """Whether the order of the rows and the problem are those, and the user asks for no other."""
    has_order = row.is_sorted is None or row.is_sorted == graph.is_sorted
    if not has_order or row.problem not in (None, request.problem.name):
        return False
    asked = request.options
    has_all = has_options(request, row.variant)
    return has_all and all(row.options.get(name, asked[name]) == asked[name] for name in asked)
