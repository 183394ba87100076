"""Results: canonical, made once, and plain about what they cost."""

import numpy as np
import pytest
from hypothesis import given

from clconn.results import Components, HostComponents, Timing, labels_from_roots
from tests.helpers.oracles import scipy_roots
from tests.helpers.strategies import graphs


def _components(source, n):
    return Components(
        n,
        source,
        variant="csr/ecl/split",
        backend="reference",
        device="host",
        timing=Timing(1, 2, 3),
    )


class CountingSource:
    """Counts how often each array is asked for."""

    def __init__(self, roots):
        self._host = HostComponents(None, roots)
        self.asked = []

    def count(self):
        self.asked.append("count")
        return self._host.count()

    def roots(self):
        self.asked.append("roots")
        return self._host.roots()

    def labels(self):
        self.asked.append("labels")
        return self._host.labels()


@given(graph=graphs())
def test_labels_are_the_ranks_of_the_roots(graph):
    roots = scipy_roots(graph)
    result = _components(HostComponents(None, roots), graph.n)
    distinct, ranks, sizes = np.unique(roots, return_inverse=True, return_counts=True)
    assert result.count == distinct.size
    np.testing.assert_array_equal(result.labels, ranks)
    np.testing.assert_array_equal(result.sizes(), sizes)
    assert result.labels.dtype == labels_from_roots(roots).dtype == np.int32
    assert result.sizes().dtype == np.int64


def test_no_vertices():
    result = _components(HostComponents(None, np.empty(0, dtype=np.int32)), 0)
    assert result.count == 0
    assert result.labels.shape == result.roots.shape == result.sizes().shape == (0,)


def test_arrays_are_made_when_first_asked_for_and_kept():
    source = CountingSource(np.array([0, 0, 2], dtype=np.int32))
    result = _components(source, 3)
    assert source.asked == []
    assert result.count == result.count == 2
    assert source.asked == ["count"]
    assert result.labels is result.labels
    assert result.roots is result.roots
    assert source.asked == ["count", "labels", "roots"]


def test_a_result_of_the_host_is_not_on_a_device():
    result = _components(HostComponents(None, np.array([0], dtype=np.int32)), 1)
    with pytest.raises(AttributeError, match="backend='opencl'"):
        _ = result.on_device


def test_repr_and_timing():
    result = _components(HostComponents(None, np.array([0, 0], dtype=np.int32)), 2)
    assert repr(result) == (
        "Components(n=2, count=1, variant='csr/ecl/split', backend='reference', device='host')"
    )
    assert result.timing.total == 6
    assert Timing().total == 0


def test_copies_are_on_the_host(device):
    """A graph and its results go to other processes, without their device."""
    import copy
    import pickle

    import clconn

    graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
    result = clconn.connected_components(graph, backend="opencl", device=device)
    forest = clconn.spanning_forest(graph, backend="opencl", device=device)
    for again in (lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy):
        assert again(result).labels.tolist() == [0, 0, 0, 1, 1, 2]
        assert again(result).count == 3
        assert again(forest).edge_ids.tolist() == [0, 1, 2]
        with pytest.raises(AttributeError, match="on the host"):
            _ = again(result).on_device
        copied = again(graph)
        assert not copied.device_copies
        assert clconn.connected_components(copied, backend="reference").count == 3
