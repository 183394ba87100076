"""Choose otherwise for ``"auto"`` on a GPU where a graph has millions of vertices.

Our own. The other rules were learnt from smaller graphs, where launches and walks take the time.
Beyond four million vertices what is read takes it: first links read the head of each row once more,
and flattening them all parents, which pays only where they make chains that somebody would walk.

Invariant: as in ``auto_variant.py``, every choice gives the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_at_one_end_in_order import (
    DEGREE_OF_NO_SMALL_WORLDS,
    DEGREE_OF_SMALL_WORLDS,
    FAST_OF_SMALL_WORLDS,
)
from clconn.opencl_backend.plan.auto_by_hooks import FLAT_HOOKS, FLAT_SAMPLE
from clconn.opencl_backend.plan.auto_by_ids import (
    AT_LEGS,
    DEGREE_OF_LONG_ROWS,
    IN_CHAINS,
    JOINING,
    SKIPPING_DOWN,
    average_degree,
)
from clconn.opencl_backend.plan.auto_of_large_at_one_end import (
    Amended,
    amend_at_one_end,
    joined_blocks,
)
from clconn.opencl_backend.plan.auto_of_large_lattices import (
    AT_HUBS_OF_NO_LATTICES,
    amend_lattice,
    hooked,
)
from clconn.opencl_backend.plan.auto_of_samples import HOOKED, INTERLEAVED, SAMPLED
from clconn.opencl_backend.plan.auto_reasons import VERTICES_OF_LARGE, has_options, is_scattered
from clconn.percentage import percentage

__all__ = [
    "AT_HUBS_TO_FLATTEN_NO_SAMPLE",
    "AT_HUBS_TO_JOIN_NO_CHAINS",
    "AT_HUBS_TO_JOIN_NO_LARGE_BLOCKS",
    "AT_HUBS_TO_READ_LESS",
    "DEGREE_TO_JOIN",
    "LONG_TO_FLATTEN_THE_SAMPLE",
    "LONG_TO_HOOK_SMALL_WORLDS",
    "LONG_TO_JOIN_NO_HUBS",
    "LONG_TO_READ_LESS",
    "PAIRED_OF_LARGE",
    "SCATTERED_TO_FLATTEN_NO_SAMPLE",
    "SLOW_OF_WHOLE_BANDS",
    "SLOW_TO_HOOK_NO_SMALL_WORLDS",
    "SLOW_TO_HOOK_SMALL_WORLDS",
    "SLOW_TO_JOIN",
    "SLOW_TO_JOIN_ALL",
    "SLOW_TO_READ_LESS",
    "WITHIN_BY_CHANCE",
    "WITHIN_OF_BANDS",
    "WITHIN_OF_STRIDED_LEGS",
    "WITHIN_TO_FLATTEN_ALL_THE_SAME",
    "WITHIN_TO_FLATTEN_THE_SAMPLE",
    "WITHIN_TO_JOIN",
    "WITHIN_TO_JOIN_ALL",
    "WITHIN_TO_JOIN_NO_HUBS",
    "choose_of_large",
]

# 208 mixtures by chance of 2^22 to 2^24 vertices on H100s (seeds 14000, 14500, 16000 to 16536 of
# ``asv_benchmarks.mixtures``, 2026-11-26), rows in order and not, as multiples of the best of all:
# the other rules take 1.278 in the mean, 75 of them beyond 1.3, 16 beyond 2, 6.5 at most; what they
# choose, amended by the bounds below and in ``auto_of_samples.py``, 1.150, 41, 6 and 2.6. These
# graphs made them, and 74 more the last of them (seeds 17000 to 17314).

# Where nearly all vertices are at hubs and have many neighbors, two of each settle nearly all, and
# adjacent work-items read them without first links. Us by a flattened sample or by finds, as was
# chosen, and by finds of coalesced samples: a star beside a band of 14 (2^23 vertices) 755 and 650,
# random graphs linked to a band of 9 (2^22) 551 and 343, R-MAT among one (2^23) 1,053 and 664,
# dense neighbors over a band of 2 (2^23) 944 and 646, shuffled bands over bars and meshes (2^22,
# 2^23) 493 and 388, 1,000 and 665: 13 graphs 1.37 and 1.03 in the mean. Where links make chains in
# which few ids go down slowly, as with a stride, it is the other way round: dense neighbors (2^22)
# 462 and 910, a band of 9 linked to a star 390 and 474. So with few neighbors, too, if rows are in
# no order: ratings (2^22, 5.6 neighbors) by walks that meet 355 and 188, a star linked to a
# triangulation (2^23, 2.5) 401 and 277, two stars (2^22, 4) 199 and 163.
AT_HUBS_TO_READ_LESS = 0.85
"""Share of vertices at hubs from which a graph that is dense or unsorted has coalesced samples."""
LONG_TO_READ_LESS, SLOW_TO_READ_LESS = 0.5, 0.5
"""Shares of long walks and of slow ones: fewer of the former, or as many of the latter."""

# A band as a whole, us by flattened hooks and so: of 9 neighbors on either side, 2^22 to 2^24
# vertices, 377 and 284, 341 and 308, 889 and 535, 1,807 and 998, of 14 (2^23) 602 and 570, 939 and
# 578. Neighbors by chance among the next 50 ids, of which 0.03 to 0.05 are in a block, 278 and 388,
# 1,159 and 1,590; if rows are in no order (2^22, five of a mean of 22 neighbors) by flattened hooks
# 1.62 of the best in the mean, by finds after hooks alone 1.01. (In order 17 such graphs take 1.00
# to 1.02 by flattened hooks as they are, reversed and beside others, by flattened samples 1.14 to
# 1.35; four from two sides 1.54 to 1.96 and 1.00, but as they are is how they come.)
SLOW_OF_WHOLE_BANDS = 0.98
"""Share of slow walks from which all is a band."""
WITHIN_OF_BANDS, WITHIN_BY_CHANCE = 0.02, 0.1
"""Share of entries within blocks of ids below which its rows are long and in order; and below which
neighbors are near by chance, if rows are in no order. (0.03 to 0.05 were measured.)"""

# Rows in no order, as multiples of the best of 17 variants by finds after a sample, and by walks
# that meet after first links that are flattened, where half of the walks are long (H100,
# 2026-11-27): meshes of 2^22 vertices in four orders and beside others, dense neighbors beside
# hexagons 1.57 and 1.16 in the mean (9; a bar over diagonals, both with a stride, 1.56 and 2.04),
# but at hubs roads among dense neighbors 1.38 and 1.48.
LONG_TO_FLATTEN_THE_SAMPLE, AT_HUBS_TO_FLATTEN_NO_SAMPLE = 0.5, 0.6
"""Share of long walks from which first links of unsorted rows are flattened before a sample; and of
vertices at hubs from which they are not."""

# Of sorted rows, too, where ids follow nearly all: meshes as they are and on two sides (2^22, 0.4
# to 0.68 within, 1.14 to 1.45 and 1.0 to 1.15 of the best), over diagonals 1.20 and 1.0, bands
# linked to each other 1.13 and 1.0, bars among near vertices 1.35 and 1.41: 9 graphs 1.28 and 1.08
# in the mean. Linked to a random graph (0.1 scattered) small worlds take 1.0 and 1.25.
WITHIN_TO_FLATTEN_THE_SAMPLE, SCATTERED_TO_FLATTEN_NO_SAMPLE = 0.4, 0.1
"""Shares of entries within blocks from which those of sorted rows are, and of scattered vertices
from which they are not."""

# Us by coalesced finds and by flattened samples: small worlds and near neighbors over each other
# (2^23) 757 and 616, small worlds among a band of 9 (2^22) 601 and 366, a mesh linked to a random
# graph (2^23) 1,220 and 1,209 (by these unflattened 719).
WITHIN_TO_FLATTEN_ALL_THE_SAME = 0.4
"""Share of entries within blocks of ids from which samples need flattened first links."""

# Us by blocks and by links from single vertices: small worlds in order of 2^22 and 2^23 vertices
# 208 and 161, 221 and 159, 356 and 273, in blocks over a torus 359 and 196, in blocks alone, of
# which 0.38 of the walks are long, but not slow, 1.36 and 1.40 of the best and 1.0; hexagons, with
# 3 neighbors, 253 and 364. The bounds are those of edges at one end.

# Rows in no order, by blocks and by flattened hooks, of the best: small worlds of 2^22 and 2^23
# vertices as they are, reversed, from two sides and with a stride (0.66 to 0.72 are slow) 1.28 in
# the mean and 1.0 (7), in blocks (0.96 are long) 1.0 and 1.2 (3); among cliques in a row (6.6
# neighbors, 0.76) 1.0 and 1.4.
LONG_TO_HOOK_SMALL_WORLDS = 0.98
"""Share of long walks from which small worlds are hooked."""
SLOW_TO_HOOK_SMALL_WORLDS, SLOW_TO_HOOK_NO_SMALL_WORLDS = 0.6, 0.74
"""Shares of slow walks from which they are, and from which they are not."""

# Rows in no order, us by blocks and by coalesced finds: categories of 2^23 735 and 363, a star over
# hexagons of 2^23 1,027 and 347. (Categories over a star with rows in order 629 and 3,033.)
AT_HUBS_TO_JOIN_NO_LARGE_BLOCKS = 0.5
"""Share of vertices at hubs from which unsorted rows are not joined in blocks."""

# Us by flattened hooks and by blocks: a path over cliques in a row from two sides (2^22, unsorted)
# 988 and 299; cliques in a row, by links from single vertices, 259 and 275.
WITHIN_TO_JOIN_ALL, SLOW_TO_JOIN_ALL = 0.9, 0.9
"""Shares of entries within blocks of ids and of slow walks from which all is joined in blocks."""

# Us by links from single vertices, or in a random order, and by blocks: strips in blocks beside a
# path (2^23) 595 and 342, a torus in blocks among a tree (2^23) 765 and 382, strips from two sides
# (2^22) 272 and 161, near trees beside a small world (2^23) 464 and 217; lost, a tree over near
# trees (2^23) 1.4 and 2.7 of the best, strips as they are (2^23) 1.2 and 1.4. 19 graphs 1.33 and
# 1.17 in the mean, and one that took 22 by finds before these gave edges up.
DEGREE_TO_JOIN = 4.05
"""Entries per vertex up to which ids that go down slowly are followed in blocks."""
WITHIN_TO_JOIN, SLOW_TO_JOIN = 0.5, 0.45
"""Shares of entries within blocks and of slow walks from which they are."""

# At hubs, us by blocks and by flattened samples: caterpillars over hexagons in blocks (2^23) 635
# and 249, linked to categories (2^23) 525 and 411, among a band (2^22) 1.74 and 1.13 of the best,
# categories over bands (2^22) 1.00 and 1.08; over a star (2^23, 0.50 within, forest)
# 1.07 and 1.33.
AT_HUBS_TO_JOIN_NO_CHAINS, LONG_TO_JOIN_NO_HUBS = 0.5, 0.5
"""Shares of vertices at hubs and of long walks from which a flattened sample is read instead."""
WITHIN_TO_JOIN_NO_HUBS = 0.6
"""And of entries within blocks of ids."""

# Caterpillars whose ids have a stride of 101 (2^22) and beside diagonals (2^23), us by Union-Early
# with first links and by finds after a sample: 948 and 256, 747 and 345 (0.40 and 0.43 within).
WITHIN_OF_STRIDED_LEGS = 0.5
"""Share of entries within blocks of ids below which caterpillars are sampled."""

# Ids that follow a part on two sides, us by links from single vertices and by those in a random
# order: a tree of near vertices from both ends (2^22, 0.12 are paired) 1,376 to 2,002 and 253, a
# band and a strip from both ends (2^23, 0.18, unsorted) 1,500 and 426; roads with a stride among a
# random graph (2^23, 0.13) 353 and 548.
PAIRED_OF_LARGE = 0.1
"""Share of paired vertices from which scattered ones are linked in a random order."""

# Each says what of its options matters, so that a user's other choice keeps the first variant.
COALESCED = {"sharing": "coalesced", "flatten_links": False}
FLATTENED = {"sharing": "vertex", "flatten_links": True}


def choose_of_large(graph: DeviceGraph, request: Automatic, choice: Choice) -> Choice:
    """Return what suits a very large graph better than what the other rules chose, or that."""
    if graph.n < VERTICES_OF_LARGE:
        return choice
    found = (
        (amend_lattice(graph, request, choice), _amend(graph, choice))
        if graph.symmetric
        else (amend_at_one_end(graph, choice),)
    )
    for amended in found:
        if amended is not None and _suits(request, *amended[:2]):
            variant, options, reason = amended
            what = f"{graph.n:,} vertices are so many that what is read takes the time; {reason}"
            return request.choose(variant, what, options)
    return choice


def _suits(request: Automatic, variant: str, options: Mapping[str, Any]) -> bool:
    """Whether the user has set no option otherwise, and none of the first choice alone."""
    asked = request.options
    has_all = has_options(request, variant)
    return has_all and all(options.get(key, asked[key]) == asked[key] for key in asked)


def _amend(graph: DeviceGraph, choice: Choice) -> Amended | None:
    links, name = graph.first_links, choice.variant.name
    is_flat = bool(choice.options.get("flatten_links"))
    is_whole = links.within >= WITHIN_TO_JOIN_ALL and links.slow >= SLOW_TO_JOIN_ALL
    if name in (FLAT_HOOKS, FLAT_SAMPLE) and is_flat and is_whole and links.at_hubs == 0:
        return joined_blocks(graph)
    if name in (SAMPLED, INTERLEAVED):
        return _amend_sample(graph, choice)
    if name == FLAT_HOOKS and is_flat:
        return _amend_hooks(graph)
    if name in (SKIPPING_DOWN, IN_CHAINS) and choice.options["initialization"] == "self":
        is_followed = links.within >= WITHIN_TO_JOIN and links.slow >= SLOW_TO_JOIN
        has_few = links.at_hubs < AT_HUBS_OF_NO_LATTICES and average_degree(graph) < DEGREE_TO_JOIN
        if is_followed and has_few:
            return joined_blocks(graph)
        return _amend_pairs(graph) if name == SKIPPING_DOWN else None
    if name == JOINING and choice.options["initialization"] == "blocks":
        return _amend_blocks(graph)
    if name == AT_LEGS and links.within < WITHIN_OF_STRIDED_LEGS:
        at_hubs = percentage(links.at_hubs)
        return SAMPLED, {}, f"{at_hubs} of them are at hubs, and after a sample these are settled"
    return None


def _amend_hooks(graph: DeviceGraph) -> Amended | None:
    links = graph.first_links
    if links.within < WITHIN_OF_BANDS:
        return _read_less(graph) if links.slow >= SLOW_OF_WHOLE_BANDS else None
    is_by_chance = links.within < WITHIN_BY_CHANCE and not graph.is_sorted
    if not is_by_chance or links.at_hubs < AT_HUBS_TO_READ_LESS:
        return None
    return HOOKED, {"flatten_links": False}, (
        f"{percentage(links.at_hubs)} of them are at hubs, and {percentage(links.within)} of the "
        "entries within blocks of ids, as where neighbors are near by chance: hooks alone make no "
        "long chains of them"
    )  # fmt: skip


def _amend_sample(graph: DeviceGraph, choice: Choice) -> Amended | None:
    links = graph.first_links
    if choice.options.get("sharing") == "coalesced":
        if links.within < WITHIN_TO_FLATTEN_ALL_THE_SAME:
            return None
        return FLAT_SAMPLE, FLATTENED, (
            f"{percentage(links.within)} of the entries lead to a vertex with an id nearby, so "
            "that first links, flattened (flatten_links=true), join more than a sample"
        )  # fmt: skip
    # A GPU makes unsorted rows, in which a first link may be any of a hub's.
    many = average_degree(graph) >= DEGREE_OF_LONG_ROWS or not graph.is_sorted
    no_strides = links.long < LONG_TO_READ_LESS or links.slow >= SLOW_TO_READ_LESS
    if many and no_strides and links.at_hubs >= AT_HUBS_TO_READ_LESS:
        return _read_less(graph)
    is_followed = links.within >= WITHIN_TO_FLATTEN_THE_SAMPLE
    is_near = is_followed and links.scattered < SCATTERED_TO_FLATTEN_NO_SAMPLE
    are_chains = links.long >= LONG_TO_FLATTEN_THE_SAMPLE and (is_near or not graph.is_sorted)
    is_by_finds = choice.variant.name == SAMPLED
    if is_by_finds and are_chains and links.at_hubs < AT_HUBS_TO_FLATTEN_NO_SAMPLE:
        return FLAT_SAMPLE, FLATTENED, (
            f"from {percentage(links.long)} of them first links make chains, which are flattened "
            "(flatten_links=true)"
        )  # fmt: skip
    return None


def _amend_blocks(graph: DeviceGraph) -> Amended | None:
    links = graph.first_links
    if not graph.is_sorted and links.at_hubs >= AT_HUBS_TO_JOIN_NO_LARGE_BLOCKS:
        return _read_less(graph)
    are_chains = links.long >= LONG_TO_JOIN_NO_HUBS and links.within >= WITHIN_TO_JOIN_NO_HUBS
    if links.at_hubs >= AT_HUBS_TO_JOIN_NO_CHAINS and are_chains:
        return FLAT_SAMPLE, FLATTENED, (
            f"{percentage(links.at_hubs)} of them are at hubs, and first links, which are "
            "flattened in steps that double (flatten_links=true), join more than blocks"
        )  # fmt: skip
    if not graph.is_sorted and _is_slow_small_world(graph):
        return hooked("go down slowly from most of them")
    is_fast = links.long - links.slow >= FAST_OF_SMALL_WORLDS
    if is_fast and average_degree(graph) >= DEGREE_OF_SMALL_WORLDS:
        return SKIPPING_DOWN, {"initialization": "self"}, (
            "ids follow them, but go down slowly in few, so that links from single vertices take "
            "less than blocks (initialization=self)"
        )  # fmt: skip
    return None


def _is_slow_small_world(graph: DeviceGraph) -> bool:
    links = graph.first_links
    is_slow = SLOW_TO_HOOK_SMALL_WORLDS <= links.slow < SLOW_TO_HOOK_NO_SMALL_WORLDS
    has_degree = DEGREE_OF_SMALL_WORLDS <= average_degree(graph) < DEGREE_OF_NO_SMALL_WORLDS
    return is_slow and has_degree and links.long >= LONG_TO_HOOK_SMALL_WORLDS


def _amend_pairs(graph: DeviceGraph) -> Amended | None:
    links = graph.first_links
    if links.paired < PAIRED_OF_LARGE or not is_scattered(graph):
        return None
    return IN_CHAINS, {"initialization": "self"}, (
        f"the neighbors of {percentage(links.paired)} of them are near each other and far away, so "
        "that links in the order of the ids make chains (initialization=self)"
    )  # fmt: skip


def _read_less(graph: DeviceGraph) -> Amended:
    return SAMPLED, COALESCED, (
        f"{percentage(graph.first_links.at_hubs)} of them are at hubs, so that two edges of each "
        "settle nearly all without first links (sharing=coalesced)"
    )  # fmt: skip
