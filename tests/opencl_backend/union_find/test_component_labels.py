"""Counting and numbering roots: ``prefix_sum.cl`` against a prefix sum of numpy's."""

import numpy as np
import pytest

from clconn.opencl_backend.union_find.component_labels import count_components, label_components
from clconn.results import labels_from_roots
from tests.helpers.queues import new_runtime
from tests.helpers.small_degree_classes import runtime_with_small_classes

# Blocks hold 32 vertices or more, and there are at most 1024 of them on a processor and
# 65536 on a GPU; one work-group of up to 256 items sums them up.
SIZES = sorted(
    {
        base + more
        for base in (1, 32, 256, 8192, 32 * 1024, 32 * 65536)
        for more in (-1, 0, 1)
    }
    | {63, 65, 300, 3_000_000}
)  # fmt: skip


@pytest.fixture(scope="module", params=["usual", "small groups"])
def runtime(device, request):
    if request.param == "usual":
        return new_runtime(device)
    return runtime_with_small_classes(device)


def _check(runtime, roots):
    n = roots.size
    buffer = runtime.upload(roots)
    assert count_components(runtime, buffer, n) == np.count_nonzero(roots == np.arange(n))
    labels = runtime.download(label_components(runtime, buffer, n), n)
    np.testing.assert_array_equal(labels, labels_from_roots(roots))


@pytest.mark.parametrize("n", SIZES)
def test_sizes(runtime, n):
    """About a third are roots; every other vertex points to one before it."""
    generator = np.random.default_rng(n)
    is_root = generator.random(n) < 0.3
    is_root[:1] = True
    candidates = np.flatnonzero(is_root).astype(np.int32)
    before = np.cumsum(is_root) - 1
    chosen = candidates[(generator.random(n) * (before + 1)).astype(np.int64)]
    roots = np.where(is_root, np.arange(n), chosen).astype(np.int32)
    _check(runtime, roots)


@pytest.mark.parametrize("n", [1, 33, 5000, 70_000])
def test_extremes(runtime, n):
    _check(runtime, np.arange(n, dtype=np.int32))
    _check(runtime, np.zeros(n, dtype=np.int32))
    last = np.zeros(n, dtype=np.int32)
    last[-1] = n - 1
    _check(runtime, last)
    pairs = np.arange(n, dtype=np.int32) // 2 * 2
    _check(runtime, pairs)
