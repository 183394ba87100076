"""No family of graphs takes a GPU much more work than others, by what ``"auto"`` chooses.

A GPU links all vertices at once, so where links or unions make a long chain, whoever walks it walks
all of it. What that takes is counted by running the kernels in step (``lockstep.py``), on graphs of
a million vertices, of which a sixteenth are in work at once.

Neither figure is a time: an H100 needs 30 to 220 us for all of these graphs, the longer the more
rounds or loads, but adjacent work-items that walk the same chain are cheap. The bounds are what
``"auto"`` took at most when they were measured, and a tenth more: 1,117 rounds beside a dense band,
13.7 loads along hubs of 40 legs, 568 of the 41 million entries of cliques of 40. A work-item that
reads the row of a hub alone, as that of the first vertex of a star did, reads a million.
"""

from __future__ import annotations

import numpy as np
import pytest

import clconn
from asv_benchmarks.benchmarks.graphs_by_seed import KINDS
from asv_benchmarks.benchmarks.odd_graphs import ODD, odd_graph
from asv_benchmarks.benchmarks.storages import store
from tests.helpers.cases import case, for_each
from tests.kernel_work.families import FAMILIES

N = 1 << 20

MOST_ROUNDS = 1250
"""Rounds of all launches of a run."""

MOST_LOADS = 15
"""Parents that are read for each entry, or for each vertex where there are more."""

MOST_ENTRIES = 625
"""Entries of rows that one work-item reads in a launch."""

WALKED = {
    "three-diagonals": (1670, 29), "four-diagonals": (1670, 29), "path-among-band": (1810, 15),
    "path-linked-to-ratings": (2110, 15),
}  # fmt: skip
"""The same two bounds of families that take more all the same.

Finds walk the chains of diagonals (1,515 and 26.4). They are the fastest on an H100 even so: of
2^20 vertices 88 and 81 us, of 2^22 the latter 177; by links in a random order these take 112, 110
and 276, by walks that meet, with 671 rounds, the latter 85 and 222. The path from both ends and the
band among it make two chains, which are flattened one after the other (543 and 747 of 1,644
rounds): 207 us, where the best of 22 variants takes 188. Where the root of a large tree is linked
below a path, walks go on along it (1,913 by flattened hooks, 3,458 by finds): of 2^20 vertices an
H100 takes 1.4 times the best of all by the former, and 2.3 by the latter."""

MOST_ROUNDS_OF_FORESTS = 260
LONGER_FORESTS = {"path-among-band": 380}
"""The same of forests, of which one flattens long trees after a sample (344), since a sampled edge
shortens no path. With 2^17 vertices it always did."""


AT_ONE_END = (
    ("hub-path", "larger"), ("path-beside-sparse", "either"), ("star-first", "smaller"),
    ("strip", "smaller"),
)  # fmt: skip
"""Families of which each edge stands in the row of one of its ends.

By links and finds that are good elsewhere the first two took an H200 3.6 and 101 times as long as
the best."""
ODD_AT_ONE_END = ("ladder", "lollipop, reversed")
"""Graphs in odd orders whose rows hold the larger neighbors alone, where nothing shows that they
are paths: by what was chosen before 4,006 rounds and 155 loads, and more than 20,000 rounds."""
MOST_ROUNDS_AT_ONE_END, MOST_LOADS_AT_ONE_END = 1740, 20.5
"""The same bounds of them: 1,579 rounds of a lollipop, 1,500 beside a sparse graph, 18.6 loads
along a path with a hub.
(Where rows hold the larger neighbors alone that chain does not show, and takes 2,106 and 33.3, 1.6
times the best on an H200.)"""


N_OF_STRUCTURES = 1 << 18
MOST_ROUNDS_OF_STRUCTURES, MOST_ENTRIES_OF_STRUCTURES = 325, 88
"""Structures have fewer vertices, which takes a fifth of the time, and bounds of their own: 295
rounds, 13.3 loads and 80 entries at most."""

LISTS = (
    ("path", "list"), ("strip", "list"), ("star-first", "list"), ("path-beside-sparse", "list"),
    ("ratings-few", "shuffled-list"), ("two-chains-beside-random", "list"),
    ("two-chains-beside-random", "shuffled-list"), ("hub-path", "list"), ("wheel", "list"),
)  # fmt: skip
"""Families of which the edges are a list, in order or not."""
MOST_ROUNDS_OF_LISTS, MOST_LOADS_OF_LISTS = 2130, 28
"""The same bounds of them: 1,936 rounds of a path beside a sparse graph, 25.2 loads along a path.

Each edge has a work-item, so rounds rise with the edges: most families take 800 rounds and 17 for
each 2^16 edges, or fewer. More take paths that are a part of a graph (1,658 where two chains are
joined). Hubs in order, which finds unite, took 4,117 (a wheel), 4,208 (categories) and 3,210 (a
path) rounds in the given order, 927 in blocks."""


ODD_STORAGES = ("both", "list", "larger", "smaller", "either", "unsorted", "shuffled-list")
N_OF_ODD = 1 << 17
MOST_OF_ODD = 860, 42, 132
"""Rounds, loads and entries of graphs in odd orders, and a tenth more: 778 of a lollipop as a list,
37.7 of a broom as a list (more than 20,000 rounds and 9,999 loads in the given order), 120 of a
hypercube by its smaller ends. All 336 were counted once."""


AGAIN = "unite_given_up_rows"
"""The kernel that looks again at rows of which edges were given up."""


def _work(graph, runtime, problem=clconn.connected_components, **choice):
    """What :func:`_work_of` says of a graph with each edge at both ends."""
    rows = graph.adjacency()
    made = clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)
    return _work_of(made, runtime, problem, **choice)


def _work_of(made, runtime, problem=clconn.connected_components, **choice):
    """What a run took whose number of components is right.

    Returns
    -------
    rounds, loads, entries
        Rounds, loads for each entry or vertex, and entries that one work-item reads.
    """
    runtime.work.clear()
    result = problem(made, device=runtime, **choice)
    assert result.count == clconn.connected_components(made, backend="scipy").count
    stored = made.edges()[0].size if made.user_rows is None else made.user_rows.entry_count
    loads = sum(work.loads for work in runtime.work)
    rounds = sum(work.rounds for work in runtime.work)
    assert rounds > 0
    entries = max(work.entries for work in runtime.work)
    assert 0 < entries <= stored
    return rounds, loads / max(stored, made.n), entries


@pytest.mark.parametrize("part", range(4))
def test_no_graph_of_a_million_vertices_takes_more(part, runtime):
    for family in list(FAMILIES)[part::4]:
        with case(graph=family):
            rounds, loads, entries = _work(FAMILIES[family](N), runtime)
            most_rounds, most_loads = WALKED.get(family, (MOST_ROUNDS, MOST_LOADS))
            assert rounds <= most_rounds
            assert loads <= most_loads
            assert entries <= MOST_ENTRIES


def test_edges_at_one_end_take_no_more(runtime):
    for name, storage in (*AT_ONE_END, *((name, "smaller") for name in ODD_AT_ONE_END)):
        with case(graph=name, storage=storage):
            is_odd = name in ODD_AT_ONE_END
            graph = odd_graph(list(ODD).index(name), N).graph if is_odd else FAMILIES[name](N)
            made = store(graph, storage, 1)
            rounds, loads, entries = _work_of(made, runtime)
            assert rounds <= MOST_ROUNDS_AT_ONE_END
            assert loads <= MOST_LOADS_AT_ONE_END
            assert entries <= MOST_ENTRIES


@pytest.mark.parametrize("part", range(3))
def test_structures_in_any_order_take_no_more(part, runtime):
    """Each of twelve structures once, each of six orders twice, in six storages by turns.

    Of 2^20 vertices all 72 with each edge at both ends, and these twelve in each storage, were
    counted once: 1,023 rounds, 5.9 loads and 80 entries at most; unsorted 863, 5.5 and 82; at one
    end 772, 9.6 and 68, but 2,095 rounds of dense near vertices in blocks whose rows hold the
    larger neighbors alone; as lists in order 1,827, 15.2 and 2, but 2,409 of the same, which have
    11 million edges.
    """
    storages = ("larger", "either", "unsorted", "list", "both", "smaller")
    for structure in range(part, 12, 3):
        order, storage = (structure * 5 + structure // 6) % 6, storages[structure % 6]
        name, graph = KINDS["structure"](structure + 12 * order, N_OF_STRUCTURES)
        with case(graph=name, storage=storage):
            rounds, loads, entries = _work_of(store(graph, storage, 1), runtime)
            assert rounds <= MOST_ROUNDS_OF_STRUCTURES
            assert loads <= MOST_LOADS
            assert entries <= MOST_ENTRIES_OF_STRUCTURES


def test_odd_orders_take_no_more(runtime):
    """Each graph in two storages, by turns; brooms as lists, which showed a cliff.

    Of 2^20 vertices all were counted once: at both ends 802 rounds, 10.7 loads and 192 entries at
    most; at the larger 780, 18.6 and 52; at either 1,904, 16.7 and 82; as lists in order 1,979,
    22.0 and 2, but 4,363 rounds of lollipops, which have 5.8 million edges; in no order 1,625, 17.7
    and 2. At the smaller end 1,579, 21.1 and 209, where a lollipop had taken more than 20,000
    rounds, a ladder 4,006 and 155, and a wheel 2,071 and 34.
    """
    for seed, name in enumerate(ODD):
        storages = {ODD_STORAGES[(seed + step) % len(ODD_STORAGES)] for step in (0, 3)}
        storages |= {"list"} if "broom" in name else set()
        graph = odd_graph(seed, N_OF_ODD).graph
        for storage in sorted(storages):
            with case(graph=name, storage=storage):
                work = _work_of(store(graph, storage, 1), runtime)
                assert all(np.less_equal(work, MOST_OF_ODD)), work


def test_lists_take_no_more(runtime):
    for family, storage in LISTS:
        with case(graph=family, storage=storage):
            rounds, loads, entries = _work_of(store(FAMILIES[family](N), storage, 1), runtime)
            assert rounds <= MOST_ROUNDS_OF_LISTS
            assert loads <= MOST_LOADS_OF_LISTS
            # Two ends for each edge; a work-item that looks again takes 64 edges of 4 million.
            assert entries <= MOST_ENTRIES


def test_cliffs_of_lists_show(runtime, monkeypatch):
    def rounds(problem, variant, **options):
        made = store(FAMILIES["two-chains-beside-random"](1 << 16), "list", 1)
        return _work_of(made, runtime, problem, variant=variant, options=options)[0]

    for problem in (clconn.connected_components, clconn.spanning_forest):
        with case(problem=problem), monkeypatch.context() as patch:
            best = rounds(problem, "coo/interleaved/single", order="blocks")
            assert best < 1000
            assert rounds(problem, "coo/async/single") > 3 * best
            # No walk is given up then.
            switch = "clconn.opencl_backend.components.finishes.give_up_switch"
            patch.setattr(switch, lambda _: {})
            assert rounds(problem, "coo/interleaved/single", order="blocks") > 3 * best


def test_nothing_is_done_again_where_no_edge_was_given_up(runtime):
    for problem in (clconn.connected_components, clconn.spanning_forest):
        made = store(FAMILIES["random"](1 << 14), "shuffled-list", 1)
        _work_of(made, runtime, problem, variant="coo/interleaved/single", options={})
        again = [work for work in runtime.work if work.kernel == "unite_edges_at_once"]
        assert len(again) == 2
        assert not any(work.loads for work in again)


def test_cliffs_of_rows_show(runtime, monkeypatch):
    """Chains from both ends, of graphs so large that rows give edges up."""
    monkeypatch.setattr("clconn.opencl_backend.plan.auto_variant.VERTICES_OF_ONE_LAUNCH", 0)
    least = "clconn.opencl_backend.union_find.given_up_edges.VERTICES_TO_GIVE_UP_ROWS"

    def rounds(problem):
        graph = FAMILIES["clique-chain-both-ends"](1 << 15)
        options = {"initialization": "self"}
        return _work(graph, runtime, problem, variant="csr/async/single", options=options)[0]

    for problem in (clconn.connected_components, clconn.spanning_forest):
        with case(problem=problem), monkeypatch.context() as patch:
            usual = rounds(problem)
            patch.setattr(least, 0)
            assert usual > 3 * rounds(problem)
            assert any(work.loads for work in runtime.work if work.kernel == AGAIN)


def test_no_row_is_read_again_where_none_was_given_up(runtime, monkeypatch):
    monkeypatch.setattr("clconn.opencl_backend.plan.auto_variant.VERTICES_OF_ONE_LAUNCH", 0)
    of_rows = "clconn.opencl_backend.union_find.given_up_edges.VERTICES_TO_GIVE_UP_ROWS"
    monkeypatch.setattr(of_rows, 0)
    # The phases are launches here, since there is no barrier across work-groups.
    after_samples = "clconn.opencl_backend.union_find.finish_rows.are_listed_rows_given_up"
    monkeypatch.setattr(after_samples, lambda _: True)
    for variant, finalizes in (("csr/interleaved/single", False), ("kout/async/single", True)):
        _work(FAMILIES["random"](1 << 14), runtime, variant=variant, options={})
        again = [work for work in runtime.work if work.kernel == AGAIN]
        with case(variant=variant):
            assert len(again) == 2 + finalizes
            assert not any(work.loads for work in again[finalizes:])


def test_no_spanning_forest_takes_more(runtime, monkeypatch):
    # These stand for larger graphs of their families, for which something else may be chosen.
    monkeypatch.setattr("clconn.opencl_backend.plan.auto_variant.VERTICES_OF_ONE_LAUNCH", 0)
    samples = "clconn.opencl_backend.plan.auto_of_samples"
    monkeypatch.setattr(f"{samples}.VERTICES_OF_LARGE_SAMPLES", 0)
    for family, make in FAMILIES.items():
        with case(graph=family):
            rounds, loads, entries = _work(
                make(1 << 14), runtime, clconn.spanning_forest, verify=True
            )
            assert rounds <= LONGER_FORESTS.get(family, MOST_ROUNDS_OF_FORESTS)
            assert loads <= MOST_LOADS
            assert entries <= MOST_ENTRIES


@for_each(
    "cliff",
    [
        ("path", "csr/async/single", {}),
        ("strip", "csr/async/single", {}),
        ("caterpillar", "csr/async/single", {}),
        ("band-of-nine", "csr/async/halve", {"initialization": "far-smaller"}),
        ("near-random-dense", "hb/async/single", {}),
        ("categories", "kout/async/single", {}),
        ("path-among-band", "csr/async/single", {}),
    ],
)
def test_cliffs_show(cliff, runtime, monkeypatch):
    monkeypatch.setattr("clconn.opencl_backend.plan.auto_variant.VERTICES_OF_ONE_LAUNCH", 0)
    family, variant, options = cliff
    graph = FAMILIES[family](1 << 16)
    rounds, loads, _ = _work(graph, runtime, variant=variant, options=options)
    best_rounds, best_loads, _ = _work(graph, runtime)
    assert rounds > 3 * best_rounds or loads > 3 * best_loads


def test_a_long_row_that_one_work_item_reads_shows(runtime, monkeypatch):
    monkeypatch.setattr("clconn.opencl_backend.plan.auto_variant.VERTICES_OF_ONE_LAUNCH", 0)
    graph = FAMILIES["star-first-unsorted"](1 << 16)
    for initialization, is_cliff in (("smallest", True), ("first-smaller", False)):
        options = {"initialization": initialization}
        _, _, entries = _work(graph, runtime, variant="csr/async/single", options=options)
        assert (entries >= graph.n - 1) is is_cliff
        assert (entries > MOST_ENTRIES) is is_cliff
