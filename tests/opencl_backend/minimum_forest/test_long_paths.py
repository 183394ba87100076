"""How many rounds flatten a path, against paths that are flattened one vertex at a time."""

import re

import numpy as np

from clconn.opencl_backend.device import kernel_text
from clconn.opencl_backend.minimum_forest.long_paths import PATIENCE, STRIDE, rounds_of_long_paths


def _rounds(length, stride):
    """Rounds in step: each entry sees where the others were before the round."""
    entries = np.minimum(np.arange(length) + PATIENCE, length - 1)
    rounds = 0
    while (entries < length - 1).any():
        above = entries
        for _ in range(stride):
            above = entries[above]
        entries, rounds = above, rounds + 1
    return rounds


def test_as_many_rounds_as_the_longest_path_needs():
    for stride in (STRIDE, PATIENCE):
        for length in (1, 2, 32, 33, 34, 97, 288, 289, 1056, 1057, 5000, 34_848, 34_849, 200_000):
            assert rounds_of_long_paths(length, stride) - _rounds(length, stride) in (0, 1)


def test_patience_is_that_of_the_kernels():
    (found,) = re.findall(r"#define PATIENCE (\d+)", kernel_text.file_text("union_find/find.h"))
    assert int(found) == PATIENCE
