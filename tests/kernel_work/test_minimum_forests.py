"""No weights make the minimum spanning forest of any family far more work for a GPU.

As in ``test_no_cliffs.py``, with other cliffs: weights that rise or fall with the ids make chains
of trees, and leave hubs outside the settled tree; equal weights made all edges light. Each was a
cliff: 20,000 rounds and more of one kernel, a row of a million entries for 32 work-items, and all
edges in each round over the list.

The model has no barrier across work-groups, so rounds over the list are launches here.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import clconn
from asv_benchmarks.benchmarks.odd_graphs import ODD, odd_graph
from asv_benchmarks.benchmarks.weightings import WEIGHTINGS, weigh
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.counters import COUNTERS
from clconn.opencl_backend.device.launches import FOREST, bind
from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph
from clconn.opencl_backend.minimum_forest.filter_boruvka import _COUNTERS
from clconn.opencl_backend.plan.run import plan_variant
from clconn.problems import MINIMUM_FOREST
from tests.helpers.cases import case, for_each
from tests.kernel_work.families import FAMILIES

N = 1 << 17

MOST_ROUNDS, MOST_LOADS, MOST_ENTRIES, MOST_ALL_ENTRIES = 720, 85, 660, 14
"""What these took when they were counted, and a tenth more: 651 rounds of 20 diagonals, 77.6 loads
of legs whose rows are in no order, 600 entries of a complete bipartite graph by its larger ends,
12.5 in all of a band beside a random graph by distances. Where the hubs of R-MAT have the heavy
edges 393 entries, 1,592 in parts of 1,024.

All others with all weights were counted with 2^18 vertices at ade3234: 2,240 rounds (a path among a
band, nearly all of turns with edges of the list), 104.3, 592 (the rows of R-MAT are read twice) and
13.0. Nine of them were with 2^20 before: 7,855 rounds (the same, and 4,948 of four diagonals), so
rounds rise with the turns alone.
"""


def _work(family, weights, runtime, n=N):
    """What :func:`_work_of` says of a family."""
    return _work_of(FAMILIES[family](n), weights, runtime)


def _work_of(graph, weights, runtime):
    """What a run took whose forest is right.

    Returns
    -------
    rounds, loads, entries, all_entries
        Rounds; parents that are read for each entry of a row, or for each vertex where there are
        more; entries that one work-item reads or writes, and all of them, for each entry as well.
    """
    graph = weigh(graph, weights)
    runtime.work.clear()
    forest = clconn.minimum_spanning_forest(graph, device=runtime, verify=True)
    assert forest.count == clconn.connected_components(graph, backend="scipy").count
    stored = max(graph.user_rows.entry_count, graph.n)
    return (
        sum(work.rounds for work in runtime.work),
        sum(work.loads for work in runtime.work) / stored,
        max(work.entries for work in runtime.work),
        sum(work.all_entries for work in runtime.work) / stored,
    )


def _pairs():
    """Each family with two kinds of weights, each kind with ten families or so, and the cliffs."""
    kinds = list(WEIGHTINGS)
    for number, family in enumerate(FAMILIES):
        for step in (1, 3):
            yield family, kinds[(step * number + step) % len(kinds)]
    yield from CLIFFS


CLIFFS = (
    ("near-random-dense", "smaller-end-falling"), ("path", "smaller-end-falling"),
    ("four-diagonals", "smaller-end-falling"), ("path-among-band", "larger-end"),
    ("clique-chain-both-ends", "larger-end"), ("rmat", "smaller-end-falling"), ("random", "equal"),
)  # fmt: skip
"""Families and weights that took far more: paths, chains of trees in the first phase and in the
second, a hub outside the settled tree, and a list of all edges."""


@pytest.mark.parametrize("part", range(4))
def test_no_weights_take_more(part, runtime):
    for family, weights in list(_pairs())[part::4]:
        with case(graph=family, weights=weights):
            _check(_work(family, weights, runtime))


def _check(work):
    rounds, loads, entries, all_entries = work
    assert rounds <= MOST_ROUNDS
    assert loads <= MOST_LOADS
    assert entries <= MOST_ENTRIES
    assert all_entries <= MOST_ALL_ENTRIES


def test_no_weights_take_more_in_odd_orders(runtime):
    """By hash, by either end and equal, each with twelve graphs: all 192 pairs were counted once.

    They took 497 rounds, 22.1 loads, 568 entries and 11.0 in all at most.
    """
    kinds = "hash", "larger-end", "smaller-end-falling", "equal"
    for seed, name in enumerate(ODD):
        weights = kinds[seed % len(kinds)]
        with case(graph=name, weights=weights):
            _check(_work_of(odd_graph(seed, N).graph, weights, runtime))


@for_each("n", [400, 512, 1000, 20_000])
def test_chains_of_any_length_give_the_forest(n, runtime):
    """Rounds in step, each of which lifts the vertices by what was there before it."""
    for family, weights in (
        ("twenty-diagonals", "smaller-end-falling"), ("path-among-band", "larger-end"),
        ("clique-chain-both-ends", "distance"),
    ):  # fmt: skip
        with case(graph=family):
            _work(family, weights, runtime, n)


def test_the_last_rounds_of_a_list_walk_to_the_end_of_no_chain(runtime):
    graph = weigh(FAMILIES["path-among-band"](1 << 14), "larger-end")
    runtime.work.clear()
    clconn.minimum_spanning_forest(
        graph, variant="coo/filter-boruvka/halve", device=runtime, verify=True
    )
    last = max(work.rounds for work in runtime.work if work.kernel == "finish_short_list")
    # 533 for 4,095 edges, whose trees are one chain; 8,702 when work-items walked to its end.
    assert 100 < last < 600


def test_no_vertex_of_a_long_path_is_left_without_a_name(runtime, monkeypatch):
    """On a processor, where flatten leaves short paths: here it does not run.

    835 of these 4,096 had none when a work-item shortened the paths of others, which may have
    taken their names already.
    """
    monkeypatch.setattr(runtime, "tuning", replace(runtime.tuning, blocks=True))
    n = 1 << 12
    graph = put_weighted_graph(
        weigh(FAMILIES["path"](n), "smaller-end-falling"), runtime, as_rows=True
    )
    _, plan = plan_variant(MINIMUM_FOREST, graph, "csr/filter-boruvka/halve")
    bind(plan.steps, FOREST, runtime.allocate(4 * n))
    *first, flatten, again = plan.steps[:5]
    assert (flatten.kernel.name, again.kernel.name) == ("flatten", "flatten_again")
    runtime.enqueue(first)
    counters = runtime.scratch.take("counters", 4 * COUNTERS).buffer
    is_long, place = np.ones(1, dtype=np.int32), 4 * _COUNTERS["LONG_PATHS"]
    import_pyopencl().enqueue_copy(runtime.queue, counters, is_long, dst_offset=place)
    runtime.enqueue([again])
    names = runtime.download(runtime.scratch.take("parents", 4 * n).buffer, n)
    assert names.max() < 0
