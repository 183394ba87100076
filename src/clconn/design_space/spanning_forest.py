"""The variants of spanning forests: those of components whose union links only roots.

The edge of each such link is in the forest (Hong, Dhulipala and Shun, GConn, PACT 2020,
Algorithm 2). A new union rule of this kind appears here without another edit.
"""

from __future__ import annotations

from dataclasses import replace

from clconn.design_space import components
from clconn.design_space.model import Variant
from clconn.problems import FOREST

__all__ = ["rows"]


def _row(of_components: Variant) -> Variant:
    """Return the same algorithm, but storing the edges and without finalizing the parents."""
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
    """Return a row for each variant of components whose union links only roots."""
    return [
        _row(row) for row in components.rows() if row.rule is not None and row.rule.links_roots_only
    ]
