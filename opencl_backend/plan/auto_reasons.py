"""What speaks for a variant or against it, in the words that a result gives, or in the user's.

A processor has a bound of its own for small components (``auto_on_processor.py``).
"""

from __future__ import annotations

from clconn.design_space import Automatic, find_variant
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_by_ids import LONG_TO_LINK_FAR
from clconn.percentage import percentage

__all__ = [
    "SCATTERED_TO_MEET",
    "SMALL_NOT_TO_SAMPLE",
    "VERTICES_OF_LARGE",
    "WHY_NO_ROWS",
    "chains_text",
    "degree_text",
    "has_options",
    "is_scattered",
    "scattered_text",
    "why_not_left_out",
    "why_not_to_sample",
    "why_to_hook",
]

# On an H100, cliques of 40 with shuffled ids, ms: kout/async/single 0.99, csr/async/single 0.64. Us
# without sampling and with it, cliques of 20 in a part of 2^20 vertices: all of them 121 and 236,
# 0.89 beside a small world 153 and 151; 0.67 linked to R-MAT 246 and 158, 0.52 beside a random
# graph 310 and 147; of 2^17, 0.62, linked to ratings 137 and 118, of 2^19, 0.56, linked to cliques
# in a row 107 and 92. (In R-MAT of 2^18 and 2^20 vertices with 11 neighbors each half have none.
# When these counted, they took 163 and 229 without a sample, and 61 and 84 with it.)
SMALL_NOT_TO_SAMPLE = 0.75
"""Share of the vertices with neighbors that are in small components from which nothing is sampled
on a GPU."""

# On an H100, us by Union-Async and by walks that meet, without sampling: a shuffled torus
# 201 and 111, random graphs (3 and 4) 142 and 115, 161 and 130, shuffled roads 177 and 129, a
# shuffled hexagonal lattice 165 and 105, a tree 117 and 98. Of these 0.38 to 1 of the vertices are
# scattered. Where ids follow the graph, finds shorten the long paths that unions make: roads (0 to
# 0.26) 76 and 101, 93 and 101, 53 and 98, grids of three dimensions (0) 45 and 117, 101 and 138, a
# mesh (0.07) 67 and 79, Delaunay in order (0) 90 and 116; only a mesh sorted by one coordinate (0)
# 204 and 171.
SCATTERED_TO_MEET = 0.3
"""Share of scattered vertices from which unions walk until they meet."""

VERTICES_OF_LARGE = 4_000_000
"""Vertices from which what a GPU reads takes most of the time, not launches and walks."""

WHY_NO_ROWS = "the graph is an edge list, and rows of it take longer than to unite its edges"


def is_scattered(graph: DeviceGraph) -> bool:
    """Whether the ids of neighbors are far apart, but go down in no long chains."""
    # Ids far apart may go down in long chains, too, as those of a band of large strides.
    links = graph.first_links
    return links.scattered >= SCATTERED_TO_MEET and links.long < LONG_TO_LINK_FAR


def scattered_text(graph: DeviceGraph) -> str:
    """Say that they are."""
    return (
        f"the neighbors of {percentage(graph.first_links.scattered)} of the vertices are all far "
        "away by their ids, so that paths are short, and walks from both ends soon meet"
    )


def why_to_hook(graph: DeviceGraph, enough: float) -> str:
    """Say that hooking covers a share of the vertices that is enough."""
    covered = percentage(graph.hook_coverage)
    return (
        f"hooking each vertex to its first neighbor alone joins {covered} of the vertices, "
        f"{percentage(enough)} or more, so that few edges are left to unite"
    )


def chains_text(graph: DeviceGraph) -> str:
    """Say that first links make chains, and that the option ``flatten_links`` flattens them."""
    return (
        f"from {percentage(graph.first_links.long)} of the vertices first links make chains, which "
        "are flattened in steps that double (flatten_links=true)"
    )


def degree_text(graph: DeviceGraph) -> str:
    """Say how many neighbors a vertex has."""
    # Rounded down, so that a message never says that 8 are fewer than 8 when there are 7.999.
    hundredths = 100 * graph.entry_count // max(graph.n, 1)
    return f"{hundredths / 100:g} neighbors a vertex on average"


def why_not_to_sample(graph: DeviceGraph, least_degree: float) -> str:
    """Why a graph is not to be sampled, as far as that shows without a look; empty if it may be."""
    if not graph.symmetric:
        return (
            "an edge of this graph may be stored at one end only, so that no vertex could be left "
            "out after a sample"
        )
    if graph.entry_count < least_degree * graph.n:
        return (
            f"{degree_text(graph)} are fewer than {least_degree}, so that sampling would read "
            "about as much as it saves"
        )
    return ""


def why_not_left_out(graph: DeviceGraph) -> str:
    """Say that there are too many small components for sampling to pay."""
    share = percentage(graph.small_components)
    return (
        f"{share} of the vertices with neighbors are in small components, so that no large one "
        "could be left out after sampling"
    )


def has_options(request: Automatic, variant: str) -> bool:
    """Whether a variant has all options that the user asks for."""
    own = {option.name for option in find_variant(variant, request.problem).options}
    return request.options.keys() <= own
