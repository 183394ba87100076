"""Components whose arrays stay on the workers, in chunks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clconn.distributed.reports import Report
from clconn.results import HostComponents

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ComponentsOnCluster", "components_on_cluster"]

CHUNK = 1 << 22
"""Vertices of a chunk: 16 MiB of labels."""


@dataclass(frozen=True)
class ComponentsOnCluster:
    """Connected components whose arrays are Dask arrays, in chunks on the workers.

    Attributes
    ----------
    n, count : int
        Number of vertices and of components.
    labels, roots : dask.array.Array, shape (n,), int32
        As in :class:`clconn.Components`. Element v of each belongs to vertex v.
    nodes : dask.array.Array, shape (n,), or None
        The names of the vertices, in the same chunks.
    report : Report
        What the call took.
    """

    n: int
    count: int
    labels: Any
    roots: Any
    nodes: Any
    report: Report

    def to_frame(self) -> Any:
        """Return a Dask data frame with a row for each vertex, in the columns of the arrays.

        Returns
        -------
        dask.dataframe.DataFrame
            With ``vertex``, the name or the number of each, and ``component``, its label.
        """
        import dask.array
        import dask.dataframe

        chunks = self.labels.chunks
        vertices = dask.array.arange(self.n, chunks=chunks) if self.nodes is None else self.nodes
        columns = [
            dask.dataframe.from_dask_array(column, columns=name)
            for name, column in (("vertex", vertices), ("component", self.labels))
        ]
        return dask.dataframe.concat(columns, axis=1)


def components_on_cluster(future: Any, report: Report) -> ComponentsOnCluster:
    """Return the result of a future of names and roots, cut into chunks where it lies."""
    import dask.array
    from dask import delayed

    client = future.client
    arrays = client.submit(_arrays, future, pure=False)
    n, count, dtype = client.submit(_facts, arrays, pure=False).result()
    starts = range(0, max(n, 1), CHUNK)
    whole = {
        name: dask.array.concatenate(
            [
                dask.array.from_delayed(
                    delayed(_chunk)(arrays, name, start),
                    shape=(min(start + CHUNK, n) - start,),
                    dtype=kind,
                )
                for start in starts
            ]
        )
        for name, kind in (("labels", "int32"), ("roots", "int32"), ("nodes", dtype))
        if kind is not None
    }
    nodes = whole.get("nodes")
    return ComponentsOnCluster(n, count, whole["labels"], whole["roots"], nodes, report)


def _arrays(answer: tuple[NDArray[Any] | None, NDArray[Any]]) -> dict[str, Any]:
    nodes, roots = answer
    host = HostComponents(None, roots)
    return {"nodes": nodes, "roots": roots, "labels": host.labels(), "count": host.count()}


def _facts(arrays: dict[str, Any]) -> tuple[int, int, Any]:
    nodes = arrays["nodes"]
    return arrays["roots"].size, arrays["count"], None if nodes is None else nodes.dtype


def _chunk(arrays: dict[str, Any], name: str, start: int) -> Any:
    return arrays[name][start : start + CHUNK]
