"""What is shown of a graph: a line of text, or a table in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clconn.html_tables import facts_table
from clconn.vertex_names import NamedVertices

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from clconn.user_rows import UserRows

__all__ = ["GraphDisplay"]

_MOST_NAMES = 3


class GraphDisplay(NamedVertices):
    """The base of a graph that has these representations."""

    edge_count: int
    directed: bool
    weights: NDArray[Any] | None
    user_rows: UserRows | None
    file_format: str | None

    @property
    def _unit(self) -> str:
        # Rows may store each edge at both ends, so their entries are not called edges.
        return "edges" if self.user_rows is None else "entries"

    @property
    def _kind(self) -> str:
        return "directed" if self.directed else "undirected"

    def __repr__(self) -> str:
        weighted = "" if self.weights is None else f", {self.weights.dtype} weights"
        return f"Graph(n={self.n}, {self._unit}={self.edge_count}, {self._kind}{weighted})"

    def _repr_html_(self) -> str:
        nodes = [] if self.nodes is None else self.nodes[:_MOST_NAMES]
        names = ", ".join(map(str, nodes)) + (", ..." if self.n > len(nodes) else "")
        facts = [
            ("vertices", self.n),
            (self._unit, self.edge_count),
            ("weights", "" if self.weights is None else self.weights.dtype),
            ("names", "" if self.nodes is None else names),
            ("file format", self.file_format or ""),
        ]
        return facts_table(f"Graph, {self._kind}", facts)
