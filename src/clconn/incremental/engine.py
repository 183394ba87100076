"""What :class:`clconn.IncrementalComponents` asks of a backend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clconn.design_space import Choice, Request
    from clconn.results import ComponentsSource

__all__ = ["BadEnds", "Engine", "Links"]


class BadEnds(Exception):  # noqa: N818
    """An end in an array of the host is no vertex; the caller finds out which."""


class Links(NamedTuple):
    """The edges of a spanning forest, in ascending order of their ids; one for each link.

    Attributes
    ----------
    edge_ids : numpy.ndarray, int64
        Edges in the order of insertion, from 0; edges that joined nothing count too.
    sources, targets : numpy.ndarray, int32
        Their ends.
    """

    edge_ids: NDArray[np.int64]
    sources: NDArray[np.int32]
    targets: NDArray[np.int32]


class Engine(Protocol):
    """The components of edges so far, on one device or on the host.

    It is made by ``engine_class(n, request, device, forest)``, with an
    :class:`~clconn.design_space.Request`; the reference gets ``device=None``. At first each
    vertex is a component of its own.

    Two arrays of ends are of equal size, both on the host or both on a device. Those of the host
    are contiguous int32, or the columns of such an array of pairs (``pairs.py``). The caller has
    checked the ends, unless the engine says that it does; then it raises :class:`BadEnds`, before
    it has changed anything. Those of a device are
    ``pyopencl.array.Array`` of int32, and the engine raises a
    :class:`~clconn.errors.GraphError` that names the place of the first bad edge, before it has
    changed anything. Host arrays may be changed by the caller as soon as a call returns. Calls
    come from one thread at a time.

    Attributes
    ----------
    choice
        What runs, with a value for each option and the reason.
    device_name
        ``"host"``, or the device's name.
    edge_count
        Edges and operations of :meth:`process` so far: the id of the next one.
    """

    choice: Choice
    edge_count: int

    @property
    def device_name(self) -> str: ...

    def __init__(self, n: int, request: Request, device: Any, forest: bool) -> None: ...
    @property
    def n(self) -> int:
        """Number of vertices."""

    def checks_ends(self, count: int) -> bool:
        """Whether the engine checks the ends of so many operations of the host."""

    def insert(self, sources: Any, targets: Any, check_later: bool = False) -> None:
        """Insert edges; with a forest, their ids follow those of all edges before.

        With ``check_later`` the engine may leave out bad edges of a device's arrays, and raise the
        error when it is asked something.
        """

    def process(self, sources: Any, targets: Any, is_query: Any) -> NDArray[np.uint32]:
        """Insert the edges that are no queries, and answer the others.

        ``is_query`` is an array of bools, where the ends are. Bit ``i % 32`` of word ``i // 32``
        of the result says whether operation i is a query and its ends are connected. With a
        forest, ids count the operations, queries too.
        """

    def connected(self, sources: Any, targets: Any) -> NDArray[np.uint32]:
        """Answer queries, as bits like those of :meth:`process`."""

    def count(self) -> int:
        """Count the components."""

    def components(self) -> ComponentsSource:
        """Return the components as they are now; later insertions do not change them."""

    def links(self) -> Links:
        """Return the spanning forest."""

    def grow(self, n: int) -> None:
        """Add vertices up to n, each a component of its own."""

    def restore(self, roots: NDArray[np.int32], edge_count: int, links: Links | None) -> None:
        """Begin with components, given as the smallest vertex of each vertex's component.

        The next edge gets the id ``edge_count``.
        """

    def finish(self) -> None:
        """Wait until all insertions are done."""
