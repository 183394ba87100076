"""Weights of several partitions as one array."""

import numpy as np

from clconn.distributed import weights as module
from clconn.distributed.weights import joined_weights


def test_weights_keep_their_places_and_values():
    large = 2**53 + 1
    arrays = [
        np.array([large, 1]),
        None,
        np.array([0.5]),
        np.array([3, large]),
        np.array([], np.uint8),
        np.array([1e300, 2.0]),
    ]
    joined = joined_weights(arrays)
    assert joined.tolist() == [large, 1, 0.5, 3, large, 1e300, 2.0]
    assert joined.dtype == object
    short = joined_weights([np.array([1], np.int16), np.array([2.5], np.float32)] * 3)
    assert short.tolist() == [1, 2.5] * 3
    assert short.dtype == np.float32
    assert joined_weights([None, None]) is None
    assert joined_weights([]) is None


def test_types_are_joined_and_not_arrays(monkeypatch):
    sizes = []

    def counted(first, second, name):
        sizes.append(first.size + second.size)
        return join(first, second, name)

    join = module.join_weights
    monkeypatch.setattr(module, "join_weights", counted)
    arrays = [np.arange(10), np.arange(10) / 2] * 20
    np.testing.assert_array_equal(joined_weights(arrays), np.concatenate(arrays))
    assert sizes == [400]
