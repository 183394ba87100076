"""The variant of strong components for the first run on a graph, on a GPU.

``csr/contraction/two-phase`` tries one after the other what may suit a graph, and what it tries in
vain costs a millisecond or two. A look at a few vertices (``first_arcs.cl``) tells some graphs for
which nothing needs to be tried.
"""

from __future__ import annotations

import math

from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.first_arcs import FirstArcs
from clconn.opencl_backend.graph.hook_coverage import SAMPLES
from clconn.opencl_backend.strong_components.quotient import MOST_ARCS
from clconn.opencl_backend.strong_components.shortcuts import most_entries
from clconn.percentage import percentage

__all__ = ["IN_ORDER", "SEARCHES", "UNDECIDED", "WITHOUT_SEARCHES", "choose_for_first_run"]

UNDECIDED = "csr/contraction/two-phase"
"""It decides during the run."""

IN_ORDER = "csr/contraction/segments"
"""It cuts ids where all arcs lead across in one direction."""

WITHOUT_SEARCHES = "csr/contraction/signatures"
"""It begins with signatures."""

SEARCHES = "csr/contraction/searches"
"""It contracts what two searches leave, unless these come to their end."""

LEAST_TO_LOOK = 1 << 14
"""Vertices from which a look may be worth its time, 0.14 ms of a host: ids in order that are not
cut took 8.1 ms in place of 0.17, of 65,528 vertices."""

# Acyclic graphs in order: 0.001 to 0.2 of the time if they are deep, whatever comes below.
# Meshes and near vertices with few arcs back, or with an arc that closes half of them or nearly
# all, of which some vertices are in short segments, and not many (H200): 46 take 0.34 of the time
# in the mean, 0.01 to 1.25, and 1.11 times the best in place of 3.3, though what is left is not
# searched. 29 of which fewer are would take 0.91, 0.38 to 1.45.
RARE = 0.3
"""Arcs to larger ids for each to a smaller one, or vice versa, up to which ids may be in order."""
ALL_NEARBY = 0.9
"""Share of the rarer arcs that lead to the same block from which ids may be in order, however many
these are, as those of modules are."""
MANY_IN_SHORT = 0.8
"""Share in short segments of the vertices that may be on a cycle, from which the ids are cut."""
FEW_IN_ONE = 1 / 8
"""Share of them in the segment that has most, up to which the ids are cut, too: cycles of 70 to
10,000 vertices in a row and lattices open in one direction take 0.03 to 0.3 of the time, nested
loops 0.44 to 1.17 (H200)."""
SOME_IN_SHORT, SOME_NEARBY = 0.01, 0.4
"""The share of them in short segments, and the share of the rarer arcs that lead to the same block,
where nothing else is known to suit the graph: far ones may close a component that a search finds
soon."""

# Maps, trees and paths: 0.4 to 0.8 of the time. What chains leave is contracted: assembly graphs of
# 2**20 vertices with a few arcs more than vertices take up to 1,150 times the best by chains alone.
# Nearest neighbors, most of which end in pairs, take 0.3 ms by searches and 1.4 by chains.
FEW_BRANCHES = 0.05
"""Share of the vertices with a successor that fork, or that join, below which chains are cut first,
in a graph that has no more arcs than vertices, and not many both ways."""
ARCS_OF_FOLLOWED = 2
"""Arcs per vertex with a successor beyond which there are just many vertices without arcs."""

WITHOUT_BRANCHES = 0.5
"""Share of the vertices on paths from which these are shortened at once, in a graph with more."""

# What has short cycles nearly everywhere: signatures find them, and what they know of one component
# grows together in a few rounds. Of 62 such graphs of 2**18 vertices (H200, 2026-11-30) 39 take 1.1
# to 1.2 times the best in the mean by csr/contraction/signatures, 1.7 at most, where searches and
# contraction took 2.0 to 2.7; the others are of the two kinds that follow.
#
# Streets, mazes and nearest neighbors as users have them, and lattices with arcs both ways.
MUTUAL = 0.4
"""Share of the vertices with a neighbor both ways from which a graph is full of short cycles."""
ARCS_OF_MUTUAL = 1.9
"""Arcs per vertex from which it is."""

# Lattices whose arcs point by chance.
BOTH_WAYS_NEARBY = 0.2
"""Share of the arcs to larger, and to smaller, ids of the same block, from which it is, too."""
ARCS_OF_NEARBY = 2.5
"""Arcs per vertex from which it is."""

# Shuffled lattices, meshes and triangulations whose arcs point by chance.
CLOSING = 0.2
"""Share of the vertices that are the largest of a short cycle from which it is, too."""

# Followers, ratings and R-MAT graphs: a search takes six rounds, and signatures 2 to 10 times its
# time, since hubs keep them waiting. Of `d` arcs for each vertex with a successor, if they began
# anywhere, `1 - (1 + d) / e**d` of these would fork; beside hubs fewer do.
PASSAGES_OF_HUBS = 1.25
"""Passages of a vertex for each arc, for each arc per vertex with a successor, beyond which hubs
have many arcs."""
FORKS_BESIDE_HUBS = 0.85
"""Vertices that fork, for each that would if arcs began anywhere, below which a few have many."""

# Mazes of 1.6 arcs a vertex take about as long by either, but a hundred rounds by signatures.
FORKS_OF_THIN, ARCS_OF_THIN = 0.63, 2
"""Share of the vertices that fork, and arcs per vertex, below which it is thin."""

# 35 such graphs of 2**20 to 2**22 vertices whose rounds are long (H200, 2026-11-30), bands, bars,
# near vertices, triangulations and small worlds, take 0.61 of the time in the mean, 0.24 to 1.8, if
# a search of a few rounds and contraction come first: signatures take 100 us a round of 2**20, and
# of half of these graphs contract what they leave. Of six others, which made no rule, four take
# 0.40 to 0.78, and dense near vertices 1.26 and 1.49. What has arcs both ways nearly everywhere,
# tori, roads and nearest neighbors, takes 0.7 to 5 times as long, graphs with less work as long.
MOST_WORK_OF_SIGNATURES = 10 << 20
"""Vertices and entries of both directions up to which signatures come first where not nearly all
vertices have a neighbor both ways."""
NEARLY_ALL_MUTUAL = 0.995
"""Share of the vertices that have, from which nearly all do."""

# Tori, strips and bars whose arcs point by chance, or a fifth of them back (H200, 2026-11-30): five
# of six take 0.56 to 0.72 of the time, and one 1.04. Of 2**18 vertices they take up to four times
# as long, since rounds of signatures are short there.
SOME_CLOSING = 0.1
"""Share of the vertices that are the largest of a short cycle from which a large graph is
contracted, unless a search of a few rounds comes to its end."""
LEAST_WORK_OF_CLOSING = 9 << 19
"""Vertices and entries of both directions from which such a graph is large."""

# Roads, trees and hexagons whose arcs point one way, or by chance: of 45 graphs (H100, H200) that
# searches had come first on, 1.26 times the best in the mean in place of 1.74. Of 17 with 0.94 to
# 1.1 passages five take 2.5 to 117 times the best, for which searches were right.
FEW_PASSAGES = 0.9
"""Passages of a vertex for each arc up to which probably no component is worth a search. (A mean
says nothing about parts: a lattice closed by an arc, beside a graph without cycles, takes some 60
rounds of signatures where a search saves half.)"""


def choose_for_first_run(graph: DeviceGraph) -> tuple[str, str]:
    """Return a variant and the reason."""
    undecided = UNDECIDED, "it decides during the run what suits the graph"
    has_room = graph.offset_type == "int" and most_entries(graph.n, graph.entry_count) <= MOST_ARCS
    if graph.n < LEAST_TO_LOOK or not has_room:
        return undecided
    arcs, degree = graph.first_arcs, graph.entry_count / graph.n
    work = graph.n + 2 * graph.entry_count
    in_short, in_largest = graph.segment_look if _may_be_in_order(arcs) else (0.0, 1.0)
    why_cut = (
        f"{percentage(in_short)} of the vertices that may be on a cycle are in short segments of "
        "ids, between which all arcs lead one way"
    )
    if in_short >= MANY_IN_SHORT:
        return IN_ORDER, why_cut
    if in_largest <= FEW_IN_ONE:
        return IN_ORDER, (
            f"no more than {percentage(in_largest)} of the vertices that may be on a cycle are in "
            "one segment of ids, between which all arcs lead one way"
        )
    if degree <= 1 and arcs.mutual < MUTUAL and _are_chains(arcs, degree):
        branching, way = min((arcs.fork, "begins"), (arcs.join, "ends"))
        return "csr/contraction/chains", (
            f"there are no more arcs than vertices, and more than one {way} at only "
            f"{percentage(branching)} of these, as in maps and trees, whose chains are cut"
        )
    if degree > 1 and arcs.on_paths >= WITHOUT_BRANCHES:
        return "csr/contraction/alone", f"{percentage(arcs.on_paths)} of the vertices do not branch"
    cycles = _why_full_of_cycles(arcs, degree)
    if cycles:
        if degree < ARCS_OF_THIN and arcs.fork < FORKS_OF_THIN:
            return SEARCHES, f"{cycles}, and few fork"
        if _has_hubs(arcs, degree):
            return UNDECIDED, f"{cycles}, and a few have many more arcs than others"
        if arcs.mutual < NEARLY_ALL_MUTUAL and work > MOST_WORK_OF_SIGNATURES:
            return SEARCHES, f"{cycles}, but rounds of signatures of so large a graph take long"
        return WITHOUT_SEARCHES, f"{cycles}, along which signatures spread in a few rounds"
    if arcs.passages <= FEW_PASSAGES:
        return WITHOUT_SEARCHES, (
            f"{arcs.passages:.2f} arcs lead on from one that leads to a vertex, in the mean, so "
            "that probably no component is large"
        )
    if in_short >= SOME_IN_SHORT and _are_nearby(arcs, SOME_NEARBY):
        return IN_ORDER, f"{why_cut}, and little is known to suit the others"
    has_some = arcs.closing >= SOME_CLOSING and work >= LEAST_WORK_OF_CLOSING
    if has_some and not _has_hubs(arcs, degree):
        smaller = "by which contraction makes so large a graph smaller"
        return SEARCHES, f"{_closing_text(arcs)}, {smaller}"
    return undecided


def _why_full_of_cycles(arcs: FirstArcs, degree: float) -> str:
    """What says that there are short cycles nearly everywhere; empty if nothing does."""
    if degree >= ARCS_OF_MUTUAL and arcs.mutual >= MUTUAL:
        return f"{percentage(arcs.mutual)} of the vertices have a neighbor both ways"
    if degree >= ARCS_OF_NEARBY and _nearby(arcs) >= BOTH_WAYS_NEARBY:
        return (
            f"{percentage(arcs.ascending)} of the arcs lead to larger ids nearby, and "
            f"{percentage(arcs.descending)} to smaller ones"
        )
    if arcs.closing >= CLOSING:
        return _closing_text(arcs)
    return ""


def _closing_text(arcs: FirstArcs) -> str:
    return (
        f"{percentage(arcs.closing)} of the vertices are the largest of a cycle of at most four "
        "arcs"
    )


def _nearby(arcs: FirstArcs) -> float:
    """The share of the arcs to larger, or to smaller, ids of the same block, which is less."""
    return min(arcs.ascending, arcs.descending)


def _has_hubs(arcs: FirstArcs, degree: float) -> bool:
    """Whether a few vertices seem to have much more arcs than the others."""
    followed = max(arcs.followed, 1 / SAMPLES)
    degree /= followed
    forking = 1 - (1 + degree) * math.exp(-degree)
    has_passages = arcs.passages > PASSAGES_OF_HUBS * degree
    return has_passages or arcs.fork < FORKS_BESIDE_HUBS * forking * followed


def _may_be_in_order(arcs: FirstArcs) -> bool:
    few = min(arcs.larger, arcs.smaller) <= RARE * max(arcs.larger, arcs.smaller)
    return few or _are_nearby(arcs, ALL_NEARBY)


def _are_nearby(arcs: FirstArcs, share: float) -> bool:
    """Whether so many arcs of the rarer direction lead to the same block, if there are any."""
    rarer, nearby = min((arcs.larger, arcs.larger_nearby), (arcs.smaller, arcs.smaller_nearby))
    return nearby >= share * rarer


def _are_chains(arcs: FirstArcs, degree: float) -> bool:
    """Whether few vertices branch one way, and not all are on cycles, of which nothing is cut."""
    are_cycles = arcs.followed == 1 and not arcs.fork and not arcs.join
    has_arcs = degree <= ARCS_OF_FOLLOWED * arcs.followed
    few = min(arcs.fork, arcs.join) < FEW_BRANCHES * arcs.followed
    return few and has_arcs and not are_cycles
