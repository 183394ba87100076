"""The variants of connected components: GConn's design space and the algorithms it competes with.

A new union rule is a row of ``FINISHES``, a new edge source is a row of ``EDGE_SOURCES``;
CONTRIBUTING.md lists the other edits.
"""

from __future__ import annotations

from clconn.design_space.model import EdgeSource, Finish, Option, Reads, UnionRule, Variant
from clconn.problems import COMPONENTS

__all__ = ["EDGE_SOURCES", "FINALIZATION", "FINISHES", "rows"]

INITIALIZATION = Option(
    "initialization",
    ("first-smaller", "self", "smallest", "far-smaller", "blocks"),
    "first parent: first smaller neighbor (Init3), itself (Init1), smallest neighbor (Init2), the "
    "vertex four first smaller neighbors away (which makes chains shorter), the root of a tree of "
    "edges within a block of neighboring ids (whose edges are then done with)",
)
FINALIZATION = Option(
    "finalization",
    ("single", "split", "compress"),
    "last pointer jumping: single (Fini3), intermediate (Fini1), multiple (Fini2)",
)
ONE_LAUNCH = Option(
    "one_launch",
    ("auto", "always", "never"),
    "all steps in one launch, with barriers across work-groups (a launch each where there are "
    "none), unless sharing or vertex_gathering have other values than usual; auto: for graphs so "
    "small that launches take most of the time",
)
SAMPLED_EDGES = Option("k", (2, 1, 3, 4, 8), "edges sampled of each vertex")
SELECTION = Option(
    "selection",
    ("first", "random", "first-and-random"),
    "which k edges of a vertex are sampled: the first, random ones, the first and random ones",
)
SHARING = Option(
    "sharing",
    ("vertex", "passes", "coalesced", "reorganized"),
    "the sampled edges go to: one work-item a vertex; one in each of k passes (GConn's baseline); "
    "adjacent ones (CSR coalescing); those, which exchange them (edge reorganization)",
)
HOOKED_EDGES = Option(
    "edges", (2, 1, 3, 4, 8), "edges united of each vertex that is still a root after hooking"
)
FLATTEN_LINKS = Option(
    "flatten_links",
    (False, True),
    "point each vertex to its root after its first link (of kout with sharing=vertex, of csr "
    "unless initialization is self or blocks), before more edges are united: where ids follow a "
    "graph or a part of it, these links make chains (a processor halves them without being asked)",
)
VERTEX_GATHERING = Option(
    "vertex_gathering",
    (True, False),
    "gather the vertices outside the most frequent component before finishing them",
)
SKIP_SETTLED = Option(
    "skip_settled",
    (True, False),
    "leave the vertices of the most frequent component out of the finish, since the other ends of "
    "their edges show what leads out of it; false: look at their entries, too, so that edges may "
    "be stored at one end only (by vertex_gathering on a GPU for ends outside, otherwise all rows)",
)

COALESCING = Option(
    "coalescing",
    ("none", "sort"),
    "look the components of the edges' ends up as they come, or sort the edges by either end first",
)
FEW_VERTICES = Option(
    "few", (64, 0, 1024), "most vertices left after the search that are finished serially"
)
GROUP_EDGES = Option("q", (1, 0.75, 1.5, 2, 4), "edges of a group for each vertex")
EDGE_ORDER = Option(
    "order", ("permuted", "given"), "whether the edges are permuted before they are grouped"
)

BLOCK_ORDER = Option(
    "order",
    ("given", "blocks"),
    "the order in which edges are united: as they come; or blocks of a few that follow each other, "
    "in a pseudo-random order, so that those in work at once are of places far apart",
)

EDGE_SOURCES = {
    source.name: source
    for source in (
        EdgeSource("csr", "rows", False, "gconn", ()),
        EdgeSource(
            "kout", "rows with both ends", True, "gconn",
            (SAMPLED_EDGES, SELECTION, SHARING, VERTEX_GATHERING),
        ),
        EdgeSource("hb", "rows with both ends", True, "gconn", (HOOKED_EDGES, VERTEX_GATHERING)),
        EdgeSource("bfs", "rows with both ends", True, "gconn", (VERTEX_GATHERING,)),
        EdgeSource("coo", "edges", False, "gconn", ()),
        EdgeSource("coo-relabel", "edges", False, "gconn", ()),
    )
}  # fmt: skip
"""Each edge source by its name."""

FINDS = ("naive", "compress", "halve", "split")

LIU_TARJAN_CODES = (
    "CUSA", "CRSA", "PUSA", "PRSA", "PUS", "PRS", "EUSA", "EUS",
    "CUFA", "CRFA", "PUFA", "PRFA", "PUF", "PRF", "EUFA", "EUF",
)  # fmt: skip
"""The letters name a connect rule (C, P or E), an update rule (U or R), a shortcut rule (S or F),
and A for variants that alter the edges, which needs arrays of edges instead of rows.

Variants with R are root-based: only roots get new parents from other trees.
"""

REM_COMPRESSIONS = (
    *(f"{find}+{step}" for find in FINDS for step in ("halve-one", "split-one")),
    # Full compression is wrong while splices change the trees on its path.
    *(f"{find}+splice" for find in FINDS if find != "compress"),
)


def _union(
    name: str, rule: UnionRule, compressions: tuple[str, ...], own: tuple[str, ...] = (),
    *, origin: str,
) -> Finish:  # fmt: skip
    # If another array stores the trees, the last step writes all parents, without a finalization.
    finalization = (FINALIZATION,) if rule.trees_are_parents else ()
    more = (FLATTEN_LINKS, ONE_LAUNCH) if rule.trees_are_parents else ()
    sampled = (*more, SKIP_SETTLED) if more else ()
    of_edges = (BLOCK_ORDER, ONE_LAUNCH) if rule.trees_are_parents else (BLOCK_ORDER,)
    by_source = {
        "csr": (INITIALIZATION, *more), "kout": sampled, "hb": sampled, "coo": of_edges,
    }  # fmt: skip
    return Finish(
        name, "union", "rows", origin, tuple(EDGE_SOURCES), compressions, compressions, own,
        finalization, by_source, rule,
    )  # fmt: skip


def _rounds(
    name: str, compressions: tuple[str, ...] = ("none",), of_arrays: tuple[str, ...] = ("none",)
) -> Finish:
    return Finish(
        name, "rounds", "rows", "gconn", tuple(EDGE_SOURCES), compressions, of_arrays, (),
        (), {"csr": (INITIALIZATION,), "kout": (FLATTEN_LINKS,), "hb": (FLATTEN_LINKS,)},
        None,
    )  # fmt: skip


def _search(name: str, origin: str, *options: Option) -> Finish:
    return Finish(
        name, "search", "rows with both ends", origin, ("csr",), ("none",), (), (), options, {},
        None,
    )  # fmt: skip


def _edge_list(
    name: str, origin: str, compressions: tuple[str, ...] = ("none",), *options: Option
) -> Finish:
    return Finish(
        name, "edge list", "edges", origin, ("coo",), (), compressions, (), options, {}, None
    )


_LARGER_UNDER_SMALLER = UnionRule(
    orders_by_id=True,
    trees_are_parents=True,
    links_roots_only=True,
    state=None,
    finds_after_linking=False,
)
_WALKING = UnionRule(
    orders_by_id=True,
    trees_are_parents=True,
    links_roots_only=True,
    state=None,
    finds_after_linking=True,
)
_HOOKING = UnionRule(
    orders_by_id=True,
    trees_are_parents=True,
    links_roots_only=True,
    state="hooks",
    finds_after_linking=False,
)
_BY_RANK = UnionRule(
    orders_by_id=False,
    trees_are_parents=False,
    links_roots_only=True,
    state="words",
    finds_after_linking=False,
)
_IN_RANDOM_ORDER = UnionRule(
    orders_by_id=False,
    trees_are_parents=True,
    links_roots_only=True,
    state=None,
    finds_after_linking=False,
)
# A splice gives a vertex that is not a root a new parent.
_REM = UnionRule(
    orders_by_id=True,
    trees_are_parents=True,
    links_roots_only=False,
    state=None,
    finds_after_linking=True,
)
_REM_WITH_LOCKS = UnionRule(
    orders_by_id=True,
    trees_are_parents=True,
    links_roots_only=False,
    state="locks",
    finds_after_linking=True,
)

FINISHES = {
    finish.name: finish
    for finish in (
        _union("async", _LARGER_UNDER_SMALLER, FINDS, ("single",), origin="gconn"),
        _union("async-random", _IN_RANDOM_ORDER, (*FINDS, "single"), origin="clconn"),
        _union("hooks", _HOOKING, FINDS, origin="gconn"),
        _union("early", _WALKING, FINDS, origin="gconn"),
        _union("interleaved", _LARGER_UNDER_SMALLER, (), ("single",), origin="clconn"),
        _union("ecl", _LARGER_UNDER_SMALLER, FINDS, ("single",), origin="gconn"),
        _union("afforest", _WALKING, FINDS, origin="gconn"),
        _union("jtb", _BY_RANK, ("naive", "two-try"), origin="gconn"),
        _union("rem-cas", _REM, REM_COMPRESSIONS, origin="gconn"),
        _union("rem-lock", _REM_WITH_LOCKS, REM_COMPRESSIONS, origin="gconn"),
        _rounds(
            "liu-tarjan",
            tuple(code for code in LIU_TARJAN_CODES if not code.endswith("A")),
            LIU_TARJAN_CODES,
        ),
        _rounds("stergiou"),
        _rounds("shiloach-vishkin"),
        _rounds("label-propagation"),
        _search("bfs-cc", "gconn"),
        _search("multistep", "multistep", FEW_VERTICES),
        _edge_list("graft-and-shortcut", "cong-muzio", ("none",), COALESCING),
        _edge_list("graft-and-shortcut-update", "cong-muzio"),
        _edge_list("shiloach-vishkin-classic", "cong-muzio"),
        _edge_list("shiloach-vishkin-update", "cong-muzio"),
        # The compression part names the algorithm that it runs on each group of edges.
        _edge_list(
            "stages",
            "cong-muzio",
            (
                "graft-and-shortcut",
                "graft-and-shortcut-update",
                "shiloach-vishkin-classic",
                "shiloach-vishkin-update",
            ),
            GROUP_EDGES,
            EDGE_ORDER,
        ),
        _edge_list("rem-verified", "cong-muzio", ("splice",)),
        _edge_list("soman", "soman"),
        _edge_list("groute", "groute"),
        _edge_list("gunrock", "gunrock"),
    )
}
"""Each finish by its name."""


def _origins(source: EdgeSource, finish: Finish, compression: str) -> tuple[str, ...]:
    origins = []
    # GConn's edge sources include plain rows and plain arrays, which all other codes use too.
    is_published = source.origin in ("gconn", finish.origin)
    if is_published and compression not in finish.own_compressions:
        origins.append(finish.origin)
    # ECL-CC has Jump1 to Jump4. Jump4, "intermediate pointer jumping" in the paper, updates every
    # vertex of the path, which is Tarjan's path splitting.
    if (source.name, finish.name) == ("csr", "ecl") and compression != "halve":
        origins.append("ecl-cc")
    return tuple(origins) or ("clconn",)


def _reads(source: EdgeSource, finish: Finish) -> Reads:
    if source.reads == "edges":
        return "edges"
    return finish.reads if source.reads == "rows" else source.reads


def _row(source: EdgeSource, finish: Finish, compression: str) -> Variant:
    return Variant(
        COMPONENTS.name,
        source.name,
        finish.name,
        compression,
        _origins(source, finish, compression),
        options=(source.options + finish.options_by_source.get(source.name, ()) + finish.options),
        kind=finish.kind,
        reads=_reads(source, finish),
        samples=source.samples,
        rule=finish.rule,
        keeps_edges=False,
    )


def rows() -> list[Variant]:
    """Return a row for each valid combination of edge source, finish and compression."""
    table = []
    for source in EDGE_SOURCES.values():
        for finish in FINISHES.values():
            if source.name in finish.edges:
                of_arrays = source.reads == "edges"
                compressions = finish.compressions_of_arrays if of_arrays else finish.compressions
                for compression in compressions + finish.own_compressions:
                    table.append(_row(source, finish, compression))
    return table
