"""Flattening takes steps that double along a chain, as long as all of it is in work at once."""

import re
from importlib import resources

import numpy as np

import clconn
from tests.helpers.cases import case
from tests.kernel_work.families import FAMILIES
from tests.kernel_work.lockstep import AT_ONCE


def _number(file, name):
    text = (resources.files("clconn.kernels_cl") / "union_find" / file).read_text()
    return int(re.search(rf"#define {name} (\d+)", text)[1])


ALONE, PATIENCE = _number("finalize.h", "STEPS_ALONE"), _number("find.h", "PATIENCE")


def _steps_to_flatten(parents, alone=ALONE):
    """Steps until all vertices are at their roots, if all take them at once, as finalize.h does."""
    at, steps = parents, 0
    while (parents[at] != at).any():
        at, steps = parents[at], steps + 1
        parents = at if steps > alone else parents
    return steps


def _chain(n):
    return np.maximum(np.arange(n) - 1, 0)


def test_flattening_takes_few_steps_where_links_make_chains():
    """No more than after which others have to lift what is left (find_split_lifting)."""
    assert PATIENCE // 2 < _steps_to_flatten(_chain(1 << 22)) <= PATIENCE
    assert _steps_to_flatten(_chain(1000), 1000) == 998


def test_the_kernel_takes_no_more(runtime):
    # What is in work at once, four vertices for a work-item.
    n = runtime.tuning.looks * AT_ONCE
    for family in ("path", "short-path-beside-random", "path-beside-sparse", "caterpillar"):
        with case(graph=family):
            rows = FAMILIES[family](n).adjacency()
            graph = clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)
            runtime.work.clear()
            options = {"flatten_links": True, "one_launch": "never"}
            clconn.connected_components(
                graph, device=runtime, variant="csr/async/single", options=options, verify=True
            )
            kernels = [work.kernel for work in runtime.work]
            assert kernels[1] == "flatten"
            # The parent of each and its parent are looked at before.
            assert runtime.work[1].loads / n <= 2 + _steps_to_flatten(_chain(n))
