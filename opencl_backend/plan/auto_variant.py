"""Choose the variant of components and forests for ``"auto"``, by the device and the graph.

The tree is that of C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, section 4.7 and Figure 12: no
sampling if there are few neighbors per vertex; otherwise hook-based sampling if its coverage is
high, here in large graphs and where all vertices are at hubs (``auto_at_hubs.py``); otherwise k-out
sampling (``auto_of_samples.py``). GConn finishes hook-based sampling with ECL-CC's union; here
Union-Async was faster after both samplings, and walks that meet are faster yet but for the largest
graphs. Where ids are scattered few neighbors are enough to be sampled, and at hubs any number. Five
questions precede theirs: an edge list has no rows to sample (``auto_of_edges.py``), a processor has
bounds of its own (``auto_on_processor.py``), so have edges that may be stored at one end only
(``auto_at_one_end.py``), a part of the graph may be a chain (``auto_of_mixtures.py``), and ids may
say enough (``auto_by_hooks.py`` and ``auto_by_ids.py``, and ``auto_at_few_hubs.py``). What they
choose of millions of vertices may be amended (``auto_of_large.py``).

Invariant: the choice depends only on the device's kind and the graph, and is a row of the table of
variants. Every variant gives the same answer, so a poor choice costs only time.
"""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.device.global_barrier import expect_barrier
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.first_links import expect_first_links
from clconn.opencl_backend.graph.hook_coverage import expect_hook_coverage
from clconn.opencl_backend.graph.small_components import expect_small_components
from clconn.opencl_backend.plan.auto_at_few_hubs import choose_at_few_hubs
from clconn.opencl_backend.plan.auto_at_hubs import choose_at_hubs
from clconn.opencl_backend.plan.auto_at_one_end import choose_at_one_end
from clconn.opencl_backend.plan.auto_by_hooks import FLAT_SAMPLE, choose_by_hooks
from clconn.opencl_backend.plan.auto_by_ids import (
    DEGREE_OF_TREES,
    LONG_TO_LINK_FAR,
    WITHIN_TO_JOIN_BLOCKS,
    average_degree,
    choose_by_ids,
)
from clconn.opencl_backend.plan.auto_of_edges import choose_of_edges
from clconn.opencl_backend.plan.auto_of_large import choose_of_large
from clconn.opencl_backend.plan.auto_of_mixtures import choose_of_mixture
from clconn.opencl_backend.plan.auto_of_samples import (
    DEGREE_TO_SAMPLE,
    INTERLEAVED,
    VERTICES_OF_LARGE_SAMPLES,
    choose_hooks,
    choose_sample,
    sample_flat,
)
from clconn.opencl_backend.plan.auto_of_structures import choose_of_structure
from clconn.opencl_backend.plan.auto_on_processor import choose_on_processor
from clconn.opencl_backend.plan.auto_reasons import (
    SCATTERED_TO_MEET,
    SMALL_NOT_TO_SAMPLE,
    VERTICES_OF_LARGE,
    chains_text,
    degree_text,
    has_options,
    is_scattered,
    scattered_text,
    why_not_left_out,
    why_not_to_sample,
)
from clconn.percentage import percentage

__all__ = [
    "AT_HUBS_ALONE",
    "AT_HUBS_TO_LINK_FIRST",
    "AT_HUBS_TO_SAMPLE",
    "DEGREE_TO_LINK_FIRST",
    "DEGREE_TO_SAMPLE_SCATTERED",
    "FEWEST_VERTICES_TO_SAMPLE_CHAINS",
    "FINDING",
    "LONG_TO_FLATTEN",
    "MEETING",
    "NEAR_VERTICES_TO_BEGIN_ALONE",
    "SCATTERED_AT_HUBS",
    "SCATTERED_OF_STARS",
    "UNSAMPLED",
    "VERTICES_OF_ONE_LAUNCH",
    "VERTICES_TO_BEGIN_ALONE",
    "VERTICES_TO_SAMPLE_CHAINS",
    "WITHIN_TO_SAMPLE_CHAINS",
    "choose_by_sampling",
    "expect_looks",
]

# On an NVIDIA H100, where ids are scattered, us by walks that meet and by them after k-out
# sampling: random graphs of 2^16 vertices with 2.5 to 4.5 neighbors 55 and 50, 58 and 50, 66 and
# 54, 66 and 53, of 2^18 77 and 72, 85 and 73, 93 and 75, 86 and 76, of 2^20 114 and 130, 127 and
# 122, 142 and 118, 150 and 140; hexagonal lattices of 2^16, 2^18 and 2^20 54 and 47, 69 and 67, 105
# and 110; tori 48 and 50, 79 and 73, 120 and 113. Of 2^21 vertices (by what is chosen there) random
# graphs 148 and 168, 167 and 177, 158 and 178, a torus 205 and 169.
DEGREE_TO_SAMPLE_SCATTERED = 3
"""Entries per vertex from which sampling pays where ids are scattered, up to
:data:`VERTICES_TO_BEGIN_ALONE`; elsewhere ``auto_of_samples.py`` has the bound."""

# Hubs make all unions wait for a few words, unless most of these edges are never read. Users and
# the items that they rate by Zipf's law, 1.5 to 4 neighbors a vertex, us by first links and by
# walks that meet after k-out sampling: of 2^16 vertices 127 to 152 and 37 to 44, of 2^18 181 to 197
# and 52 to 66, of 2^20 222 to 278 and 73 to 80, of 2^22 325 to 525 and 160 to 181; the items first,
# of 2^18 86 and 63, of 2^22 168 and 137; R-MAT with 3 neighbors a vertex of 2^16, 2^18 and 2^20
# vertices 70 and 38, 109 and 47, 109 and 64 (0.25 to 0.32 of the vertices are at hubs there, and as
# many scattered). Walks that meet stay faster than finds in the largest graphs, too, of 2^22
# vertices 180 and 255. Nobody looks for small components: with 1 neighbor a vertex, where many
# vertices are alone, 295 still became 166. Stars gain nothing, since first links join all: of 2^20
# vertices 40 to 58 and 45 to 50, of 2^21 67 and 72; and many stars, of 2^17 and 2^22 vertices, 30
# and 35, 217 and 197. An eighth of 2^20 vertices of preferential attachment linked to the leaves of
# a star (0.99) 169 and 63.
AT_HUBS_TO_SAMPLE = 0.1
"""Share of vertices at hubs from which sampling pays with any number of neighbors."""
AT_HUBS_ALONE = 0.995
"""Share of them from which it does not, but of large stars whose rows are in no order, and where
there are more edges than stars have."""
# A star beside a path whose ids come from both ends and whose vertices lead to categories, too, an
# eighth of 2^18 and of 2^20 vertices: 1,072 and 51, 1,219 and 84, 273 and 67, 675 and 84; linked
# 154 and 85, 311 and 107 (H200). With categories in no order, or two stars that are linked, 1.0 to
# 2.1 times as long by first links.
DEGREE_BEYOND_STARS = 2.02
"""Entries per vertex from which there are."""
SCATTERED_AT_HUBS = 0.1
"""Share of scattered vertices that there must be, too."""

# On that machine a graph of up to 2^18 vertices is one launch if its vertices are sampled by one
# work-item each (rows_at_once.cl), us: a mesh (14 neighbors) 53 and coalesced 77, permuted R-MAT
# (28) 54 and 77, a random graph (32) 81 and 77. The look at what hooking would cover would take
# longer than it saves, unless all vertices are at hubs (of these 0.5 to 0.73 are): R-MAT (29
# neighbors) 54 by hook-based and 47 by k-out sampling, cit-HepPh 62 and 42, Twitter 62 and 48,
# he188 57 and 38, preferential attachment 40 and 43.
VERTICES_OF_ONE_LAUNCH = 2**18
"""Most vertices of a graph that is one launch.

Where there is no barrier across work-groups it does without them, too: none was measured."""

# Without sampling, us with first links and without. Scattered: random graphs of 2^21 and 2^22
# vertices (4 neighbors) 205 and 157, 375 and 263, a torus 228 and 200, a path 151 and 136; of 2^20
# walks that meet are faster, with first links. Near, with 2 to 3 neighbors: road24 717 and 621,
# roads of 1.9 M vertices 81 and 81, of 1.1 M 76 and 83. A star whose center comes last 67 and 264:
# hubs need first links.
AT_HUBS_TO_LINK_FIRST = 0.01
"""Share of vertices at hubs from which all begin with first links to the first smaller neighbor,
which are flattened if rows are not sorted."""
VERTICES_TO_BEGIN_ALONE = 2**21
"""Scattered vertices from which they begin without first links."""
NEAR_VERTICES_TO_BEGIN_ALONE = 2**22
"""Vertices that are not scattered from which they do so."""
DEGREE_TO_LINK_FIRST = 3
"""Entries per vertex from which such vertices begin with first links."""

# Cliques of 20 and a path of an eighth of 2^18 vertices side by side (0.12 of the walks are long),
# us by first links, by walks that meet after these are flattened, and by k-out sampling: 119, 68,
# 278; interleaved with ten random neighbors among the next 50 ids (0.1) 106, 76, 232, with a small
# world (0.12, 2^20 vertices) 153, 149, 155. Cliques alone (2^19 and 2^20) 70, 79, 83 and 121, 125,
# 236.
LONG_TO_FLATTEN = 0.05
"""Share of long walks from which first links are flattened where most components are small."""

# Few neighbors far away, of which first links make chains: circuits and timetables of 2^22 vertices
# (3.2 to 4 neighbors, up to 0.13 of the entries within blocks), as multiples of the best of all, by
# far links, which were chosen before, and by finds after a sample: five graphs 1.37 to 2.16 and
# 1.00 to 1.02; a circuit of 2^20 1.36 and 1.00. (One with 0.4 within 1.13 and 1.08. H100,
# 2026-11-28.) Fewer vertices, 2^18, by far links and by walks that meet after a flattened sample,
# us: a circuit 61 and 56, timetables 141 and 75, 116 and 85 (0.26 to 0.34 within). Where fewer than
# half of the walks are long, timetables of 2^20 by first links and by walks that meet after a
# sample 162 and 126, 161 and 127. Unsorted rows by flattened samples 1.01 and 1.06 of the best (a
# timetable of 2^18, a circuit of 2^20), by far links 1.41, by finds 1.40.
WITHIN_TO_SAMPLE_CHAINS = 0.2
"""Share of entries within blocks up to which near vertices, and such chains, are sampled."""
VERTICES_TO_SAMPLE_CHAINS = 2**20
"""Vertices from which they are; up to :data:`WITHIN_TO_JOIN_BLOCKS` of fewer in chains."""
FEWEST_VERTICES_TO_SAMPLE_CHAINS = 2**17
"""Vertices from which the latter are."""

FINDING = "kout/async/single"
UNSAMPLED = "csr/async/single"
MEETING = "csr/interleaved/single"


def expect_looks(runtime: Runtime, n: int, entry_count: int, offset_type: str) -> None:
    """Build what a GPU may look with at rows of this size together with the next kernel.

    Most of a small program's build goes to its beginning: 40 to 60 ms on the host of an H100, where
    a look takes 20 to 40 more. One or two of the looks are built in vain where the ids say enough,
    where edges are stored at one end, and, with few neighbors, where ids are not scattered. (At
    hubs of unsorted rows of 2.5 to 3 neighbors small components are looked for all the same, and
    from 2.2 on where a part of a scattered graph makes chains or pairs, or a few vertices are at
    hubs, and from 3 on of any size where few entries lead to near ids; and what hooks cover where
    all vertices are at hubs, in smaller graphs, too.) So is the trial of the barrier across
    work-groups, for one launch and for what finishes give up.
    """
    if runtime.is_cpu:
        return
    is_small = n <= VERTICES_OF_ONE_LAUNCH
    with runtime.lock:
        expect_first_links(runtime, offset_type)
        least = DEGREE_TO_SAMPLE_SCATTERED if n < VERTICES_TO_BEGIN_ALONE else DEGREE_TO_SAMPLE
        may_be_sampled = entry_count >= least * n
        if may_be_sampled:
            expect_small_components(runtime, offset_type)
        if entry_count >= DEGREE_TO_SAMPLE * n and n >= VERTICES_OF_LARGE_SAMPLES:
            expect_hook_coverage(runtime, offset_type)
        if is_small or may_be_sampled or n >= VERTICES_OF_LARGE:
            expect_barrier(runtime)


def choose_by_sampling(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose the variant of components and of spanning forests for a graph."""
    if graph.runtime.is_cpu:
        return choose_on_processor(graph, request)
    if graph.rows is None:
        return choose_of_edges(graph, request)
    if "first_links" not in vars(graph):
        expect_looks(graph.runtime, graph.n, graph.entry_count, graph.offset_type)
    structure = choose_of_structure(graph, request)
    if structure is not None:
        return structure
    if not graph.symmetric:
        return choose_of_large(graph, request, choose_at_one_end(graph, request))
    return choose_of_large(graph, request, _choose_of_rows(graph, request))


def _choose_of_rows(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose for rows with each edge at both ends, of a graph that is not too large."""
    mixture = choose_of_mixture(graph, request)
    if mixture is not None:
        return mixture
    by_hooks = choose_by_hooks(graph, request)
    if by_hooks is not None:
        return by_hooks
    at_few_hubs = choose_at_few_hubs(graph, request)
    if at_few_hubs is not None:
        return at_few_hubs
    in_one_launch = graph.n <= VERTICES_OF_ONE_LAUNCH
    by_ids = choose_by_ids(graph, request, in_one_launch=in_one_launch)
    if by_ids is not None:
        return by_ids
    # What follows is determined only here, where the choice depends on it.
    at_hubs = choose_at_hubs(graph, request)
    if at_hubs is not None:
        return at_hubs
    obstacle = why_not_to_sample(graph, DEGREE_TO_SAMPLE)
    if obstacle:
        return _choose_of_few_neighbors(graph, request, obstacle)
    hooked = choose_hooks(graph, request)
    if hooked is not None:
        return hooked
    if graph.small_components >= SMALL_NOT_TO_SAMPLE:
        return _choose_of_small_components(graph, request)
    return choose_sample(graph, request)


def _choose_of_small_components(graph: DeviceGraph, request: Automatic) -> Choice:
    reason, long = why_not_left_out(graph), graph.first_links.long
    if LONG_TO_FLATTEN <= long < LONG_TO_LINK_FAR:
        flat = {"flatten_links": True}
        return request.choose(MEETING, f"{reason}; {chains_text(graph)}", flat)
    return _choose_first_links(graph, request, reason)


def _choose_of_few_neighbors(graph: DeviceGraph, request: Automatic, obstacle: str) -> Choice:
    """Choose whether so few neighbors are sampled all the same."""
    links = graph.first_links
    if _lead_few_near(graph) and graph.small_components < SMALL_NOT_TO_SAMPLE:
        sample = _sample_few_near(graph, request)
        if sample is not None:
            return sample
    if links.long >= LONG_TO_LINK_FAR:
        return _choose_first_links(graph, request, obstacle)
    are_stars = links.at_hubs >= AT_HUBS_ALONE and average_degree(graph) < DEGREE_BEYOND_STARS
    has_hubs = links.at_hubs >= AT_HUBS_TO_SAMPLE and not are_stars
    if has_hubs and links.scattered >= SCATTERED_AT_HUBS:
        return request.choose(
            INTERLEAVED,
            f"{percentage(links.at_hubs)} of the vertices are at hubs, for which all unions would "
            "wait, unless after two edges of each vertex most others are never read",
        )
    is_large = graph.n >= VERTICES_TO_BEGIN_ALONE
    few = graph.entry_count < DEGREE_TO_SAMPLE_SCATTERED * graph.n
    if not is_scattered(graph) or is_large or few:
        return _choose_first_links(graph, request, obstacle)
    if graph.small_components >= SMALL_NOT_TO_SAMPLE:
        return _choose_first_links(graph, request, why_not_left_out(graph))
    return request.choose(
        INTERLEAVED,
        f"{degree_text(graph)} are {DEGREE_TO_SAMPLE_SCATTERED} or more, which is enough to sample "
        f"two of them where ids are scattered; {scattered_text(graph)}",
    )


def _lead_few_near(graph: DeviceGraph) -> bool:
    """Whether few entries lead to near ids, though ids are not scattered, or links make chains."""
    links = graph.first_links
    has_enough = graph.entry_count >= DEGREE_TO_SAMPLE_SCATTERED * graph.n
    if is_scattered(graph) or not has_enough or links.long < LONG_TO_FLATTEN:
        return False
    if graph.n >= VERTICES_TO_SAMPLE_CHAINS:
        return links.within < WITHIN_TO_SAMPLE_CHAINS
    is_plain = links.at_hubs < AT_HUBS_TO_LINK_FIRST and links.scattered < SCATTERED_TO_MEET
    is_plain = is_plain and graph.n >= FEWEST_VERTICES_TO_SAMPLE_CHAINS
    return is_plain and links.within < WITHIN_TO_JOIN_BLOCKS and links.long >= LONG_TO_LINK_FAR


def _sample_few_near(graph: DeviceGraph, request: Automatic) -> Choice | None:
    links = graph.first_links
    near = f"only {percentage(links.within)} of the entries lead to near ids, so that a sample pays"
    if graph.n < VERTICES_TO_SAMPLE_CHAINS or not graph.is_sorted:
        return sample_flat(graph, request, near)
    if not has_options(request, INTERLEAVED):
        return None
    if links.long < LONG_TO_LINK_FAR:
        return request.choose(INTERLEAVED, near)
    return request.choose(
        FINDING,
        f"{near}; from {percentage(links.long)} of the vertices first links make chains, which "
        "finds shorten",
    )


def _choose_first_links(graph: DeviceGraph, request: Automatic, reason: str) -> Choice:
    """Choose what vertices begin with where nothing is sampled."""
    links = graph.first_links
    if links.at_hubs >= AT_HUBS_TO_LINK_FIRST:
        if not graph.is_sorted:
            return _choose_at_unsorted_hubs(graph, request, reason)
        return request.choose(UNSAMPLED, reason)
    if links.long >= LONG_TO_LINK_FAR:
        return request.choose(
            UNSAMPLED,
            f"{reason}; from {percentage(links.long)} of the vertices first links make chains, "
            "which are shorter if each of them goes further (initialization=far-smaller)",
            {"initialization": "far-smaller"},
        )
    scattered = is_scattered(graph)
    if scattered and graph.n < VERTICES_TO_BEGIN_ALONE:
        return request.choose(MEETING, f"{reason}; {scattered_text(graph)}")
    enough = VERTICES_TO_BEGIN_ALONE if scattered else NEAR_VERTICES_TO_BEGIN_ALONE
    sparse = scattered or graph.entry_count < DEGREE_TO_LINK_FIRST * graph.n
    if sparse and graph.n >= enough:
        return request.choose(
            UNSAMPLED,
            f"{reason}; so many vertices, few of them at hubs, would take longer to look for first "
            "links than these save (initialization=self)",
            {"initialization": "self"},
        )
    return request.choose(UNSAMPLED, reason)


# A GPU makes rows of edges in no order, and a user's may have none. Then a vertex is linked first
# to any smaller neighbor, so hubs, too. Unsorted rows, us by first links and finds, by walks that
# meet after first links were flattened, and after a flattened sample: legs of 2^18 in order and
# reversed, and of 2^20, 381, 122, 446 and 44, 69, 81 and 220, 217, 360; cliques of 20 of 2^18 and
# 2^20 86, 281 and 66, 191 and 115, 395; a star of 2^16 54, 63 and 73; categories in reverse of 2^20
# 22,400, 22,600 and 87. So a star loses a sixth. (With 2.5 neighbors and more only these categories
# were measured without a sample, of 2^20 vertices.) Larger stars whose center is far from most of
# its leaves, us by flattened walks and by flattened samples: of 2^18 vertices 1.43 and 1.35 of the
# best, of 2^20 176 and 115, of 2^22 (two) 2.6 and 1.1 of the best, of 2^23 320 and 240.
SCATTERED_OF_STARS = 0.5
"""Share of scattered vertices from which a large star is one."""


def _choose_at_unsorted_hubs(graph: DeviceGraph, request: Automatic, reason: str) -> Choice:
    """Choose where hubs need first links, which unsorted rows have to any smaller neighbor."""
    flat = {"flatten_links": True}
    is_tree = graph.entry_count < DEGREE_OF_TREES * graph.n
    links = graph.first_links
    is_star = links.at_hubs >= AT_HUBS_ALONE and links.scattered >= SCATTERED_OF_STARS
    is_large_star = is_star and graph.n > VERTICES_OF_ONE_LAUNCH
    no_large = is_tree and not is_large_star
    hubs = (
        f"{percentage(links.at_hubs)} of the vertices are at hubs, whose neighbors are "
        "in no order, so that"
    )
    if no_large or graph.small_components >= SMALL_NOT_TO_SAMPLE:
        return request.choose(
            MEETING,
            f"{reason}; {hubs} first links make chains along the hubs, which are flattened in "
            "steps that double (flatten_links=true)",
            flat,
        )
    return request.choose(
        FLAT_SAMPLE,
        f"{hubs} many would wait for a hub, unless after two edges of each vertex most others are "
        "never read (flatten_links=true)",
        flat,
    )
