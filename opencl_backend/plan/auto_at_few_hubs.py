"""Choose the variant for ``"auto"`` on a GPU where a few percent of the vertices are at hubs.

Our own. In control flow most statements lead to the next one, and some to where many others lead,
too. Ids that follow it make chains, but the few hubs cut these, so that they are not worth joining
in blocks; and where ids are in no order all unions wait for these hubs, few as they are.

Invariant: as in ``auto_variant.py``, every choice gives the same answer.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_by_ids import (
    DEGREE_OF_ROADS,
    DESCENTS_TO_SHUFFLE,
    LONG_TO_LINK_FAR,
    SKIPPING_DOWN,
    average_degree,
)
from clconn.opencl_backend.plan.auto_of_samples import DEGREE_TO_SAMPLE, INTERLEAVED, sample_flat
from clconn.opencl_backend.plan.auto_reasons import (
    SMALL_NOT_TO_SAMPLE,
    has_options,
    is_scattered,
)
from clconn.percentage import percentage

__all__ = [
    "AT_FEW_HUBS",
    "AT_HUBS_OF_NO_CONTROL_FLOW",
    "AT_MORE_HUBS",
    "DEGREE_OF_CONTROL_FLOW",
    "ENTRIES_OF_CONTROL_FLOW",
    "SCATTERED_AT_FEW_HUBS",
    "SCATTERED_OF_NO_CONTROL_FLOW",
    "choose_at_few_hubs",
]

# Control flow in order, of 2^16 to 2^22 vertices (0.03 to 0.05 at hubs, 2.3 to 2.9 neighbors a
# vertex, 0.39 to 0.59 of the walks slow, from 2.3 to 2.9 entries), as multiples of the best of all
# (H100, 2026-11-28): 12 graphs 1.34 and at most 1.54 by blocks, which were chosen before, 1.06 and
# 1.16 by links that go further. (By finds after a sample 1.17 and 1.75.)
AT_FEW_HUBS, AT_MORE_HUBS = 0.02, 0.1
"""Shares of vertices at hubs from which, and up to which, a few are."""
AT_HUBS_OF_NO_CONTROL_FLOW = 0.06
"""The latter in order."""
ENTRIES_OF_CONTROL_FLOW = (2.2, 3.2)
"""First entries of a slow vertex, on average, between which chains branch now and then. A path has
2, a strip 4."""

# In no order, us by first links, which were chosen before, and by walks that meet after a sample:
# of 2^17, 2^19, 2^20 and 2^21 vertices 93, 136, 165, 226 and 52, 92, 115, 167, three of 2^22 1.25
# to 1.48 of the best and 1.0; circuits (4 neighbors) of 2^18 to 2^22 1.2 to 2.28 and 1.0 (7).
#
# Unsorted rows have first links to hubs, too, which are flattened before a sample: control flow in
# order (2^18 and 2^20) 1.00 and 1.06 so, 1.28 and 1.00 by far links.
SCATTERED_AT_FEW_HUBS = 0.9
"""Share of scattered vertices from which the ids are in no order."""
DEGREE_OF_CONTROL_FLOW = 2.2
"""Entries per vertex from which links go further, or vertices are sampled; up to those of roads the
former, and to those of graphs that are sampled anyway the latter."""
SCATTERED_OF_NO_CONTROL_FLOW = 0.1
"""Share of scattered vertices from which ids follow no control flow."""


def choose_at_few_hubs(graph: DeviceGraph, request: Automatic) -> Choice | None:
    """Choose the variant if a few vertices are at hubs, and something suits; else None."""
    links, degree = graph.first_links, average_degree(graph)
    are_few = AT_FEW_HUBS <= links.at_hubs < AT_MORE_HUBS
    if not are_few or not DEGREE_OF_CONTROL_FLOW <= degree < DEGREE_TO_SAMPLE:
        return None
    hubs = f"{percentage(links.at_hubs)} of the vertices are at hubs"
    least, beyond = ENTRIES_OF_CONTROL_FLOW
    goes_down = links.long >= LONG_TO_LINK_FAR and links.slow >= DESCENTS_TO_SHUFFLE
    in_order = links.scattered < SCATTERED_OF_NO_CONTROL_FLOW and degree < DEGREE_OF_ROADS
    is_flow = in_order and links.at_hubs < AT_HUBS_OF_NO_CONTROL_FLOW
    if goes_down and is_flow and least <= links.slow_entries < beyond:
        if not graph.is_sorted:
            return sample_flat(graph, request, f"{hubs}, and rows are in no order")
        return request.choose(
            SKIPPING_DOWN,
            f"from {percentage(links.long)} of the vertices first links make chains, but {hubs}, "
            "which cut these; they are shorter yet if each link goes further "
            "(initialization=far-smaller)",
            {"initialization": "far-smaller"},
        )
    are_far = is_scattered(graph) and links.scattered >= SCATTERED_AT_FEW_HUBS
    if not are_far or graph.small_components >= SMALL_NOT_TO_SAMPLE:
        return None
    reason = (
        f"{hubs}, which are few, but ids are in no order, so that all unions would wait for "
        "these, unless after two edges of each vertex most others are never read"
    )
    if not graph.is_sorted:
        return sample_flat(graph, request, reason)
    return request.choose(INTERLEAVED, reason) if has_options(request, INTERLEAVED) else None
