"""Choose flattened hooks for ``"auto"`` on a GPU where ids follow a graph of many neighbors.

Our own. In a band, a thin bar or a long mesh in order, links to first neighbors make long chains,
and rows of more than 16 entries (``Tuning.low_degree``) are not all in work at once, so that those
that are walk a chain that nobody else shortens. Hooking reads one entry of each row and links
without a walk. Flattened then by all vertices at once, in steps that double (``finalize.h``), the
chains are gone before the few roots that are left unite an edge, and the other entries of the rows
are never read, since nearly all vertices are settled. That suits rings at hubs as well, and graphs
of many neighbors that ids follow on two sides.

Invariant: as in ``auto_variant.py``, every choice gives the same answer.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_by_ids import (
    DEGREE_OF_LONG_ROWS,
    DESCENTS_TO_SHUFFLE,
    PAIRED_TO_SHUFFLE,
    is_ring_at_hubs,
)
from clconn.opencl_backend.plan.auto_reasons import degree_text
from clconn.percentage import percentage

__all__ = [
    "DEGREE_TO_FLATTEN_PAIRS",
    "FLAT_HOOKS",
    "FLAT_HOOKS_OF_PAIRS",
    "VERTICES_OF_LARGE_RINGS",
    "choose_by_hooks",
]

# On an H100, us by halved paths (one launch) or links from single vertices, which were chosen
# before, by k-out sampling with finds, and by this, of 2^17, 2^18, 2^20 and 2^22 vertices: bands of
# 9 neighbors on either side 2778, 5870, 330, 1059 and 81, 101, 262, 905 and 43, 51, 109, 330; of 16
# 4626, 12179, 467, 1602 and 74, 96, 225, 841 and 40, 51, 103, 290; cliques of 20 in a row 122, 198
# (2^21: 967) and 84, 111, 282, 950 and 42, 49, 108, 339; ten random neighbors among the next 50 ids
# 73, 87 (551) and 60, 76, 170, 547 and 42, 42, 123, 275; a thin bar of 26 neighbors 55, 75 (1402)
# and 49, 60, 150, 495 and 38, 41, 104, 297; the twelve nearest of points in a long box, whose rows
# are partly long, 81, 109 (368) and 55, 67, 155, 529 and 64, 68, 122, 438. A band of 8, without
# long rows, 48, 56, 106, 260 and 91, 118, 298, 1058 and 42, 48, 96, 264.
FLAT_HOOKS = "hb/interleaved/single"

# Where a hub has all vertices of a ring in order, or a thousand or twenty have those of a path, us
# by what was chosen before (one launch of halved paths up to 2^18 vertices, blocks beyond) and by
# this: of 2^14, 2^17, 2^19, 2^21 and 2^22 vertices wheels 31, 37, 81, 151, 208 and 35, 42, 74, 149,
# 373, a thousand categories 69, 85, 181, 193, 323 and 38, 43, 74, 153, 374, twenty 56, 39, 109,
# 209, 262 and 35, 43, 69, 154, 363.
VERTICES_OF_LARGE_RINGS = 2**22
"""Vertices from which blocks are better for a ring at hubs."""

# Where the neighbors of a vertex are near each other and far away from it, as those of the rows and
# columns of a banded matrix, finds of roots shorten what walks that meet do not. By links in a
# random order (far ones and halved paths in one launch) and by this, us: 3 diagonals of 2^15, 2^17,
# 2^18, 2^19, 2^20 and 2^22 vertices 38, 43, 48, 76, 98, 258 and 46, 52, 56, 83, 90, 186, 5 of them
# 42, 43, 56, 79, 112, 299 and 48, 50, 51, 72, 90, 190, 8 of them 46, 53, 59, 123, 128, 335 and 43,
# 43, 49, 76, 91, 200, 12 of them 51, 62, 63, 97, 144, 376 and 43, 48, 50, 81, 107, 238; 20 and 40,
# which were sampled, 105, 152, 92, 264, 302, 570 and 42, 47, 52, 88, 116, 278, 162, 189, 129, 271,
# 322, 584 and 43, 51, 56, 90, 117, 312.
FLAT_HOOKS_OF_PAIRS = "hb/async/single"
DEGREE_TO_FLATTEN_PAIRS = 7
"""Entries per vertex from which pairs are hooked. (A strip and a torus along 0, n-1, 1, n-2, ... of
2^20 vertices, with 3.7 and 4 neighbors, take 376 and 190 so, 85 and 107 by random links.)"""


def choose_by_hooks(graph: DeviceGraph, request: Automatic) -> Choice | None:
    """Choose flattened hooks where the ids of a graph on a GPU ask for them; otherwise None."""
    if not graph.symmetric:
        return None
    links, degree = graph.first_links, graph.entry_count / max(graph.n, 1)
    if links.slow >= DESCENTS_TO_SHUFFLE:
        thin = (
            f"from {percentage(links.slow)} of the vertices the ids go down a long thin structure"
        )
        if degree >= DEGREE_OF_LONG_ROWS:
            more = f"with {degree_text(graph)}, most of which nobody reads"
            return _choose_flat_hooks(request, f"{thin}, {more}")
        if graph.n < VERTICES_OF_LARGE_RINGS and is_ring_at_hubs(graph):
            more = f"and {percentage(links.at_hubs)} are at hubs, whose entries nobody reads"
            return _choose_flat_hooks(request, f"{thin}, {more}")
        return None
    if links.paired >= PAIRED_TO_SHUFFLE and degree >= DEGREE_TO_FLATTEN_PAIRS:
        return _choose_flat_hooks(
            request,
            f"the neighbors of {percentage(links.paired)} of the vertices are near each other and "
            "far away from the vertex",
            FLAT_HOOKS_OF_PAIRS,
        )
    return None


def _choose_flat_hooks(request: Automatic, reason: str, variant: str = FLAT_HOOKS) -> Choice:
    return request.choose(
        variant,
        f"{reason}; links to first neighbors leave few roots, and the chains that they make are "
        "flattened in steps that double (flatten_links=true)",
        {"flatten_links": True},
    )
