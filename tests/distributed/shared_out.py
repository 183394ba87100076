"""Edges in partitions."""

import numpy as np

from clconn.distributed.partitions import EdgeBlock


def shared_out(sources, targets, partitions):
    """Return edges in so many blocks, in the order given."""
    sources, targets = np.asarray(sources, np.int64), np.asarray(targets, np.int64)
    return [
        EdgeBlock(*ends)
        for ends in zip(
            np.array_split(sources, partitions), np.array_split(targets, partitions), strict=True
        )
    ]


def mixed(sources, targets, seed=3):
    """Return edges in a random order, so that neighbors are in different partitions."""
    order = np.random.default_rng(seed).permutation(len(sources))
    return np.asarray(sources)[order], np.asarray(targets)[order]
