"""The public class for components of edges that arrive in batches.

The backends are imported on first use, so importing this module needs neither pyopencl nor a
device.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from clconn.design_space import AUTOMATIC, Variant, make_request
from clconn.device_requests import refuse_memory_limit
from clconn.errors import CopyError, GraphError, OptionError
from clconn.graph_checks import vertex_count
from clconn.incremental.batch_methods import BatchMethods
from clconn.incremental.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from clconn.incremental.engine import Links
from clconn.incremental.links import ForestOfLinks
from clconn.incremental.make_engine import (
    check_backend_has_batches,
    check_gives_forest,
    make_engine,
)
from clconn.incremental.start import Start, start_from_graph, start_from_result
from clconn.problems import INCREMENTAL
from clconn.results import Components, SpanningForest, Timing

if TYPE_CHECKING:
    from clconn.incremental.engine import Engine

__all__ = ["IncrementalComponents"]

_NAME = "IncrementalComponents"


class IncrementalComponents(BatchMethods):
    """Connected components that stay up to date while edges arrive in batches.

    An edge is read once, when it is inserted, and not kept. Between two batches there are n
    numbers on the device, and no graph. Vertices are 0..n-1. Edges are never deleted.

    Parameters
    ----------
    n : int
        Number of vertices; at first each is a component of its own.
    variant : str or Variant, default "auto"
        A name in ``clconn.variants("incremental")``, such as ``"coo/async/split"``; ``"auto"``
        chooses a good one for the device.
    backend : {"opencl", "reference"}, optional
        ``"reference"`` is the serial Python code. The default is OpenCL; if no OpenCL device is
        usable, it is the reference, with a warning.
    device : pyopencl.Device or str, optional
        As for :func:`connected_components`.
    options : mapping, optional
        Values of the variant's options by name; ``clconn.variants("incremental")`` lists the
        options.
    forest : bool, default False
        Whether to keep a spanning forest, too. The variant must be one whose union links roots
        only.
    growing : bool, default False
        Whether an id of n or more, in an array of the host, adds the vertices up to it. Otherwise
        it is an error, and :meth:`grow` adds vertices.
    memory_limit : None
        A device keeps a number for each vertex and no edges, so there are no pieces.

    Attributes
    ----------
    variant : str
        The variant that runs, ``edges/finish/compression``.
    options : dict
        The value of each option of the variant.
    reason : str
        Why this variant was chosen, in a sentence.
    backend : str
        ``"opencl"`` or ``"reference"``.
    device : str
        Name of the device.
    edge_count : int
        Number of edges so far, those that joined nothing included, and operations of
        :meth:`process`, queries included: the id of the next edge.

    Raises
    ------
    GraphError
        If `n` is not a number of vertices.
    UnknownVariantError
        If the variant does not exist.
    OptionError
        If the backend, an option or the value of an option does not exist, or the variant gives
        no spanning forest and one is wanted.
    BackendUnavailableError, DeviceError, DeviceMemoryError
        As for :func:`connected_components`.

    Warns
    -----
    ReferenceFallbackWarning
        If no OpenCL device is usable, and the caller named neither backend nor device.

    See Also
    --------
    connected_components : The components of a graph that does not change.

    Notes
    -----
    The variants are those of [1]_, section 3.6 and Algorithm 3: a batch goes through the finish of
    a static variant, in O(1) finds for each edge. After any division of edges into batches the
    components are the same, bit for bit, as those of :func:`connected_components`.

    A call that raises an error for its arguments has changed nothing. Several threads may call
    methods; the calls take turns.

    References
    ----------
    .. [1] C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
       incremental graph connectivity algorithms on GPUs", PACT 2020.

    Examples
    --------
    >>> import clconn
    >>> live = clconn.IncrementalComponents(6, backend="reference")
    >>> live.insert([0, 1, 3], [1, 2, 4])
    >>> live.connected(0, 2), live.connected(0, [2, 3]).tolist()
    (True, [True, False])
    >>> live.insert(2, 3)
    >>> live.count, live.components().labels.tolist()
    (2, [0, 0, 0, 0, 0, 1])
    """

    def __init__(
        self,
        n: int,
        *,
        variant: str | Variant = AUTOMATIC,
        backend: str | None = None,
        device: Any = None,
        options: Mapping[str, Any] | None = None,
        forest: bool = False,
        growing: bool = False,
        memory_limit: None = None,
    ) -> None:
        refuse_memory_limit(memory_limit, _NAME)
        vertices = vertex_count(n, hint=-1)
        self._open(Start(vertices), variant, backend, device, options, forest, growing)

    def _open(
        self,
        start: Start,
        variant: str | Variant,
        backend: str | None,
        device: Any,
        options: Mapping[str, Any] | None,
        forest: bool,
        growing: bool,
    ) -> None:
        """Check the arguments, and make an engine that begins with some components.

        Each way to make an instance calls this itself: a warning counts the calls.
        """
        check_backend_has_batches(backend, device)
        request = make_request(INCREMENTAL, variant, options)
        if forest:
            check_gives_forest(request)
            if start.roots is not None and start.links is None:
                raise GraphError(
                    "forest=True needs the edges of a forest to begin with; give a SpanningForest"
                )
        self._request = str(variant), dict(options or {})
        self._has_forest = bool(forest)
        self._growing = bool(growing)
        self._lock = threading.RLock()
        made = make_engine(
            start.n, request, backend=backend, device=device, forest=self._has_forest
        )
        self._engine: Engine = made.engine
        self.backend = made.backend
        if start.roots is not None:
            links = start.links if forest else None
            self._engine.restore(start.roots, start.edge_count, links)

    @property
    def has_forest(self) -> bool:
        """Whether it keeps a spanning forest."""
        return self._has_forest

    @property
    def variant(self) -> str:
        return self._engine.choice.variant.name

    @property
    def options(self) -> dict[str, Any]:
        return dict(self._engine.choice.options)

    @property
    def reason(self) -> str:
        return self._engine.choice.reason

    @property
    def device(self) -> str:
        return self._engine.device_name

    def components(self) -> Components:
        """Return the components as they are now.

        Returns
        -------
        Components
            Later insertions do not change it. ``timing.compute`` is the time that this call took,
            with the insertions that were not done yet.
        """
        result: Components = self._result(Components, lambda: self._engine.components())
        return result

    def spanning_forest(self) -> SpanningForest:
        """Return the spanning forest of the edges so far; needs ``forest=True``.

        Returns
        -------
        SpanningForest
            Edges are numbered in the order of insertion, from 0; edges that joined nothing count,
            too, and so do the queries of :meth:`process`.

        Raises
        ------
        OptionError
            If no forest was kept.

        Examples
        --------
        >>> import clconn
        >>> live = clconn.IncrementalComponents(4, forest=True, backend="reference")
        >>> live.insert([0, 1, 0], [1, 0, 3])
        >>> live.spanning_forest().edge_ids
        array([0, 2])
        """
        if not self._has_forest:
            raise OptionError(
                "no edges of a forest are kept; make it with IncrementalComponents(n, forest=True)"
            )
        result: SpanningForest = self._result(
            SpanningForest, lambda: ForestOfLinks(self.n, self._links())
        )
        return result

    def _links(self) -> Links:
        return Links(*self._engine.links())

    def _result(self, kind: type, take: Callable[[], Any]) -> Any:
        with self._lock:
            begin = time.perf_counter()
            source = take()
            return kind(
                self.n,
                source,
                variant=self.variant,
                options=self.options,
                reason=self.reason,
                backend=self.backend,
                device=self.device,
                timing=Timing(compute=time.perf_counter() - begin),
            )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the components to a file, from which :meth:`load` goes on.

        Parameters
        ----------
        path : str or os.PathLike
            A NumPy archive (``.npz``). It replaces an earlier file in one step, when it is
            complete.

        Raises
        ------
        OutputError
            If the path is not writable.
        """
        with self._lock:
            variant, options = self._request
            links = self._links() if self._has_forest else None
            roots = self._engine.components().roots()
            state = Checkpoint(roots, self.edge_count, links, variant, options, self._growing)
        write_checkpoint(path, state)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        *,
        variant: str | Variant | None = None,
        backend: str | None = None,
        device: Any = None,
        options: Mapping[str, Any] | None = None,
        memory_limit: None = None,
    ) -> IncrementalComponents:
        """Go on from a file that :meth:`save` wrote, on any device.

        Parameters
        ----------
        path : str or os.PathLike
        variant : str or Variant, optional
            Another variant than the one that was asked for when the file was written.
        backend, device
            As for the class.
        options : mapping, optional
            Other options; by default those of the file, if `variant` is left out.
        memory_limit : None
            As for the class.

        Returns
        -------
        IncrementalComponents
            With the vertices, the number of edges and the forest of the file.

        Raises
        ------
        GraphFileError
            If the file is missing, damaged, of another program or of a later version of clconn.
        UnknownVariantError, OptionError, BackendUnavailableError, DeviceError, DeviceMemoryError
            As for the class.
        """
        refuse_memory_limit(memory_limit, _NAME)
        file = read_checkpoint(path)
        if variant is None:
            variant, options = file.variant, file.options if options is None else options
        start = Start(file.roots.size, file.roots, file.edge_count, file.links)
        live = cls.__new__(cls)
        has_forest = file.links is not None
        live._open(start, variant, backend, device, options, has_forest, file.growing)
        return live

    @classmethod
    def from_graph(
        cls,
        graph: Any,
        *,
        static_variant: str | Variant = AUTOMATIC,
        variant: str | Variant = AUTOMATIC,
        backend: str | None = None,
        device: Any = None,
        options: Mapping[str, Any] | None = None,
        forest: bool = False,
        growing: bool = False,
        memory_limit: None = None,
    ) -> IncrementalComponents:
        """Begin with the components of a graph.

        Parameters
        ----------
        graph : Graph, DeviceGraph, scipy sparse matrix or array, or networkx.Graph
            Names of vertices are not kept: the ids are vertex numbers.
        static_variant : str or Variant, default "auto"
            The variant of :func:`connected_components`, or with ``forest=True`` of
            :func:`spanning_forest`, that takes the graph.
        variant, backend, device, options, forest, growing, memory_limit
            As for the class.

        Returns
        -------
        IncrementalComponents
            Its ``edge_count`` is that of the graph.

        Examples
        --------
        >>> import clconn
        >>> graph = clconn.Graph.from_edges([0, 1], [1, 2], n=4)
        >>> live = clconn.IncrementalComponents.from_graph(graph, backend="reference")
        >>> live.insert(3, 0)
        >>> live.count, live.edge_count
        (1, 3)
        """
        refuse_memory_limit(memory_limit, _NAME)
        check_backend_has_batches(backend, device)
        start = start_from_graph(
            graph, variant=static_variant, backend=backend, device=device, forest=forest
        )
        live = cls.__new__(cls)
        device = start.device if device is None and backend is None else device
        live._open(start, variant, backend, device, options, forest, growing)
        return live

    @classmethod
    def from_components(
        cls,
        result: Components | SpanningForest,
        *,
        variant: str | Variant = AUTOMATIC,
        backend: str | None = None,
        device: Any = None,
        options: Mapping[str, Any] | None = None,
        forest: bool = False,
        growing: bool = False,
        memory_limit: None = None,
    ) -> IncrementalComponents:
        """Begin with a result.

        Parameters
        ----------
        result : Components or SpanningForest
            Of any variant, backend and device. ``forest=True`` needs a forest, whose edges keep
            their ids.
        variant, backend, device, options, forest, growing, memory_limit
            As for the class.

        Returns
        -------
        IncrementalComponents
            Its ``edge_count`` is 0, or follows the last edge of the forest.

        Raises
        ------
        GraphError
            If `result` is neither, or has no forest and one is wanted.
        """
        refuse_memory_limit(memory_limit, _NAME)
        live = cls.__new__(cls)
        start = start_from_result(result)
        live._open(start, variant, backend, device, options, forest, growing)
        return live

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise CopyError(
            "incremental components cannot be copied or pickled; save(path) writes them to a file, "
            "and IncrementalComponents.load(path) makes others of it"
        )

    def __repr__(self) -> str:
        return (
            f"IncrementalComponents(n={self.n}, edges={self.edge_count}, "
            f"variant={self.variant!r}, backend={self.backend!r}, device={self.device!r})"
        )
