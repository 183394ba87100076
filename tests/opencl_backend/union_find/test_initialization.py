"""First links: what each way to make them costs where all vertices lead to one."""

import time

import numpy as np

import clconn
from clconn.graph import Graph


def _star_with_unsorted_rows(leaves):
    ids = np.arange(1, leaves + 1)
    center = np.random.default_rng(0).permutation(ids)
    offsets = np.concatenate([[0], leaves + np.arange(leaves + 1)])
    neighbors = np.concatenate([center, np.zeros(leaves, dtype=np.int64)])
    return Graph.from_csr(offsets, neighbors, symmetric=True)


def _seconds(placed, variant, initialization):
    def run():
        begin = time.process_time()
        options = {"initialization": initialization}
        result = clconn.connected_components(placed, variant=variant, options=options)
        assert result.count == 1
        return time.process_time() - begin

    return min(run() for _ in range(3))


def test_no_leaf_reads_the_row_of_a_hub(device):
    placed = _star_with_unsorted_rows(20_000).to(device)
    for variant in ("csr/async/single", "csr/async-random/single"):
        first = _seconds(placed, variant, "first-smaller")
        # 100 and more times as long if each leaf did.
        assert _seconds(placed, variant, "far-smaller") < 20 * first + 0.01
