"""Spanning forests: every union of the components that links roots alone, each by an edge.

Hong, Dhulipala and Shun, GConn, PACT 2020, Algorithm 2. A new union rule that does so is here too,
without another edit.
"""

from __future__ import annotations

from dataclasses import replace

from clconn.design_space import components
from clconn.design_space.model import Variant
from clconn.problems import FOREST

__all__ = ["rows"]


def _row(of_components: Variant) -> Variant:
    """The same algorithm, which keeps the edges; nobody needs parents that are final."""
    return replace(
        of_components,
        problem=FOREST.name,
        origins=("gconn",) if "gconn" in of_components.origins else ("clconn",),
        options=tuple(
            option for option in of_components.options if option is not components.FINALIZATION
        ),
        keeps_edges=True,
    )


def rows() -> list[Variant]:
    """The rows of components whose union links roots alone."""
    return [
        _row(row) for row in components.rows() if row.rule is not None and row.rule.links_roots_only
    ]
