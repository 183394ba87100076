"""Results whose arrays stay on the workers, in chunks: what all share, and components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from clconn.distributed.reports import Report
from clconn.results import Components, HostComponents, Timing
from clconn.results.result import Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ComponentsOnCluster", "ResultOnCluster", "array_of_chunks", "components_on_cluster"]

CHUNK = 1 << 22
"""Vertices of a chunk: 16 MiB of labels."""
_TOLD = ("n", "count", "variant", "backend", "device")
"""What ``repr`` of a result shows."""


class ResultOnCluster:
    """The base of these results: asked for what only those in host memory have, it gives advice."""

    is_on_cluster: ClassVar[bool] = True
    _on_host: ClassVar[type[Result]]
    _arrays: ClassVar[str]

    def __getattr__(self, name: str) -> Any:
        if hasattr(type(self), name):  # a property, which has failed: let it say why
            return object.__getattribute__(self, name)
        fault = f"{type(self).__name__} has no {name!r}"
        if not name.startswith("_") and hasattr(self._on_host, name):
            fault += (
                f", since its arrays are on the workers; ask {self._arrays} or to_frame(), whose "
                "values .compute() brings here"
            )
            report: Report | None = vars(self).get("report")
            if report is not None and not report.no_room:
                fault += ", or call without keep_on_cluster=True"
        raise AttributeError(fault, name=name, obj=self)

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in _TOLD)
        return f"{type(self).__name__}({told})"


@dataclass(frozen=True, repr=False)
class ComponentsOnCluster(ResultOnCluster):
    """Connected components whose arrays are Dask arrays, in chunks on the workers.

    Attributes
    ----------
    n, count : int
        Number of vertices and of components.
    labels, roots : dask.array.Array, shape (n,)
        As in :class:`clconn.Components`. Element v of each belongs to vertex v. They are int32, or
        int64 if there are 2**31 vertices or more.
    nodes : dask.array.Array, shape (n,), or None
        The names of the vertices, in the same chunks.
    report : Report
        What the call took.
    variant, options, reason, backend, device, timing
        As in :class:`clconn.Components`.
    is_on_cluster : bool
        True, where :class:`clconn.Components` has False.
    """

    _on_host: ClassVar[type[Result]] = Components
    _arrays: ClassVar[str] = "labels, roots, sizes()"

    n: int
    count: int
    labels: Any
    roots: Any
    nodes: Any
    report: Report
    variant: str
    options: Mapping[str, Any]
    reason: str
    backend: str
    device: str
    timing: Timing
    _sizes: Any = field(repr=False)

    def sizes(self) -> Any:
        """Return the number of vertices of each component.

        Returns
        -------
        dask.array.Array, shape (count,), int64
        """
        return self._sizes

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


def components_on_cluster(future: Any, report: Report, facts: Mapping[str, Any]) -> Any:
    """Return the result of a future of names and roots, cut into chunks where it lies."""
    client = future.client
    arrays = client.submit(_arrays, future, pure=False)
    n, count, dtype = client.submit(_facts, arrays, pure=False).result()
    whole = {
        name: _cut(arrays, name, size, kind)
        for name, size, kind in (
            ("labels", n, "int32"),
            ("roots", n, "int32"),
            ("nodes", n, dtype),
            ("sizes", count, "int64"),
        )
        if kind is not None
    }
    return ComponentsOnCluster(
        n,
        count,
        whole["labels"],
        whole["roots"],
        whole.get("nodes"),
        report,
        **facts,
        _sizes=whole["sizes"],
    )


def array_of_chunks(chunks: Sequence[Any], sizes: Sequence[int], dtype: Any) -> Any:
    """Return a Dask array of delayed values or futures of its chunks."""
    import dask.array
    from dask import delayed

    return dask.array.concatenate(
        [
            dask.array.from_delayed(delayed(chunk), shape=(size,), dtype=dtype)
            for chunk, size in zip(chunks, sizes, strict=True)
        ]
    )


def _cut(arrays: Any, name: str, size: int, dtype: Any) -> Any:
    from dask import delayed

    starts = range(0, max(size, 1), CHUNK)
    chunks = [delayed(_chunk)(arrays, name, start) for start in starts]
    return array_of_chunks(chunks, [min(CHUNK, size - start) for start in starts], dtype)


def _arrays(answer: tuple[NDArray[Any] | None, NDArray[Any]]) -> dict[str, Any]:
    import numpy as np

    nodes, roots = answer
    host = HostComponents(None, roots)
    labels, count = host.labels(), host.count()
    sizes = np.bincount(labels, minlength=count)
    return {"nodes": nodes, "roots": roots, "labels": labels, "count": count, "sizes": sizes}


def _facts(arrays: dict[str, Any]) -> tuple[int, int, Any]:
    nodes = arrays["nodes"]
    return arrays["roots"].size, arrays["count"], None if nodes is None else nodes.dtype


def _chunk(arrays: dict[str, Any], name: str, start: int) -> Any:
    return arrays[name][start : start + CHUNK]
