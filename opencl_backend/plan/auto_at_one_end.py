"""Choose the variant for ``"auto"`` on a GPU where edges may be stored at one end and ids scatter.

Our own. Triangles of matrices and rows of arcs may hold an edge at one of its ends only. Then
nothing is sampled, since a sample might lose an edge, and a vertex may have no smaller neighbor in
its row, or not all of them.

Invariant: as in ``auto_variant.py``, every choice gives the same answer.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_by_hooks import PAIRED_TO_FIND
from clconn.opencl_backend.plan.auto_by_ids import JOINING, average_degree
from clconn.opencl_backend.plan.auto_of_samples import DEGREE_TO_SAMPLE
from clconn.opencl_backend.plan.auto_reasons import is_scattered, scattered_text
from clconn.percentage import percentage

__all__ = [
    "MEETING_AT_ONE_END",
    "SCATTERED_AT_ONE_END",
    "WITHIN_AT_ONE_END",
    "choose_of_scattered_edges",
]

# Where edges may be stored at one end only nothing is sampled, and those of hubs are united, too.
# With this share scattered and hardly any entry within its block, by finds and by walks that meet,
# as multiples of the best of twelve variants, of the graphs of
# ``DEGREE_TO_JOIN_NO_BLOCKS_AT_ONE_END`` (``auto_by_ids.py``): near vertices with shuffled ids 1.74
# to 2.61 and 1.00 to 1.02, R-MAT over ratings 1.42 to 2.34 and 1.31, shuffled diagonals 1.12 to
# 1.81 and 1.00 to 1.05, random graphs 1.2 to 1.46 and 1.04 to 1.26, ratings 1.05 to 1.25 and 1.13
# to 1.30, preferential attachment 1.03 to 1.28 and 1.04 to 1.11, a shuffled band among a tree
# (2^21) 2.03 to 2.30 and 1.00 to 1.06. With more entries within blocks the latter take up to 4.6.
# Diagonals linked to shuffled hexagons or the leaves of a star, 0.07 to 0.1 paired and 3.2 to 4.2
# neighbors a vertex, take 1.61 to 2.88 by walks that meet, and 1.07 to 1.36 by blocks.
SCATTERED_AT_ONE_END = 0.6
"""Share of scattered vertices from which unions walk until they meet, at hubs, too."""
WITHIN_AT_ONE_END = 0.1
"""Share of entries within blocks of ids from which they do not."""

MEETING_AT_ONE_END = "csr/interleaved/single"


def choose_of_scattered_edges(graph: DeviceGraph, request: Automatic, reason: str) -> Choice | None:
    """Choose the variant if ids are scattered, as far as rows in order tell; otherwise None."""
    links = graph.first_links
    is_most = is_scattered(graph) and links.scattered >= SCATTERED_AT_ONE_END
    if not graph.is_sorted or not is_most or links.within >= WITHIN_AT_ONE_END:
        return None
    if links.paired >= PAIRED_TO_FIND and average_degree(graph) < DEGREE_TO_SAMPLE:
        return request.choose(
            JOINING,
            f"{reason}; the neighbors of {percentage(links.paired)} of the vertices are near each "
            "other and far away from the vertex, so that first links make chains, which walks "
            "along the paths of both ends halve (initialization=blocks)",
            {"initialization": "blocks"},
        )
    return request.choose(MEETING_AT_ONE_END, f"{reason}; {scattered_text(graph)}")
