"""Mixtures of graphs are made as they are named, and what ``"auto"`` chooses of them is judged."""

import json
import re
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import clconn
from asv_benchmarks import mixtures
from asv_benchmarks.benchmarks import (
    graphs,
    graphs_by_seed,
    mixed_graphs,
    storages,
    untuned_graphs,
)
from clconn.opencl_backend.graph.edge_order import EdgeOrder
from clconn.opencl_backend.graph.first_links import FirstLinks
from clconn.opencl_backend.graph.placement import to_device
from clconn.opencl_backend.plan.run import plan_variant
from clconn.problems import COMPONENTS, FOREST
from tests.helpers.cases import case
from tests.helpers.graphs import as_rows

VARIANTS = ("VARIANTS", "ONE_END_VARIANTS", "LIST_VARIANTS")


def test_mixtures_are_made_of_all_structures_in_all_orders():
    names = set()
    for seed in range(60):
        name, graph = mixed_graphs.mixture(seed, mixed_graphs.FEWEST_VERTICES)
        way, _, parts = name.partition(": ")
        of_parts = [re.fullmatch(r"(.+), ([^,]+), (\d+)", part) for part in parts.split("; ")]
        assert all(of_parts)
        sizes = [int(part[3]) for part in of_parts]
        assert graph.n == (max(sizes) if way == "one over the other" else sum(sizes))
        names |= {way, *(word for part in of_parts for word in part.groups()[:2])}
    orders = {order for order in mixed_graphs.ORDERS if order not in ("blocks", "stride")}
    assert names > {*mixed_graphs.WAYS, *orders, "blocks of 64", "stride 7"}
    assert len(names & set(mixed_graphs.STRUCTURES)) > 20
    again = mixed_graphs.mixture(59, mixed_graphs.FEWEST_VERTICES).graph
    assert (again.adjacency().neighbors == graph.adjacency().neighbors).all()
    for name, make in mixed_graphs.STRUCTURES.items():
        with case(structure=name):
            assert abs(make(4096).n - 4096) < 300
            assert make(512).n > 200


def test_a_mixture_has_the_edges_of_its_structure():
    for seed in range(200):
        name, graph = mixed_graphs.mixture(seed, mixed_graphs.FEWEST_VERTICES)
        way, _, part = name.partition(": ")
        if way == "alone":
            with case(seed=seed, name=name):
                made = mixed_graphs.STRUCTURES[part.rsplit(", ", 2)[0]](4096)
                degrees = (np.sort(np.diff(x.adjacency().offsets)) for x in (graph, made))
                assert np.array_equal(*degrees)
    # Each of two parts keeps its order.
    ids = mixed_graphs._interleave([5, 100])
    assert sorted(ids) == list(range(105))
    assert (np.diff(ids[:5]) > 0).all()
    assert (np.diff(ids[5:]) > 0).all()


def test_structures_have_their_edges_in_each_order():
    fewest, degrees, widths = mixed_graphs.FEWEST_VERTICES, {}, {}
    for seed in range(72):
        name, graph = graphs_by_seed.KINDS["structure"](seed, fewest)
        structure, order, n = re.fullmatch(r"(.+), ([^,]+), (\d+)", name).groups()
        assert int(n) == graph.n
        rows = graph.adjacency()
        degrees.setdefault(structure, []).append(np.sort(np.diff(rows.offsets)).tolist())
        widths[structure, order] = int(np.abs(rows.sources() - rows.neighbors).max())
    # The random edges are those of the structure, which has a seed of its own.
    assert len(degrees) == 12
    assert all(len(found) == 6 and found == found[:1] * 6 for found in degrees.values())
    of_band = [widths["band of 5", order] for order in graphs_by_seed.ORDERS]
    assert of_band[:2] == [5, 5]
    assert of_band[3:5] == [fewest - 3, fewest - 1]
    assert min(of_band[2], of_band[5]) > 500


def test_rmat_by_chance_has_any_parameters():
    fewest, names = mixed_graphs.FEWEST_VERTICES, set()
    for seed in range(20):
        name, graph = graphs_by_seed.KINDS["rmat"](seed, fewest)
        a, b, c, edges, shuffled, n = re.fullmatch(
            r"R-MAT (\S+) (\S+) (\S+), (\d+) edges(, shuffled)?, (\d+)", name
        ).groups()
        assert all(float(share) >= 0 for share in (a, b, c))
        assert 0.3 <= float(a) <= 0.7
        assert (int(n), graph.n) == (fewest, fewest)
        assert 2 * fewest <= int(edges) <= 32 * fewest
        assert 0 < graph.adjacency().neighbors.size <= 2 * int(edges)
        names |= {(a, b, c), shuffled}
    assert len(names) == 22
    _, again = graphs_by_seed.KINDS["rmat"](19, fewest)
    assert (again.adjacency().neighbors == graph.adjacency().neighbors).all()


def test_graphs_are_stored_as_they_are_named():
    graph = mixed_graphs.mixture(7, mixed_graphs.FEWEST_VERTICES).graph
    ends = np.sort(np.stack(graph.undirected_edges()[:2]), axis=0)
    expected = sorted(zip(*ends.tolist(), strict=True))
    for storage in storages.STORAGES:
        with case(storage=storage):
            stored = storages.store(graph, storage, 5)
            sources, targets = stored.edges()
            once = sources < targets if storage in ("both", "unsorted") else slice(None)
            pairs = np.sort(np.stack([sources[once], targets[once]]), axis=0)
            assert sorted(zip(*pairs.tolist(), strict=True)) == expected
            down = np.mean(targets < sources)
            assert down == pytest.approx({"larger": 1, "smaller": 0}.get(storage, 0.5), abs=0.05)
            in_order = np.all(sources[:-1] <= sources[1:])
            assert in_order == (storage != "shuffled-list")
            steps = np.diff(targets)[sources[:-1] == sources[1:]]
            in_no_order = (*storages.UNSORTED, "shuffled-list")
            assert bool(np.all(steps > 0)) == (storage not in in_no_order)
            assert (stored.user_rows is None) == (storage in storages.LISTS)


def _measured(**changes):
    line = mixtures._measure(untuned_graphs.band(300), COMPONENTS, "a band")
    return {"seed": 3, "name": "a band", "storage": "both", **line, **changes}


def test_mixtures_are_measured(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(mixtures, "SLOW", 0.0)
    sizes = [mixed_graphs.FEWEST_VERTICES]
    entries = mixed_graphs.mixture(3, *sizes).graph.adjacency().neighbors.size
    everything = {name: getattr(mixtures, name) for name in VARIANTS}
    for problem, storage, few in (
        (FOREST, "unsorted", True), *((COMPONENTS, storage, True) for storage in storages.STORAGES),
        (FOREST, "list", False), (FOREST, "either", False), (COMPONENTS, "both", False),
    ):  # fmt: skip
        # All variants of each kind of storage once, elsewhere two: they take long to compile.
        for name, variants in everything.items():
            monkeypatch.setattr(mixtures, name, variants[:2] if few else variants)
        with case(problem=problem, storage=storage):
            (line,) = mixtures.measure(range(3, 4), sizes, problem, storage)
            assert (line["seed"], line["problem"], line["storage"]) == (3, problem.name, storage)
            assert set(line["times"]) == {"auto", *mixtures.variants_of(storage)}
            at_both = storage in ("both", "unsorted")
            assert line["entries"] == entries // (1 if at_both else 2)
            assert len(line["times"]) == 3 or not few
            assert mixtures.choose(*(line[key] for key in ("n", "entries", "looks", "storage")))
    graph = clconn.Graph.from_edges([0, 1, 5], [1, 2, 6], 8)
    placed = to_device(as_rows(graph), graphs.runtime())
    for problem, expected in ((FOREST, 3), (COMPONENTS, [0, 0, 0, 3, 4, 5, 5, 7])):
        plan = plan_variant(problem, placed, "kout/interleaved/single")[1]
        answer = mixtures._answer(problem, placed, plan.run(wait=True))
        assert np.array_equal(answer, expected)
    output = tmp_path / "mixtures.jsonl"
    asked = []

    def measure(seeds, sizes, problem, storage, kind):
        asked.append((list(seeds), sizes, problem, storage, kind))
        return [line] * len(seeds)

    monkeypatch.setattr(mixtures, "measure", measure)
    monkeypatch.setattr(graphs, "runtime", lambda: SimpleNamespace(is_cpu=False))
    words = ["mixtures", "measure", "5", "7", "--sizes", "4096", "--output", str(output)]
    monkeypatch.setattr(sys, "argv", words)
    mixtures.main()
    assert len(output.read_text().splitlines()) == 2
    others = ["--problem", FOREST.name, "--stored", "unsorted", "--kind", "rmat"]
    monkeypatch.setattr(sys, "argv", [*words, *others])
    mixtures.main()
    cases = ((COMPONENTS, "both", "mixture"), (FOREST, "unsorted", "rmat"))
    assert asked == [([5, 6], [4096], *words) for words in cases]
    printed = capsys.readouterr().out
    assert " of 2\n" in printed
    assert " of 4\n" in printed


def test_what_is_chosen_of_mixtures_is_judged(tmp_path, monkeypatch, capsys):
    chosen = mixtures.choose(*(_measured()[key] for key in ("n", "entries", "looks")))
    fast = {**dict.fromkeys(mixtures.VARIANTS, 200.0), "auto": 400.0, chosen: 100.0}
    for then, times, expected in (
        ("another", fast, (1.0, 4.0)), (chosen, fast, (1.0, 1.0)),
        (chosen, {**fast, "auto": 50.0}, (1.0, 1.0)),
        ("csr/async/single", {**fast, "csr/async/single": 150.0}, (1.0, 1.5)),
    ):  # fmt: skip
        with case(then=then, times=times):
            line = json.dumps(_measured(chosen=then, times=times))
            ((now, before, name, _),) = mixtures.judge([line])
            assert (now, before, name) == (*expected, chosen)
    # Rows that are not sorted have other rules at hubs.
    looks = {**_measured()["looks"], "slow": 0, "long": 0, "at_hubs": 0.02, "within": 0}
    for unsorted in (False, True):
        storage = "unsorted" if unsorted else "both"
        measured = {"looks": looks, "entries": 600, "times": fast, "storage": storage}
        line = _measured(chosen="csr/early/halve", **measured)
        # As it was written before there were other storages.
        old = {**{key: line[key] for key in line if key != "storage"}, "unsorted": unsorted}
        for written in (line, old):
            ((_, _, name, _),) = mixtures.judge([json.dumps(written)])
            assert ("flatten_links=true" in name) == unsorted
    # Forests have a rule of their own for large lattices.
    lattice = dict.fromkeys(_measured()["looks"], 0) | {"long": 1, "slow": 1, "within": 0.53}
    measured = {"n": 1 << 22, "entries": 15 << 20, "looks": lattice, "times": fast}
    for problem in (COMPONENTS, FOREST):
        line = _measured(chosen="csr/early/halve", problem=problem.name, **measured)
        ((_, _, name, _),) = mixtures.judge([json.dumps(line)])
        assert name.startswith("csr/async-random/single") == (problem == FOREST)
    slow = {**fast, chosen: 300.0}
    output = tmp_path / "mixtures.jsonl"
    output.write_text(json.dumps(_measured(chosen=chosen, times=slow)) + "\n")
    monkeypatch.setattr(sys, "argv", ["mixtures", "judge", str(output)])
    mixtures.main()
    printed = capsys.readouterr().out
    assert "now: 1.500 in the mean, at most 1.50, 1 beyond 1.3, 0 beyond 2 of 1" in printed
    assert "1.50 a band (seed 3, " in printed
    del slow[chosen]
    with pytest.raises(SystemExit, match=f"{chosen} was not measured"):
        list(mixtures.judge([json.dumps(_measured(chosen="csr/async/single", times=slow))]))


def test_mixtures_compare_all_answers(monkeypatch):
    monkeypatch.setattr(mixtures.np, "array_equal", lambda one, other: False)
    with pytest.raises(SystemExit, match="is wrong on a band"):
        _measured()


def test_mixtures_refuse_what_they_cannot_do(tmp_path, monkeypatch, capsys):
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    measure = ["measure", "0", "9", "--output", str(empty)]
    for words, message in (
        ([*measure, "--sizes", "100"], "give numbers from 4096 on"),
        ([*measure, "--sizes", "many"], "give numbers"),
        (["measure", "5", "5", "--output", str(empty)], "there is no seed"),
        (measure, "there is no GPU"), (["judge", str(empty)], "hold no line"),
        (["judge", str(tmp_path / "none")], "there is no file"),
    ):  # fmt: skip
        with case(words=words):
            monkeypatch.setattr(graphs, "runtime", lambda: SimpleNamespace(is_cpu=True))
            monkeypatch.setattr(sys, "argv", ["mixtures", *words])
            with pytest.raises(SystemExit):
                mixtures.main()
            assert message in capsys.readouterr().err


def test_what_the_rules_choose_is_measured():
    """Or what they choose could not be judged."""
    draw = np.random.default_rng(0)
    seen, at_one_end, of_list = set(), set(), set()
    for _ in range(12000):
        looks = {field: draw.choice((0, 0.03, 0.2, 0.5, 0.97, 1)) for field in FirstLinks._fields}
        looks["slow_entries"] = draw.choice((0.0, 2.0, 5.0))
        looks |= {
            "hook_coverage": draw.choice((0, 0.5, 1)),
            "small_components": draw.choice((0, 0.9)),
        }
        n = int(draw.choice((1 << 12, 1 << 16, 1 << 18, 1 << 19, 1 << 21, 1 << 23)))
        entries = int(n * draw.choice((1, 1.1, 1.4, 2, 3.5, 6, 9, 20)))
        chosen = mixtures.choose(n, entries, looks)
        assert chosen in mixtures.VARIANTS
        seen.add(chosen)
        at_one_end.add(mixtures.choose(n, entries, looks, "either"))
        order = {field: draw.choice((0, 0.03, 0.5, 1)) for field in EdgeOrder._fields}
        of_list.add(mixtures.choose(n, entries, order, "list"))
    # Of a lattice nothing else is seen, which chance seldom draws.
    lattice = dict.fromkeys(FirstLinks._fields, 0.0) | {"within": 0.5}
    at_one_end.add(mixtures.choose(1 << 20, 1 << 21, lattice, "smaller"))
    # The last one is there as another way to hook.
    assert {*mixtures.VARIANTS[:-1]} == seen
    of_rows, of_edges = mixtures.ONE_END_VARIANTS, mixtures.LIST_VARIANTS
    others = (*of_rows[2:5], *of_rows[7:9], of_rows[10], of_rows[15])
    assert {*of_rows} - at_one_end == {*others}
    assert {*of_edges} - of_list == {*of_edges[-2:]}
