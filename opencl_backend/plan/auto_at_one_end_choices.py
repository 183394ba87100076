"""What suits edges that may be stored at one end only, and why: what several rules choose.

``auto_at_one_end.py`` and ``auto_at_one_end_in_order.py`` choose among them.
"""

from __future__ import annotations

from typing import Any

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_by_ids import IN_CHAINS
from clconn.percentage import percentage

__all__ = [
    "AT_ONE_END",
    "CONSECUTIVE_OF_PATHS",
    "FEW_EDGES",
    "FINDING",
    "HALVING",
    "LONG_AT_HUBS",
    "MEETING",
    "MEETING_SAMPLE",
    "UNSEEN",
    "VERTICES_OF_SMALL",
    "VERTICES_TO_AVOID_CHAINS",
    "WALKING_EARLY",
    "ascends",
    "chains_avoided",
    "chains_text",
    "chosen",
    "flattened",
    "goes_nowhere",
    "linked_alone",
    "linked_at_random",
    "linked_far",
    "met",
    "neighbors_of_a_vertex",
    "sampled",
    "sampled_flat",
    "scattered_paths_text",
    "walked_early",
]

VERTICES_OF_SMALL = 2**18
"""Vertices up to which a graph is small."""
VERTICES_TO_AVOID_CHAINS = 2**22
"""Vertices from which all begin alone instead, here and where ids follow a part, with 2.5 neighbors
a vertex or more. (With the larger neighbors, us by a flattened sample and so: diagonals linked to a
torus of 2^23 vertices 1,326 and 380, cliques in a row with a stride beside R-MAT 1,478 and 1,249;
by flattened walks and so, as multiples of the best of all, a sparse random graph linked to a strip
of 2^23 1.33 and 1.00, hexagons linked to a path 1.25 and 1.08. A path from both ends, interleaved
with a torus, 2.2 neighbors, takes 1.04 and more than 1.5.)"""
LONG_AT_HUBS = 0.003
"""Share of long walks from which there are chains beside hubs."""

FINDING, MEETING, HALVING = "csr/async/single", "csr/interleaved/single", "csr/async/halve"
WALKING_EARLY = "csr/early/halve"
MEETING_SAMPLE = "kout/interleaved/single"

CONSECUTIVE_OF_PATHS = 0.99
"""Share of consecutive vertices from which a path in order may go through all of a graph."""

AT_ONE_END = "an edge of this graph may be stored at one end only"
FEW_EDGES = "there are hardly more edges than in a forest, of which a sample would save nothing"
UNSEEN = "no walk down the ids is long, as where rows hold the larger neighbors alone"


def neighbors_of_a_vertex(graph: DeviceGraph) -> float:
    """Neighbors per vertex if each edge is stored at one end.

    Of arcs of which most come with their opposite that is up to twice too many.
    """
    return 2 * graph.entry_count / max(graph.n, 1)


def goes_nowhere(graph: DeviceGraph) -> bool:
    """Whether no walk down the ids is long, as where rows hold the larger neighbors alone.

    So it is of near neighbors by chance, too.
    """
    links = graph.first_links
    return links.long < LONG_AT_HUBS and links.slow == 0


def ascends(graph: DeviceGraph) -> bool:
    """Whether ids may follow a path through all of the graph that no walk shows.

    Links to the smaller end then make one chain, which walks find as long as it is.
    """
    return graph.first_links.consecutive >= CONSECUTIVE_OF_PATHS and goes_nowhere(graph)


def chosen(request: Automatic, variant: str, why: str, **options: Any) -> Choice:
    """A variant, with why edges at one end want it."""
    return request.choose(variant, f"{AT_ONE_END}; {why}", options)


def sampled(request: Automatic) -> Choice:
    """Two edges of each vertex first, of which no vertex is left out."""
    return chosen(
        request, MEETING_SAMPLE,
        "after two edges of each vertex most entries show at a look that they join nothing new "
        "(skip_settled=false), and walks from both ends soon meet",
        skip_settled=False,
    )  # fmt: skip


def sampled_flat(graph: DeviceGraph, request: Automatic) -> Choice:
    """The same after first links that are flattened."""
    return chosen(
        request, MEETING_SAMPLE,
        f"{chains_text(graph)} flattened in steps that double (flatten_links=true), and after two "
        "edges of each vertex most entries show at a look that they join nothing new "
        "(skip_settled=false)",
        skip_settled=False, flatten_links=True,
    )  # fmt: skip


def flattened(graph: DeviceGraph, request: Automatic) -> Choice:
    """Walks that meet after first links that are flattened."""
    return chosen(
        request, MEETING,
        f"{chains_text(graph)} flattened in steps that double (flatten_links=true)",
        flatten_links=True,
    )  # fmt: skip


def chains_avoided(graph: DeviceGraph, request: Automatic) -> Choice:
    """Links from single vertices, for fear of chains."""
    return linked_alone(request, f"{chains_text(graph)} better avoided in so large a graph")


def linked_alone(request: Automatic, why: str = FEW_EDGES) -> Choice:
    """Links from single vertices by finds."""
    return chosen(request, FINDING, f"{why} (initialization=self)", initialization="self")


def linked_at_random(request: Automatic) -> Choice:
    """Links in a random order, for fear of chains that no walk shows."""
    return chosen(
        request, IN_CHAINS,
        f"{UNSEEN}, so that ids may follow the graph unseen, and links in a random order make no "
        "chains of it (initialization=self)",
        initialization="self",
    )  # fmt: skip


def met(request: Automatic, why: str) -> Choice:
    """Walks that meet."""
    return chosen(request, MEETING, f"{why}, and walks from both ends soon meet")


def walked_early(request: Automatic, why: str) -> Choice:
    """Union-Early, for the long paths that `why` ends with."""
    return chosen(request, WALKING_EARLY, f"{why}, which walks from both ends halve")


def scattered_paths_text(graph: DeviceGraph) -> str:
    """What makes paths long where some vertices are scattered."""
    scattered = percentage(graph.first_links.scattered)
    return (
        f"the neighbors of {scattered} of the vertices are all far away, and ids follow the rest, "
        "so that some paths are long"
    )


def linked_far(graph: DeviceGraph, request: Automatic) -> Choice:
    """Links that go further, and halved paths."""
    return chosen(
        request, HALVING,
        f"{_pairs_text(graph)} shorter if each link goes further (initialization=far-smaller)",
        initialization="far-smaller",
    )  # fmt: skip


def chains_text(graph: DeviceGraph) -> str:
    """What makes chains of a graph."""
    links = graph.first_links
    if links.long >= LONG_AT_HUBS:
        return f"from {percentage(links.long)} of the vertices first links make chains, which are"
    return _pairs_text(graph)


def _pairs_text(graph: DeviceGraph) -> str:
    paired = percentage(graph.first_links.paired)
    return (
        f"the neighbors of {paired} of the vertices are near each other and far away from the "
        "vertex, so that links make chains, which are"
    )
