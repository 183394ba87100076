"""Choose the variant of components and forests for ``"auto"`` where a GPU has a list of edges.

Our own. A list in the order of its vertices may be a path, or a thin strip, whose links in the
order of the ids make one chain. In no order hardly any two edges that are united at once are of one
part of a chain, so that links by id do no harm, and walks that meet are fast, or JTB's random
ranks, whose words are larger. Where many edges are of a few hubs it is the other way round, and
where most are, finds do best.

Invariant: as in ``auto_variant.py``, every choice gives the same answer.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_reasons import WHY_NO_ROWS
from clconn.percentage import percentage

__all__ = [
    "DEGREE_AT_HUBS",
    "EDGES",
    "FINDS",
    "LOCAL_IN_ORDER",
    "RANKS",
    "SHARED_AT_HUBS",
    "SHARED_AT_ONE_HUB",
    "VERTICES_TO_MEET",
    "WALKS",
    "choose_of_edges",
]

# On an H100, ms by links in the order of the ids and in a random one: a path of 2^21 vertices in
# order 29 and 0.13, a strip of 8 x 2^21 300 and 0.61; ten graphs of other kinds 0.9 to 1.9 times as
# long by the latter, which is little beside the copy of an edge list to a GPU.
EDGES = "coo/async-random/single"

# Lists in no order, as multiples of the best of seven variants: 134 times of 40 mixtures by chance
# of 2^16 to 2^20 vertices, 32 of up to 2^21, 34 graphs of one structure of 2^14 to 2^22 and 14 real
# ones (twice). By links in a random order the first two took 1.29 in the mean and 2.3 at most, by
# finds 1.29 and 2.6, by walks that meet 1.15 and 2.6, by JTB 1.16 and 3.2. Without hubs walks that
# meet take 1.0 to 1.44 of 2^17 vertices and more, of fewer 1.0 to 2.4, and JTB 1.0 to 1.7. With
# hubs, few neighbors and 2^17 vertices and more (ratings, categories) JTB takes 1.0 to 1.4, finds
# 1.0 to 2.1; with fewer vertices (Enron, GitHub, ratings) walks that meet take 1.0 to 1.1, JTB and
# finds up to 2.4 and 2.3. Stars and R-MAT of 2^16 vertices with 14 neighbors take up to 3.2 by JTB,
# 2.2 by walks that meet, and 1.0 by finds. So chosen, 1.07 in the mean and at most 1.71, 9 of the
# 134 beyond 1.3, which made the rule (2026-11-26). Spanning forests are alike, but that JTB only
# takes as long as links in a random order (0.74 to 1.24 of them on seven of fewer than 2^17
# vertices).
#
# Lists in order are another matter: by walks that meet a path in blocks beside a mesh took 5.3
# times the best, bands of two 5.6, by finds a path 11, by JTB shuffled diagonals 2.7.
WALKS = "coo/interleaved/single"
RANKS = "coo/jtb/two-try"
FINDS = "coo/async/single"
LOCAL_IN_ORDER = 0.5
"""Share of edges that are near the next one from which a list is taken to be in order."""
VERTICES_TO_MEET = 2**17
"""Vertices from which walks that meet are better than JTB without hubs, and JTB with them."""
SHARED_AT_HUBS = 2e-4
"""Share of pairs of ends that are one vertex from which hubs have many: as if one vertex had 1.4 %
of all ends. (R-MAT of 2^20 and 2^21 vertices has less; by walks that meet it takes 1.2 and 1.0.)"""
SHARED_AT_ONE_HUB = 0.02
"""The same from which finds are better: as if one vertex had 14 % of all ends."""
DEGREE_AT_HUBS = 9
"""Edges per vertex from which finds are better at hubs, too."""


def choose_of_edges(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose the variant of components and of spanning forests for an edge list on a GPU."""
    order, are_few = graph.edge_order, graph.n < VERTICES_TO_MEET
    if order.local >= LOCAL_IN_ORDER:
        return request.choose(EDGES, WHY_NO_ROWS)
    reason = f"{WHY_NO_ROWS}; {percentage(order.local)} of its edges are near the next one"
    has_hubs = order.shared >= SHARED_AT_HUBS
    if has_hubs:
        reason = f"{reason}, and a few hubs have many of their ends"
    are_many = graph.entry_count >= DEGREE_AT_HUBS * graph.n
    if order.shared >= SHARED_AT_ONE_HUB or (has_hubs and are_many):
        return request.choose(
            FINDS, f"{reason}, for whose words walks that meet would wait again and again"
        )
    if are_few != has_hubs:
        return request.choose(RANKS, f"{reason}; random ranks make no long chains of its links")
    return request.choose(
        WALKS,
        f"{reason}; links in the order of the ids make no long chains there, and walks from both "
        "ends soon meet",
    )
