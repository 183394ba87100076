"""The names of vertices: what turns names into vertex numbers and back.

The vertices of a graph are 0..n-1. A graph may have a name for each of them, in any order: the
nodes of a NetworkX graph, or an array of ids. Then the methods that take vertices take names, and
those that return vertices return names. Without names, the numbers are the names.

Invariant: a function returns numbers in 0..n-1, or raises a :class:`GraphError` that says which
name is not there. The index of the names is built on the first search, and kept.
"""

from __future__ import annotations

import numbers
from collections.abc import Iterable
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from clconn.cached_properties import cached_property
from clconn.errors import GraphError
from clconn.host_arrays import host_array

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NamedVertices", "VertexNames"]


class NamedVertices:
    """The base of everything that has vertices with names: graphs and results."""

    n: int
    vertex_names: VertexNames

    @property
    def nodes(self) -> list[Any] | NDArray[Any] | None:
        """The name of each vertex, a list or an array of length n; None without names.

        Setting it names the vertices anew. Names differ from each other, and are hashable.
        """
        return self.vertex_names.nodes

    @nodes.setter
    def nodes(self, nodes: list[Any] | NDArray[Any] | None) -> None:
        self.vertex_names = VertexNames(self.n, nodes)


class VertexNames:
    """The names of the vertices of a graph, or its vertex numbers where it has no names.

    Parameters
    ----------
    n : int
        Number of vertices.
    nodes : list or numpy.ndarray, shape (n,), optional
        The name of each vertex. An array holds integers, strings or objects. It is not copied.
    """

    def __init__(self, n: int, nodes: list[Any] | NDArray[Any] | None = None) -> None:
        if nodes is not None:
            _check_nodes(n, nodes)
        self.n = n
        self.nodes = nodes

    def __getstate__(self) -> dict[str, Any]:
        # Copies and pickles build the index again.
        return {"n": self.n, "nodes": self.nodes}

    def find(self, vertices: Any) -> NDArray[np.intp]:
        """Return the numbers of vertices, given one name or many.

        One name gives an array without dimensions; an array of names keeps its shape. A tuple
        that is a name is one vertex, any other tuple is many.

        Raises
        ------
        GraphError
            If a name is not there.
        """
        vertices = host_array(vertices)
        if hasattr(vertices, "__array__") and not isinstance(vertices, np.generic):
            vertices = np.asarray(vertices)  # of pandas, for example
        if self.nodes is None:
            return self._check_numbers(vertices)
        if isinstance(self.nodes, list) or self.nodes.dtype.kind == "O":
            return self._find_hashed(vertices)
        return self._find_sorted(vertices)

    def names(self, vertices: NDArray[Any]) -> list[Any] | NDArray[Any]:
        """Return the names of vertices, given their numbers: a list for a list, or an array."""
        if self.nodes is None:
            return vertices
        if isinstance(self.nodes, list):
            return [self.nodes[vertex] for vertex in vertices.tolist()]
        names: NDArray[Any] = self.nodes[vertices]
        return names

    def name(self, vertex: int) -> Any:
        """Return the name of one vertex."""
        return vertex if self.nodes is None else self.nodes[vertex]

    def keyed(self, keys: list[Any], values: list[Any]) -> dict[Any, Any]:
        """Return values by keys of names; names that would hide one another are refused."""
        try:
            result = dict(zip(keys, values, strict=True))
        except TypeError as error:
            raise GraphError(f"a name of a vertex is not hashable: {error}") from None
        if len(result) != len(keys):
            _ = self._index  # says which name stands twice
        return result

    # --------------------------------------------------------------- numbers

    def _check_numbers(self, vertices: Any) -> NDArray[np.intp]:
        listed = _listed(vertices)
        try:
            values = np.asarray(listed)
        except ValueError:  # rows of unequal length
            self._refuse(vertices)
        if not values.size:
            return values.astype(np.intp)
        if values.dtype.kind not in "iu":
            items = listed if isinstance(listed, list) else values.flat
            integers = (numbers.Integral, list)
            self._refuse(next((item for item in items if not isinstance(item, integers)), vertices))
        outside = (values < 0) | (values >= self.n)
        if outside.any():
            self._refuse(values[outside][0])
        return values.astype(np.intp, copy=False)

    # --------------------------------------------- arrays of integers, of strings

    @cached_property
    def _sorted(self) -> tuple[NDArray[Any], NDArray[np.intp] | None]:
        """The names in ascending order, and the vertex of each; None if names ascend."""
        assert isinstance(self.nodes, np.ndarray)
        if bool((self.nodes[1:] > self.nodes[:-1]).all()):
            return self.nodes, None
        order = np.argsort(self.nodes, kind="stable")
        names = self.nodes[order]
        equal = names[1:] == names[:-1]
        if equal.any():
            _refuse_equal_names(names[1:][equal][0])
        return names, order

    def _find_sorted(self, vertices: Any) -> NDArray[np.intp]:
        wanted = self._converted(vertices)
        names, order = self._sorted
        if not wanted.size:
            return np.empty(wanted.shape, dtype=np.intp)
        if not self.n:
            self._refuse(wanted.flat[0])
        places = np.minimum(np.searchsorted(names, wanted), self.n - 1)
        missing = names[places] != wanted
        if missing.any():
            self._refuse(wanted[missing][0])
        return np.asarray(places if order is None else order[places])

    def _converted(self, vertices: Any) -> NDArray[Any]:
        """Convert names to the type of the array of names, without changing any."""
        assert isinstance(self.nodes, np.ndarray)
        dtype = self.nodes.dtype
        if isinstance(vertices, np.ndarray) and vertices.dtype.kind in "iu" and dtype.kind in "iu":
            limits = np.iinfo(dtype)
            outside = (vertices < int(limits.min)) | (vertices > int(limits.max))
            if outside.any():
                self._refuse(vertices[outside][0])
            return vertices.astype(dtype, copy=False)
        if isinstance(vertices, np.ndarray) and vertices.dtype.kind == dtype.kind == "U":
            return vertices
        # Python's own objects: numpy would round mixed integers, and make strings of numbers.
        values = vertices.tolist() if isinstance(vertices, np.ndarray) else _listed(vertices)
        items = values if isinstance(values, list) else [values]
        for item in items:
            if not _has_type(item, dtype):
                self._refuse(item)
        converted = np.asarray(items, dtype=dtype if dtype.kind in "iu" else np.str_)
        return converted if isinstance(values, list) else converted.reshape(())

    # ------------------------------------------------- any names that are hashable

    @cached_property
    def _index(self) -> dict[Any, int]:
        """The vertex of each name."""
        assert self.nodes is not None
        names = self.nodes if isinstance(self.nodes, list) else self.nodes.tolist()
        index: dict[Any, int] = {}
        try:
            index.update(zip(names, range(self.n), strict=True))
        except TypeError as error:
            raise GraphError(f"a name of a vertex is not hashable: {error}") from None
        if len(index) != self.n:
            seen = (name for vertex, name in enumerate(names) if index[name] != vertex)
            _refuse_equal_names(next(seen))
        return index

    def _find_hashed(self, vertices: Any) -> NDArray[np.intp]:
        index = self._index
        if not isinstance(vertices, np.ndarray):
            try:
                return np.asarray(index[vertices], dtype=np.intp)
            except (KeyError, TypeError):  # a TypeError: a list or a set, which is many names
                pass
        values = vertices.ravel().tolist() if isinstance(vertices, np.ndarray) else vertices
        if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
            self._refuse(values)
        items = list(values)
        try:
            places = np.fromiter(map(index.__getitem__, items), dtype=np.intp, count=len(items))
        except (KeyError, TypeError):
            self._refuse_first(items, vertices)
        return places.reshape(vertices.shape) if isinstance(vertices, np.ndarray) else places

    def _refuse_first(self, items: list[Any], vertices: Any) -> NoReturn:
        for item in items:
            try:
                known = item in self._index
            except TypeError:
                known = False
            if not known:
                if isinstance(vertices, tuple):
                    raise GraphError(
                        f"neither {short(vertices)} nor its item {short(item)} is the name of a "
                        f"vertex; {self._samples()}"
                    )
                self._refuse(item)
        raise AssertionError("all names are there")

    # ----------------------------------------------------------------- messages

    def _refuse(self, vertex: Any) -> NoReturn:
        value = vertex.item() if isinstance(vertex, np.generic) else vertex
        if self.nodes is not None:
            raise GraphError(f"no vertex is named {short(value)}; {self._samples()}")
        if not self.n:
            raise GraphError(f"{short(value)} is not a vertex; the graph has none (n = 0)")
        raise GraphError(
            f"{short(value)} is not a vertex; the vertices are the integers 0..{self.n - 1}"
        )

    def _samples(self) -> str:
        assert self.nodes is not None
        first = self.nodes[:3]
        some = first if isinstance(first, list) else first.tolist()
        if not some:
            return "the graph has no vertices"
        more = ", ..." if self.n > len(some) else ""
        return f"the names are {', '.join(map(short, some))}{more}"


def _check_nodes(n: int, nodes: Any) -> None:
    if not isinstance(nodes, (list, np.ndarray)):
        raise GraphError(
            f"nodes is a {type(nodes).__name__}; expected a list or a numpy array with the name "
            "of each vertex"
        )
    if isinstance(nodes, np.ndarray) and (nodes.ndim != 1 or nodes.dtype.kind not in "iuUO"):
        raise GraphError(
            f"nodes has shape {nodes.shape} and dtype {nodes.dtype}; expected one dimension, of "
            "integers, strings or objects"
        )
    if len(nodes) != n:
        raise GraphError(f"{len(nodes)} names for {n} vertices; expected one for each")


def _refuse_equal_names(name: Any) -> NoReturn:
    value = name.item() if isinstance(name, np.generic) else name
    raise GraphError(f"two vertices are named {short(value)}; expected names that differ")


def _listed(vertices: Any) -> Any:
    """Make a list of a set, a range or another iterable that numpy would take as one object."""
    if isinstance(vertices, (str, bytes)) or hasattr(vertices, "__array__"):
        return vertices
    return list(vertices) if isinstance(vertices, Iterable) else vertices


def _has_type(item: Any, dtype: np.dtype[Any]) -> bool:
    if dtype.kind == "U":
        return isinstance(item, str)
    limits = np.iinfo(dtype)
    return isinstance(item, numbers.Integral) and limits.min <= int(item) <= limits.max
