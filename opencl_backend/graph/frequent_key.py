"""The key of nearly all edges, and the edges with another one: ``frequent_key.cl``.

Edges in the order of their indices are in that of their keys but for few, which are sorted alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clconn.errors import DeviceMemoryError
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.some_edges import some_edges
from clconn.weight_keys import ranked_keys

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["RareKeys", "frequent_place", "keys_beside_frequent", "no_rare_keys", "rare_keys"]

_NEARLY_ALL = 0.9
"""The share of a few edges that have the weight of nearly all."""

_MOST = 0.5
"""The share of a few edges whose weight most have, and of all that may have another one."""

# Two cores, from a matrix of 2^17 vertices and 3 to 24 neighbors, ms by Kruskal's algorithm and by
# Filter-Boruvka: of which 15 % are others 10 and 14 (random), 17 and 17 (ratings), 24 and 19
# (R-MAT), 28 and 24 (a band), 41 and 24 (a stencil); 25 %: 14 and 14, 24 and 17, 34 and 20, 46 and
# 24, 63 and 24.
_MOST_RARE = 0.125
"""The share of the edges that may have another key, of entries at both ends in either case."""


class RareKeys(NamedTuple):
    """The edges that have not the key of nearly all.

    Attributes
    ----------
    key
        That of nearly all.
    lighter, heavier : numpy.ndarray, shape (count, 2), uint32
        Keys and indices, in the order of both. Self loops are among them.
    """

    key: int
    lighter: NDArray[np.uint32]
    heavier: NDArray[np.uint32]

    @property
    def are_there(self) -> bool:
        """Whether there is such an edge."""
        return bool(self.lighter.size or self.heavier.size)


def no_rare_keys(key: int) -> RareKeys:
    """What there is where all edges have one key."""
    nothing = np.empty((0, 2), dtype=np.uint32)
    return RareKeys(key, nothing, nothing)


def frequent_place(graph: Graph, *, nearly_all: bool = True) -> int | None:
    """The place of one of the edges whose weight nearly all of a few have, or most, or None."""
    if graph.weights is None or not graph.edge_count:
        return None
    some, sources, targets = some_edges(graph)
    is_edge = sources != targets
    places = np.arange(0, graph.edge_count, some.step)[is_edge]
    if not places.size:
        return None
    _, of_place, counts = np.unique(
        graph.weights[some][is_edge], return_inverse=True, return_counts=True
    )
    frequent = int(counts.argmax())
    if counts[frequent] < (_NEARLY_ALL if nearly_all else _MOST) * places.size:
        return None
    # An entry below the diagonal may be dropped for its mirror image, and has any key then.
    is_above = (sources < targets)[is_edge]
    candidates = places[of_place == frequent]
    above = places[(of_place == frequent) & is_above]
    return int(above[0] if above.size else candidates[0])


def keys_beside_frequent(
    weights: NDArray[Any], place: int | None, *, maximum: bool
) -> NDArray[np.uint32] | None:
    """Rank weights of which most are equal, by a sort of the others alone.

    Parameters
    ----------
    place
        Of a weight that most have, or None.

    Returns
    -------
    numpy.ndarray of uint32 or None
        Keys that compare as the weights do; None without a place, or if too many are others, or one
        is not a number.
    """
    if place is None:
        return None
    others = np.flatnonzero(weights != weights[place])
    if others.size > _MOST * weights.size:
        return None
    ranked = weights[np.append(others, place)]
    if (ranked != ranked).any():
        return None
    keys_of_ranked = ranked_keys(ranked, maximum=maximum)
    keys = np.full(weights.size, keys_of_ranked[-1])
    keys[others] = keys_of_ranked[:-1]
    return keys


def rare_keys(
    runtime: Runtime, keys: Any, count: int, key: int, needs: Mapping[str, int]
) -> RareKeys | None:
    """List the edges that have another key, or None if they are too many, or there is no room.

    Parameters
    ----------
    keys : pyopencl.Buffer
        A uint32 for each edge.
    count
        The number of edges.
    needs
        Bytes of what is on the device already.
    """
    most = int(_MOST_RARE * count)
    try:
        runtime.check_memory({**needs, "edges with other keys": 8 * most}, "the weighted graph")
    except DeviceMemoryError:
        return None
    with runtime.lock:
        found, length = (
            runtime.allocate(8 * max(1, most)),
            runtime.upload_writable(np.zeros(1, dtype=np.uint32)),
        )
        tuning = runtime.tuning
        kernel = runtime.kept_kernel("frequent_key", "list_rare", dict(tuning.sharing))
        items = min(tuning.groups * tuning.local_size, count)
        arguments = (np.int64(count), keys, np.uint32(key), np.uint32(most), found, length)
        runtime.enqueue([Launch(kernel, items, tuning.local_size, *arguments)])
        listed = int(runtime.download(length, 1, np.uint32)[0])
        if listed > most:
            return None
        words = np.sort(runtime.download(found, listed, np.uint64))
    pairs = np.stack([words >> np.uint64(32), words & np.uint64(2**32 - 1)], axis=1)
    first_heavier = int(words.searchsorted(np.uint64(key) << np.uint64(32)))
    lighter, heavier = np.split(pairs.astype(np.uint32), [first_heavier])
    return RareKeys(key, lighter, heavier)
