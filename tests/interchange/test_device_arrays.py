"""Arrays of other libraries wherever arrays are taken, by DLPack.

Few machines have CuPy and a GPU. Doubles follow its protocol on a device that the processor cannot
read: NumPy gets at them only where they copy themselves to the host.
"""

import os

import numpy as np
import pytest

import clconn
from clconn.errors import GraphError
from clconn.host_arrays import host_array
from tests.helpers.libraries import library

CUDA, HOST = (2, 0), (1, 0)


class Array:
    """An array on a device, of a library that copies to the host by DLPack's newer standard."""

    def __init__(self, values):
        self._memory = np.asarray(values)
        self.copies = 0

    def __dlpack_device__(self):
        return CUDA

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if dl_device != HOST:
            raise BufferError("on a device")
        self.copies += 1
        return self._memory.__dlpack__()

    def __array__(self, dtype=None, copy=None):
        raise TypeError("implicit conversion to a NumPy array is not allowed")


class OlderArray(Array):
    """As of CuPy before that standard: `get` copies."""

    def __dlpack__(self, stream=None):
        raise BufferError("on a device")

    def get(self):
        self.copies += 1
        return self._memory


class Tensor(OlderArray):
    """As of PyTorch: `cpu` returns a tensor, which is not yet an array of NumPy."""

    get = property()

    def cpu(self):
        self.copies += 1
        return HostTensor(self._memory)


class HostTensor:
    def __init__(self, memory):
        self._memory = memory

    def __dlpack_device__(self):
        return HOST

    def __dlpack__(self, **how):
        return self._memory.__dlpack__(**how)


class NumbaArray:
    """Of a library without DLPack."""

    def __init__(self, values):
        self._memory = np.asarray(values)
        self.copies = 0

    @property
    def __cuda_array_interface__(self):
        return {"shape": self._memory.shape, "typestr": self._memory.dtype.str, "version": 3}

    def copy_to_host(self):
        self.copies += 1
        return self._memory


def _jax(values):
    # Otherwise each process takes most of a GPU's memory for itself.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    return library("jax.numpy").asarray(values)


def _torch(values):
    torch = library("torch")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.from_numpy(np.array(values)).to(device)


def _cupy(values):
    cupy = library("cupy")
    try:
        return cupy.asarray(values)
    except cupy.cuda.runtime.CUDARuntimeError as error:
        pytest.skip(f"cupy has no device: {error}")


def _pyarrow(values):
    return library("pyarrow").array(values)


NEWER = pytest.param(
    Array,
    id="Array",
    marks=pytest.mark.skipif(
        np.lib.NumpyVersion(np.__version__) < "2.1.0", reason="this NumPy asks for no copy"
    ),
)
DOUBLES = [NEWER, OlderArray, Tensor, NumbaArray]


@pytest.fixture(params=[*DOUBLES, _jax, _torch, _cupy, _pyarrow])
def make(request):
    def array(values, dtype=np.int32):
        return request.param(np.asarray(values, dtype))

    return array


def test_graphs_take_arrays_of_any_library(make):
    graph = clconn.Graph.from_edges(
        make([0, 1, 3]), make([1, 2, 4]), n=6, weights=make([3, 1, 2], np.float32)
    )
    assert clconn.connected_components(graph).labels.tolist() == [0, 0, 0, 1, 1, 2]
    assert graph.weights.tolist() == [3, 1, 2]
    named = clconn.Graph.from_edges(make([70, 10]), make([10, 50]), renumber=True)
    assert named.nodes.tolist() == [10, 50, 70]
    rows = clconn.Graph.from_csr(make([0, 1, 2]), make([1, 0]))
    assert clconn.connected_components(rows).count == 1
    table = clconn.Graph.from_dataframe({"u": make([0, 1]), "v": make([1, 2])})
    assert table.n == 3


def test_methods_take_arrays_of_any_library(make):
    graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
    result = clconn.connected_components(graph)
    assert result.connected(make([0, 0]), make([2, 3])).tolist() == [True, False]
    assert result.label_of(make([4, 5])).tolist() == [1, 2]
    assert graph.subgraph(make([0, 1])).n == 2


def test_batches_take_arrays_of_any_library(make):
    live = clconn.IncrementalComponents(6, backend="reference")
    live.insert(make([0, 1], np.int64), make([1, 2], np.int64))
    assert live.connected(make([0, 0]), make([2, 3])).tolist() == [True, False]


def _labels_of_stream(source):
    streamed = clconn.streams.stream_components(source, backend="reference")
    return streamed.components().labels.tolist()


def test_streams_take_arrays_of_any_library(make):
    items = [(make([0, 1]), make([1, 2])), (make([3, 4]), make([4, 6]))]
    assert _labels_of_stream(items) == [0, 0, 0, 1, 1, 2, 1]
    weighted = [(make([0, 0, 1]), make([1, 2, 2]), make([3, 1, 2], np.float32))]
    assert clconn.streams.minimum_spanning_forest(weighted).total_weight == 3


@pytest.mark.parametrize("double", DOUBLES)
def test_streams_take_pairs_of_any_library(double):
    pairs = np.array([[0, 1], [1, 2], [3, 4]], np.int32)
    for source in (double(pairs), iter([double(pairs)])):
        assert _labels_of_stream(source) == [0, 0, 0, 1, 1]


def test_a_mask_of_another_library():
    graph = clconn.Graph.from_edges([0, 1], [1, 2])
    for array in (OlderArray, NumbaArray):
        assert graph.subgraph(array(np.array([True, False, True]))).n == 2


@pytest.mark.parametrize("double", DOUBLES)
def test_an_array_on_a_device_is_copied_once(double):
    array = double(np.arange(3))
    np.testing.assert_array_equal(host_array(array), [0, 1, 2])
    assert array.copies == 1


def test_an_array_on_the_host_is_not_copied():
    memory = np.arange(3)
    assert np.shares_memory(host_array(HostTensor(memory)), memory)
    graph = clconn.Graph.from_edges(*[HostTensor(np.array([0, 1], np.int32))] * 2)
    assert graph.edges()[0].tolist() == [0, 1]


def test_masked_numbers_are_refused():
    """NumPy would read what is behind the mask."""
    whole, masked = np.ma.array([1, 2]), np.ma.array([1, 2], mask=[False, True])
    assert clconn.Graph.from_edges(whole, [0, 3], weights=whole).weights.tolist() == [1, 2]
    ends = np.array([0, 3])
    for make in (
        lambda: clconn.Graph.from_edges(masked, ends),
        lambda: clconn.Graph.from_edges(ends, masked, renumber=True),
        lambda: clconn.Graph.from_edges(ends, ends, weights=masked),
        lambda: clconn.Graph.from_dataframe({"u": ends, "v": masked}),
        lambda: clconn.Graph.from_csr([0, 1, 2], masked, n=2),
        lambda: clconn.IncrementalComponents(4).insert(masked, ends),
        lambda: list(clconn.streams.open_batches([(masked, ends)])),
    ):
        with pytest.raises(GraphError, match="number 1 of a masked array is masked; leave out"):
            make()


def test_what_is_no_array_stays_as_it_is():
    for values in ([1, 2], (3,), range(4), {1}, "text", 5, None):
        assert host_array(values) is values


def test_an_array_that_nobody_can_copy():
    class Lost(OlderArray):
        get = property()

    with pytest.raises(GraphError, match=r"on a device cannot be copied.*give a NumPy array"):
        clconn.Graph.from_edges(Lost([0]), [1])

    class Unreadable(HostTensor):
        def __dlpack__(self, **how):
            raise BufferError("it has a gradient")

        def __array__(self, dtype=None, copy=None):
            raise RuntimeError("it has a gradient")

    with pytest.raises(GraphError, match="is not readable: it has a gradient"):
        clconn.Graph.from_edges([0], [1], weights=Unreadable(np.ones(1)))


def test_wrong_types_of_other_libraries_are_named(make):
    with pytest.raises(GraphError, match="sources has dtype float32"):
        clconn.Graph.from_edges(make([0.5], np.float32), [1])
