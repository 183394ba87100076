"""The model of forests by rounds agrees with rounds that are run, and with what is known."""

import math
from dataclasses import replace

import numpy as np
import pytest

from asv_benchmarks.scale.__main__ import GPUS, PROCESSORS
from asv_benchmarks.scale.check_forest_rounds import FAMILIES, Family, compare_rounds, off
from asv_benchmarks.scale.forest_rounds import (
    Round,
    Star,
    expected_rounds,
    rounds_of_forest,
    tasks_of_round,
)
from asv_benchmarks.scale.forest_sizes import InOrder, uniform
from asv_benchmarks.scale.model import (
    KINDS,
    NAMES_A_SECOND,
    contraction,
    contraction_of_forest,
)
from clconn.distributed.contraction import rounds as rounds_of_contraction
from clconn.distributed.contraction.forest_partition import contract_forest
from clconn.distributed.contraction.forests import (
    ContractedForest,
    contract_forests,
    round_steps,
)
from clconn.distributed.contraction.rounds import run_rounds
from clconn.distributed.local_numbers import Solver
from clconn.distributed.partitions import EdgeBlock
from clconn.distributed.reports import ContractionRound, TaskReport
from tests.distributed.eager_client import EagerClient

N, PARTITIONS = 1 << 14, 8


def _states(client, sample, partitions, weighted):
    random, solver = np.random.default_rng(3), Solver()
    states = []
    for index, ends in enumerate(sample.parts(partitions)):
        weights = random.integers(0, 1 << 20, len(ends[0]), dtype=np.int32) if weighted else None
        block, report = EdgeBlock(*ends, weights), TaskReport(0, index)
        states.append(client.submit(contract_forest, block, solver, report, pure=False))
    return states


@pytest.mark.parametrize("weighted", [False, True], ids=["spanning", "minimum"])
def test_the_model_has_the_bytes_and_edges_of_rounds(weighted):
    for name, family in FAMILIES.items():
        sample = family.make(N, 8 * N, PARTITIONS)
        model = family.model(sample, PARTITIONS, weighted)
        client = EagerClient()
        states = _states(client, sample, PARTITIONS, weighted)
        found = contract_forests(client, states, Solver(), gather_bytes=0)
        try:
            compare_rounds(family, found, model, weighted)
        except ValueError as problem:
            pytest.fail(f"{name}: {problem}")


def test_a_model_that_is_off_is_refused():
    model = [Round(1000 * 0.75**at, 1000 * 0.75**at, 900 * 0.75**at) for at in range(24)]
    rounds = [
        ContractionRound(int(each.live), int(each.shuffled_bytes(0)), 0.0, int(each.left_bytes(0)))
        for each in model
    ]
    found = ContractedForest([], rounds, 0)
    family = Family(lambda n, edges, partitions: None, 0.1, 0.2)
    in_all, errors = compare_rounds(family, found, model, False)
    assert abs(in_all) < 0.01
    assert len(errors) == 8
    nothing = [Round(0.0, 0.0, 0.0)] * 200
    for wrong, message in (
        ([replace(each, live=1.3 * each.live) for each in model], "a round is 30% off"),
        ([replace(each, edges=0.5 * each.edges) for each in model], "a round is 10[01]% off"),
        ([replace(each, live=1.15 * each.live) for each in model], r"all rounds are \+15% off"),
        ([*model, *nothing], "24 rounds; expected 224"),
    ):
        with pytest.raises(ValueError, match=message):
            compare_rounds(family, found, wrong, False)
    for cut, message in (
        (replace(found, gathered=9), "24 rounds left 9 names; gather_bytes must be 0"),
        (replace(found, rounds=rounds[:5]), "5 rounds; expected 24"),
    ):
        with pytest.raises(ValueError, match=message):
            compare_rounds(family, cut, model, False)
    # No family may be so far from its runs that a model of another size passes.
    for name, each in FAMILIES.items():
        for factor in (20, 1 / 20, 1e-6):
            scaled = [
                replace(one, live=factor * one.live, edges=factor * one.edges) for one in model
            ]
            try:
                compare_rounds(each, found, scaled, False)
            except ValueError:
                continue
            pytest.fail(f"{name}: a model of {factor:g} times the size passes")


def test_too_low_is_as_far_off_as_too_high():
    for factor, error in ((1, 0), (1.5, 0.5), (1 / 1.5, -0.5), (20, 19), (1 / 20, -19)):
        assert off(factor * 8.0, 8.0) == pytest.approx(error)
    assert off(0.0, 8.0) == -off(8.0, 0.0) == -math.inf


def test_a_quarter_of_the_names_goes():
    for graph in (uniform(N, 8 * N), uniform(1e9, 1e11), Star(1e6), InOrder(1e6, 1e6)):
        rounds = rounds_of_forest(graph, 16)
        names = [each.names for each in rounds[:10]]
        np.testing.assert_allclose(np.divide(names[1:], names[:-1]), 0.75, atol=0.02)
        assert abs(len(rounds) - expected_rounds(graph.n)) < 12
        # A partition has no name twice, and no more trees than names.
        assert all(each.names <= each.live * 1.001 <= 16.1 * each.names for each in rounds[:10])
        assert all(each.edges < each.live for each in rounds[:10])


def test_names_of_many_thin_partitions_hardly_become_fewer():
    left = rounds_of_forest(uniform(1e9, 32e9), 4000)
    # A partition has 16 million ends of edges, of different vertices.
    assert left[0].live == pytest.approx(64e9, rel=0.02)
    assert left[8].live > 0.7 * left[0].live
    assert left[24].live < 0.2 * left[0].live


def test_tasks_of_a_round_are_counted(monkeypatch):
    calls = []

    class Counting(EagerClient):
        def submit(self, function, *arguments, pure):
            calls.append(function)
            return super().submit(function, *arguments, pure=pure)

    client = Counting()
    for partitions in (3, 4):
        sample = FAMILIES["path in order"].make(64, 0, partitions)
        states = _states(client, sample, partitions, False)
        for buckets in (1, 2, 3):
            monkeypatch.setattr(
                rounds_of_contraction, "bucket_count", lambda *arguments, count=buckets: count
            )
            calls.clear()
            rounds = len(run_rounds(client, states, 0, round_steps(Solver())).rounds)
            assert len(calls) == partitions + rounds * tasks_of_round(partitions, buckets)


def test_no_more_threads_or_workers_have_work_than_there_are_partitions():
    graph = uniform(1e10 / 32, 1e10)
    for problem in ("forest", "minimum forest"):
        model = contraction_of_forest(graph, PROCESSORS, 10, problem=problem)
        more = replace(PROCESSORS, threads=8), replace(PROCESSORS, workers=200)
        for machine in (*more, replace(PROCESSORS, workers=10)):
            assert contraction_of_forest(graph, machine, 10, problem=problem) == model
        # A thread has a partition, and a worker no second one.
        live = rounds_of_forest(graph, 10)
        in_rounds = sum(each.live for each in live[: model.rounds]) / 10 / NAMES_A_SECOND
        assert model.phases["rounds"] == pytest.approx(in_rounds)
        name_bytes = 83 + 4 * 4 * (problem == "minimum forest")
        used = model.limits["memory of rounds"] * PROCESSORS.memory - KINDS[problem].base_bytes
        assert used == pytest.approx(name_bytes * live[0].live / 10)
    few = [replace(PROCESSORS, workers=workers) for workers in (5, 10, 100)]
    assert contraction(graph, few[0], 10).seconds > contraction(graph, few[1], 10).seconds
    assert contraction(graph, few[1], 10) == contraction(graph, few[2], 10)
    # Of 1,000 tasks a thread of 400 has three at most, and one of 1,600 has one.
    few, many = (contraction_of_forest(graph, each, 1000) for each in (PROCESSORS, GPUS))
    assert few.phases["rounds"] == pytest.approx(3 * many.phases["rounds"])


def test_the_memory_of_a_worker_is_that_of_its_heaviest_task():
    for exponent, partitions in ((9, 1), (10, 10), (11, 100), (12, 1000)):
        graph = uniform(10.0**exponent / 32, 10.0**exponent)
        for problem in ("forest", "minimum forest"):
            for machine in (PROCESSORS, GPUS):
                model = contraction_of_forest(graph, machine, partitions, problem=problem)
                assert model.peak_bytes == pytest.approx(
                    max(model.limits.values()) * machine.memory
                )
                assert model.peak_bytes > KINDS[problem].edge_bytes * 1e9


def test_forests_of_more_edges_break_in_the_end():
    few, many = (
        contraction_of_forest(uniform(10.0**e / 32, 10.0**e), PROCESSORS, 10 ** (e - 9))
        for e in (10, 12)
    )
    assert max(few.limits.values()) < 1 < many.limits["memory of rounds"]
    assert few.rounds < many.rounds
    assert few.shuffled_bytes < many.shuffled_bytes
    weighted = contraction_of_forest(
        uniform(1e10 / 32, 1e10), PROCESSORS, 10, problem="minimum forest"
    )
    assert weighted.shuffled_bytes == pytest.approx(few.shuffled_bytes * 44 / 40)
    assert weighted.kept_bytes > few.kept_bytes
