"""Choose the variant of components and forests for ``"auto"`` where a GPU has a list of edges.

Our own. A list in the order of its vertices may be a path, or a thin strip, whose links in the
order of the ids make one chain. In no order hardly any two edges that are united at once are of one
part of a chain, so that links by id do no harm: walks that meet are fast, but where many edges are
of a few hubs, whose words they then change again and again.

Invariant: as in ``auto_variant.py``, every choice gives the same answer.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_reasons import WHY_NO_ROWS
from clconn.percentage import percentage

__all__ = [
    "EDGES",
    "EDGES_AT_HUBS",
    "EDGES_IN_NO_ORDER",
    "FEW_EDGES_IN_NO_ORDER",
    "LOCAL_IN_ORDER",
    "SHARED_AT_HUBS",
    "VERTICES_TO_MEET",
    "choose_of_edges",
]

# On an H100, ms by links in the order of the ids and in a random one: a path of 2^21 vertices in
# order 29 and 0.13, a strip of 8 x 2^21 300 and 0.61; ten graphs of other kinds 0.9 to 1.9 times as
# long by the latter, which is little beside the copy of an edge list to a GPU.
EDGES = "coo/async-random/single"

# Lists in no order, as multiples of the best of seven variants: 40 mixtures by chance of 2^16 to
# 2^20 vertices and 34 graphs of one structure of 2^14 to 2^22 by links in a random order 1.29 in
# the mean, at most 2.3, by finds 1.29 and 2.6, by walks that meet 1.15 and 2.6, by JTB 1.16 and
# 3.2. Of 2^17 vertices and more, without hubs, walks that meet take 1.0 to 1.44, of fewer 1.0 to
# 2.4, and JTB 1.0 to 1.7. With hubs (R-MAT of 2^16 vertices, ratings, stars, wheels, categories)
# these take up to 2.6 and 3.2, and finds 1.0 to 1.54. So chosen, 1.08 in the mean and at most 1.71,
# 8 of the 74 beyond 1.3, which made the rule (2026-11-26). Spanning forests are alike, but that JTB
# only takes as long as links in a random order (0.74 to 1.24 of them on seven of fewer than 2^17
# vertices).
#
# Lists in order are another matter: by walks that meet a path in blocks beside a mesh took 5.3
# times the best, bands of two 5.6, by finds a path 11, by JTB shuffled diagonals 2.7.
EDGES_IN_NO_ORDER = "coo/interleaved/single"
FEW_EDGES_IN_NO_ORDER = "coo/jtb/two-try"
EDGES_AT_HUBS = "coo/async/single"
LOCAL_IN_ORDER = 0.5
"""Share of edges followed by a near one from which a list is taken to be in order."""
VERTICES_TO_MEET = 2**17
"""Vertices from which walks that meet are better."""
SHARED_AT_HUBS = 2e-4
"""Share of pairs of ends that are one vertex from which hubs have many: as if one vertex had 1.4 %
of all ends. (R-MAT of 2^20 and 2^21 vertices has less; by walks that meet it takes 1.2 and 1.0.)"""


def choose_of_edges(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose the variant of components and of spanning forests for an edge list on a GPU."""
    order = graph.edge_order
    if order.local >= LOCAL_IN_ORDER:
        return request.choose(EDGES, WHY_NO_ROWS)
    reason = f"{WHY_NO_ROWS}; {percentage(order.local)} of its edges are followed by a near one"
    if order.shared >= SHARED_AT_HUBS:
        return request.choose(
            EDGES_AT_HUBS,
            f"{reason}, and many ends are of a few vertices, whose words walks that meet would "
            "change again and again",
        )
    if graph.n < VERTICES_TO_MEET:
        return request.choose(
            FEW_EDGES_IN_NO_ORDER, f"{reason}, and so few vertices are better linked by chance"
        )
    return request.choose(
        EDGES_IN_NO_ORDER,
        f"{reason}, so that links in the order of the ids make no long chains, and walks from both "
        "ends soon meet",
    )
