"""The variants of components that stay up to date while edges arrive in batches.

They are those of components that can forget an edge once it has been united, after Hong, Dhulipala
and Shun, GConn, PACT 2020, section 3.6: the unions, and of the algorithms in rounds the root-based
ones. A new union rule appears here without another edit. A batch is in coordinate form, and nothing
is sampled.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from clconn.design_space import components
from clconn.design_space.model import Option, Variant
from clconn.problems import INCREMENTAL

__all__ = ["VERTICES", "IncrementalVariant", "rows"]

VERTICES = Option(
    "vertices",
    ("eager", "lazy"),
    "when a vertex becomes its own parent: all at first, or each when an edge first names it",
)

_EDGES = "coo"
"""The edge source: a batch, as it comes."""

_OF_GCONN = ("async", "hooks", "early", "jtb", "rem-cas", "rem-lock")
"""The unions that GConn has for batches, of those that it has for graphs."""

_ROOT_BASED = {
    "liu-tarjan": tuple(code for code in components.LIU_TARJAN_CODES if code[1] == "R"),
    "shiloach-vishkin": ("none",),
}
"""The algorithms in rounds in which only roots get parents from other trees. The others move a
vertex without its tree, and need the edges of earlier batches to mend that."""


@dataclass(frozen=True)
class IncrementalVariant(Variant):
    """A row of the table for batches.

    Attributes
    ----------
    separates_queries : bool
        Whether a query must not run beside insertions, because a tree may be cut for a while
        (splices), or because all edges take part in rounds. Then a batch's insertions come first.
    """

    separates_queries: bool = field(compare=False, repr=False)

    def reason_against(self, option: str) -> str:
        if option != VERTICES.name:
            return ""
        if self.rule is None:
            return "its rounds look at every vertex, so that each needs a parent from the beginning"
        return "its trees are not those of the parents, which would appear"


def _row(of_components: Variant) -> IncrementalVariant:
    rule = of_components.rule
    is_union = rule is not None
    is_gconns = "gconn" in of_components.origins and (
        not is_union or of_components.finish in _OF_GCONN
    )
    return IncrementalVariant(
        INCREMENTAL.name,
        _EDGES,
        of_components.finish,
        of_components.compression,
        ("gconn",) if is_gconns else ("clconn",),
        # IncrementalVariant.reason_against says why not all.
        options=(VERTICES,) if rule is not None and rule.trees_are_parents else (),
        kind=of_components.kind,
        reads=of_components.reads,
        samples=of_components.samples,
        rule=of_components.rule,
        keeps_edges=False,
        separates_queries=not is_union or of_components.compression.endswith("+splice"),
    )


def rows() -> list[Variant]:
    """Return a row for each variant of components that can forget an edge."""
    return [
        _row(row)
        for row in components.rows()
        if row.edges == _EDGES
        and (row.rule is not None or row.compression in _ROOT_BASED.get(row.finish, ()))
    ]
