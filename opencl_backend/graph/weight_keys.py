"""Keys of weights, made on the device: ``weight_keys.cl``.

Weights go to the device as they are. They become keys of 32 bits there, if these can hold them
exactly, and keys of 64 bits otherwise, which :mod:`clconn.opencl_backend.primitives.dense_ranks`
ranks. A look at the first weights on the host says what to try; the device finds out whether it
holds for all of them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import DeviceMemoryError, GraphError
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.frequent_key import keys_beside_frequent
from clconn.opencl_backend.graph.spread_keys import spread_keys
from clconn.opencl_backend.graph.weights_of_keys import KeyCode
from clconn.opencl_backend.primitives.dense_ranks import rank, rank_needs
from clconn.weight_keys import fits_float32, fits_int64, ranked_keys

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Keys", "equal_keys", "expect_keys", "gather_keys", "keys_of_weights", "narrow_down"]

_NOT_A_NUMBER, _TOO_WIDE = 1, 2

Switches = dict[str, str | int | None]

_TYPES: dict[tuple[str, int], Switches] = {
    ("u", 1): {"WEIGHT": "uchar"},
    ("u", 2): {"WEIGHT": "ushort"},
    ("u", 4): {"WEIGHT": "uint"},
    ("u", 8): {"WEIGHT": "ulong"},
    ("i", 1): {"WEIGHT": "char", "SIGNED": None},
    ("i", 2): {"WEIGHT": "short", "SIGNED": None},
    ("i", 4): {"WEIGHT": "int", "SIGNED": None},
    ("i", 8): {"WEIGHT": "long", "SIGNED": None},
    ("f", 4): {"WEIGHT": "uint", "FLOAT32": None},
    ("f", 8): {"WEIGHT": "ulong", "FLOAT64": None},
}
"""The switches for a kind and a size of numbers."""

_LOOK = 1024


@dataclass(frozen=True)
class Keys:
    """A key for each of the user's edges, on the device.

    Attributes
    ----------
    buffer : pyopencl.Buffer
    key_type
        ``"uint"``, or ``"ulong"`` for keys that must be ranked.
    code
        How to turn a key back into a weight; None if that is not possible.
    """

    buffer: Any
    key_type: str
    code: KeyCode | None = None

    @property
    def is_narrow(self) -> bool:
        """Whether the keys have 32 bits."""
        return self.key_type == "uint"


def equal_keys(runtime: Runtime, count: int) -> Any:
    """A buffer of equal keys, of edges without weights."""
    keys = runtime.allocate(4 * count)
    kernel = runtime.kept_kernel("weight_keys", "equal_keys", {})
    with runtime.lock:
        runtime.enqueue([Launch(kernel, count, runtime.tuning.local_size, np.int64(count), keys)])
    return keys


def expect_keys(runtime: Runtime, weights: NDArray[Any], *, maximum: bool) -> str:
    """Build the kernels of :func:`keys_of_weights` with the next one, by the first weights.

    Returns
    -------
    str
        The likely type of the keys.
    """
    if weights.dtype == np.float16:
        weights = weights[:_LOOK].astype(np.float32)
    switches = _TYPES.get((weights.dtype.kind, weights.dtype.itemsize))
    if switches is None:
        return "uint"
    ways: list[Switches] = [*_ways_to_narrow(weights), {"KEY": "ulong"}]
    runtime.kernels.expect("weight_keys", {**_switches(runtime, switches, maximum), **ways[0]})
    return str(ways[0].get("KEY", "uint"))


def keys_of_weights(
    runtime: Runtime,
    weights: NDArray[Any],
    *,
    maximum: bool,
    needs: Mapping[str, int],
    frequent: int | None = None,
) -> Keys:
    """Put weights on a device and compute their keys there.

    Parameters
    ----------
    weights
        Integers or floats, not NaN; at least one.
    needs
        Bytes that the device already holds, by what they hold.
    frequent : optional
        The place of a weight that most seem to have. Then the host ranks what is too wide, by
        a sort of the others.

    Raises
    ------
    DeviceMemoryError
        Before any allocation, if the weights and their keys do not fit.
    """
    if weights.dtype == np.float16:
        weights = weights.astype(np.float32)
    switches = _TYPES.get((weights.dtype.kind, weights.dtype.itemsize))
    if switches is None:
        # Extended precision, and Python's integers of any size.
        keys = keys_beside_frequent(weights, frequent, maximum=maximum)
        if keys is None:
            keys = ranked_keys(weights, maximum=maximum)
        runtime.check_memory({**needs, "keys": keys.nbytes}, "the graph with its weights")
        return Keys(runtime.upload(keys), "uint")
    plain = np.ascontiguousarray(weights, dtype=weights.dtype.newbyteorder("="))
    size = 4 * plain.size
    room = {**needs, "weights": plain.nbytes, "keys": size}
    runtime.check_memory(room, "the graph with its weights")
    conversion = _Conversion(runtime, plain, switches, maximum)
    with runtime.lock:
        narrow = conversion.narrow()
        if narrow is not None:
            return narrow
        keys = keys_beside_frequent(plain, frequent, maximum=maximum)
        if keys is not None:
            return Keys(runtime.upload(keys), "uint")
        runtime.check_memory({**room, "keys": 2 * size}, "the graph with its weights")
        return conversion.wide()


class _Conversion:
    """The kernels on one array of weights; the caller holds the runtime's lock."""

    def __init__(
        self, runtime: Runtime, weights: NDArray[Any], switches: Switches, maximum: bool
    ) -> None:
        self._runtime = runtime
        self._host = weights
        self._size = np.int64(weights.size)
        self._weights = runtime.upload(weights)
        tuning = runtime.tuning
        self._items = min(tuning.groups * tuning.local_size, weights.size)
        self._maximum = maximum
        self._switches = _switches(runtime, switches, maximum)

    def narrow(self) -> Keys | None:
        """Keys of 32 bits, or None if they would round a weight."""
        for more in _ways_to_narrow(self._host):
            is_narrow = self._host.dtype.itemsize <= 4 or "AS_FLOAT32" in more
            keys = self._make_keys(more, 0) if is_narrow else self._above_least(more)
            if keys is not None:
                return keys
        return None

    def wide(self) -> Keys:
        """Keys of 64 bits."""
        keys = self._make_keys({"KEY": "ulong"}, 0)
        assert keys is not None
        return keys

    def _above_least(self, more: Switches) -> Keys | None:
        """Keys that are the numbers less the least of them, or None if there are too many."""
        runtime = self._runtime
        local = runtime.tuning.local_size
        items = -(-self._items // local) * local
        bounds = runtime.allocate(16 * items)
        if self._run("find_bounds", more, bounds):
            return None
        pairs = runtime.download(bounds, 2 * items, np.uint64).reshape(-1, 2)
        least, most = int(pairs[:, 0].min()), int(pairs[:, 1].max())
        return self._make_keys(more, least) if most - least < 2**32 else None

    def _make_keys(self, more: Switches, base: int) -> Keys | None:
        key_type = str(more.get("KEY", "uint"))
        keys = self._runtime.allocate((8 if key_type == "ulong" else 4) * self._host.size)
        if self._run("make_keys", more, keys, base=base):
            return None
        dtype = self._host.dtype
        code = KeyCode(dtype.kind, dtype.itemsize, "AS_FLOAT32" in more, base, self._maximum)
        return Keys(keys, key_type, code if key_type == "uint" else None)

    def _run(self, name: str, more: Switches, result: Any, base: int | None = None) -> int:
        """Run a kernel over all weights; returns whether one is too wide."""
        runtime = self._runtime
        faults = runtime.upload_writable(np.zeros(1, dtype=np.int32))
        kernel = runtime.kept_kernel("weight_keys", name, {**self._switches, **more})
        numbers = (self._size,) if base is None else (self._size, np.uint64(base))
        arguments = (*numbers, self._weights, result, faults)
        runtime.enqueue([Launch(kernel, self._items, runtime.tuning.local_size, *arguments)])
        fault = int(runtime.download(faults, 1)[0])
        if fault & _NOT_A_NUMBER:
            place = int(np.flatnonzero(np.isnan(self._host))[0])
            raise GraphError(f"the weight of edge {place} is NaN; give every edge a number")
        return fault & _TOO_WIDE


def _switches(runtime: Runtime, of_type: Switches, maximum: bool) -> Switches:
    order: Switches = {"MAXIMUM": None} if maximum else {}
    return {**of_type, **runtime.tuning.sharing, **order}


def _ways_to_narrow(weights: NDArray[Any]) -> list[Switches]:
    """The switches of each way to keys of 32 bits that the first weights do not rule out."""
    if weights.dtype.kind != "f" or weights.dtype.itemsize <= 4:
        return [{}]
    first = weights[:_LOOK]
    fits = {"AS_FLOAT32": fits_float32(first), "AS_WHOLE": fits_int64(first)}
    return [{name: None} for name, is_fit in fits.items() if is_fit]


def gather_keys(runtime: Runtime, keys: Any, ids: Any, id_type: str, count: int) -> Any:
    """The keys of some edges, on the host, as uint32.

    Parameters
    ----------
    keys, ids : pyopencl.Buffer
        Keys of 32 bits, and the places of those that are wanted, of the OpenCL type `id_type`.
    """
    gathered = runtime.allocate(4 * count)
    with runtime.lock:
        kernel = runtime.kept_kernel("weight_keys", "gather_keys", {"ID": id_type})
        arguments = (np.int64(count), ids, keys, gathered)
        runtime.enqueue([Launch(kernel, count, runtime.tuning.local_size, *arguments)])
    return runtime.download(gathered, count, np.uint32)


def narrow_down(
    runtime: Runtime,
    keys: Keys,
    weights: NDArray[Any],
    *,
    maximum: bool,
    needs: Mapping[str, int],
    places: NDArray[np.int64] | None = None,
) -> Any:
    """A buffer of keys of 32 bits: those of the argument, or their ranks.

    Parameters
    ----------
    places : optional
        The weights that matter. On a processor the others get any keys.
    """
    if keys.is_narrow:
        return keys.buffer
    count = int(weights.size)
    if places is not None and not places.size:
        return equal_keys(runtime, count)
    if not runtime.is_cpu:
        with contextlib.suppress(DeviceMemoryError):
            more = {**needs, "wide keys": 8 * count, **rank_needs(count)}
            runtime.check_memory(more, "the graph with its weights")
            return rank(runtime, keys.buffer, count)
    # On a processor numpy sorts faster than kernels.
    some = slice(None) if places is None else places
    more = {"wide keys": 8 * count, "spread keys": 12 * (count if places is None else places.size)}
    runtime.check_memory({**needs, **more}, "the graph with its weights")
    numbers = runtime.download(keys.buffer, count, np.uint64)[some]
    narrow = spread_keys(runtime, numbers)
    if narrow is None:
        narrow = ranked_keys(weights[some], maximum=maximum)
    if places is None:
        return runtime.upload(narrow)
    # Like those that matter, since thresholds are guessed from a sample of all.
    keys_of_all = np.resize(narrow, count)
    keys_of_all[places] = narrow
    return runtime.upload(keys_of_all)
