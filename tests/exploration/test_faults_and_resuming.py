"""Exploring when something goes wrong, and going on from earlier results."""

import time
from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse

import clconn
from clconn.errors import (
    DeviceError,
    ExplorationError,
    TimeLimitError,
)
from clconn.exploration import Exploration, explore, select_variants
from clconn.opencl_backend.plan import run
from tests.helpers.graphs import from_pairs

NAMES = ("csr/async/halve", "csr/ecl/split", "kout/async/halve")


def _names(rows):
    return [row.variant for row in rows]


def _names_of(patterns):
    return [row.name for row in select_variants(patterns)]


# ------------------------------------------------------------------- what goes wrong


class Feigned:
    """A plan that works, but for what a test wants of it."""

    def __init__(self, plan, *, change=None, seconds=0.0, error=None, from_run=0):
        self._plan, self._change, self._seconds = plan, change, seconds
        self._error, self._from_run = error, from_run
        self.runs = 0

    def run(self, *, wait):
        self.runs += 1
        time.sleep(self._seconds)
        if self._error is not None:
            raise self._error
        outputs = self._plan.run(wait=wait)
        if self._change is not None and self.runs > self._from_run:
            wrong = self._plan.runtime.download(outputs["roots"], 5)
            self._change(wrong)
            return {"roots": self._plan.runtime.upload_writable(wrong)}
        return outputs


GRAPH = from_pairs([(0, 1), (1, 2), (3, 4)], 5)
RIGHT = [0, 0, 0, 3, 3]


@pytest.fixture
def feign(monkeypatch):
    """Replace the plans of some variants; the plans, by variant, as they are made."""
    made = {}
    plan_variant = run.plan_variant

    def install(**faults):
        def plan(problem, graph, name, options=None):
            choice, plan = plan_variant(problem, graph, name, options)
            fault = faults.get(name.split("/")[1])
            if isinstance(fault, Exception):
                raise fault
            made[name] = plan if fault is None else Feigned(plan, **fault)
            return choice, made[name]

        monkeypatch.setattr(run, "plan_variant", plan)
        return made

    return install


def _set(*roots):
    def change(array):
        array[:] = roots

    return change


ASYNC_AND_ECL = ("csr/async/halve", "csr/ecl/split", "csr/ecl/halve")


@pytest.mark.parametrize(
    ("roots", "message"),
    [
        ((0, 0, 2, 3, 3), "edge 1 joins vertex 1 (root"),
        ((0, 0, 0, 0, 0), "no path joins"),
        ((1, 1, 1, 3, 3), "is not its component's smallest"),
        ((0, 0, 0, 4, 4), "root 4 of vertex 3 is not its component's smallest"),
        ((0, 0, 0, 1, 1), "root 1 of vertex 3 is not its component's smallest"),
        ((0, 0, 0, 7, 7), "root 7 of vertex 3 is not its component's smallest"),
        ((0, 0, 0, 2**31 - 1, 2**31 - 1), "is not its component's smallest"),
        ((-1, -1, -1, 3, 3), "expected 0 or more"),
    ],
)
def test_a_wrong_first_answer_is_not_what_the_others_are_compared_with(
    roots, message, device, feign
):
    feign(**{"async": {"change": _set(*roots)}})
    found = explore(GRAPH, variants=ASYNC_AND_ECL, device=device, repeats=2)
    first, *others = found.rows
    assert first.variant == "csr/async/halve"
    assert first.error.startswith("wrong answer: ")
    assert message.split(" (root")[0] in first.error
    assert first.wrong
    assert all(row.verified for row in others)
    assert found.count == 2
    assert _names(found.failures()) == ["csr/async/halve"]


@pytest.mark.parametrize("from_run", [0, 1, 3], ids=["always", "when timed", "in the last run"])
def test_a_wrong_answer_is_found_by_comparison(from_run, device, feign):
    feign(ecl={"change": _set(0, 0, 0, 3, 0), "from_run": from_run})
    found = explore(GRAPH, variants=ASYNC_AND_ECL, device=device, repeats=3)
    assert [row.verified for row in found.rows] == [True, False, False]
    for row in found.rows[1:]:
        assert row.error == (
            "wrong answer: vertex 4 has root 0, but 3 in the verified one, and so 0 others"
        )
        assert row.wrong


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (DeviceError("does not build:\n  line 3"), "DeviceError: does not build: line 3"),
        (KeyError("step"), "KeyError: 'step'"),
        ({"error": MemoryError("no memory")}, "MemoryError: no memory"),
        ({"error": DeviceError("x" * 9999)}, "DeviceError: xxx"),
    ],
)
def test_a_failure_is_a_row(fault, error, device, feign):
    feign(ecl=fault)
    found = explore(GRAPH, variants=ASYNC_AND_ECL, device=device, repeats=1)
    assert [row.verified for row in found.rows] == [True, False, False]
    for row in found.rows[1:]:
        assert row.error.startswith(error)
        assert len(row.error) <= 2000
        assert (row.runs, row.milliseconds, row.wrong) == (0, None, False)
    assert Exploration.from_json(found.to_json()) == found


def test_all_fail(device, feign):
    feign(ecl=DeviceError("broken"))
    found = explore(GRAPH, variants="csr/ecl/*", device=device)
    assert found.count is None
    assert found.ranking() == ()


def test_a_slow_variant_is_measured_by_its_first_run(device, feign):
    made = feign(ecl={"seconds": 0.25})
    found = explore(GRAPH, variants=ASYNC_AND_ECL[:2], device=device, repeats=9, time_limit=0.2)
    slow = found.rows[1]
    assert made[slow.variant].runs == 1
    assert slow.verified
    assert slow.runs == 1
    assert slow.milliseconds == slow.minimum >= 250
    assert "the first run alone" in slow.remark
    assert "time limit of 0.2 s" in slow.remark
    # The first one may have compiled for longer than that.
    assert found.rows[0].verified


def test_runs_stop_at_the_time_limit(device, feign):
    feign(ecl={"seconds": 0.15})
    explore(GRAPH, variants="csr/ecl/split", device=device, repeats=1)  # which compiles
    found = explore(GRAPH, variants="csr/ecl/split", device=device, repeats=50, time_limit=0.5)
    [row] = found.rows
    assert row.verified
    assert 1 <= row.runs <= 3
    assert row.remark.startswith(f"{row.runs} of 50 ")
    assert "0.5 s" in row.remark


def test_a_loop_that_is_given_up_is_a_row(device, feign):
    feign(ecl={"error": TimeLimitError("not done on it within the time limit")})
    found = explore(GRAPH, variants=ASYNC_AND_ECL, device=device, repeats=1, time_limit=7)
    assert "time limit of 7 s" in found.rows[1].error
    assert found.rows[0].verified


# ------------------------------------------------------------------------------ resuming


def test_what_is_there_is_not_measured_again(device, feign):
    made = feign()
    first = explore(GRAPH, variants=ASYNC_AND_ECL[:2], device=device, repeats=1)
    made.clear()
    kept = []
    both = explore(
        GRAPH, variants=(*ASYNC_AND_ECL, *NAMES), device=device, repeats=1,
        previous=Exploration.from_json(first.to_json()), record=kept.append,
    )  # fmt: skip
    assert both.rows[:2] == first.rows
    assert set(made) == {"csr/ecl/halve", "kout/async/halve"}
    assert set(_names(both.rows)) == {*ASYNC_AND_ECL, *NAMES}
    assert [found.rows for found in kept] == [both.rows[:3], both.rows]
    again = explore(
        GRAPH, variants=NAMES, device=device, previous=both,
        record=lambda found: pytest.fail("measured again"),
    )  # fmt: skip
    assert again == both


def test_a_failure_is_not_tried_again(device, feign):
    feign(ecl=DeviceError("broken"))
    first = explore(GRAPH, variants="csr/ecl/split", device=device)
    assert explore(GRAPH, variants="csr/ecl/split", device=device, previous=first) == first


def test_results_so_far_outlive_an_interrupt(device):
    kept = []

    def record(found):
        kept.append(found)
        if len(kept) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        explore(GRAPH, variants=NAMES, device=device, repeats=1, record=record)
    rest = explore(GRAPH, variants=NAMES, device=device, repeats=1, previous=kept[-1])
    assert _names(rest.rows) == _names_of(NAMES)
    assert rest.rows[:2] == kept[-1].rows


def test_the_checksum_is_that_of_the_rows_on_the_device(device):
    """The same for the same graph however given, and different for every other one."""

    def checksum(graph):
        return explore(graph, variants="csr/ecl/split", device=device, repeats=1).checksum

    rows = GRAPH.adjacency()
    same = [
        GRAPH,
        clconn.Graph.from_csr(rows.offsets, rows.neighbors),
        clconn.Graph.from_csr(rows.offsets.astype(np.int64), rows.neighbors.astype(np.int64)),
        scipy.sparse.csr_array(([1, 1, 1], ([0, 1, 3], [1, 2, 4])), shape=(5, 5)),
    ]
    assert len({checksum(graph) for graph in same}) == 1
    others = [
        from_pairs([(0, 1), (1, 2), (3, 4)], 6),
        from_pairs([(0, 1), (1, 2), (2, 4)], 5),
        from_pairs([(0, 1), (0, 2), (3, 4)], 5),
        from_pairs([], 5),
        from_pairs([], 0),
    ]
    assert len({checksum(graph) for graph in (GRAPH, *others)}) == 6


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"checksum": "00" * 16}, r"another graph \(checksum\)"),
        ({"vertices": 6}, r"another graph \(vertices\): 6, and this one is 5"),
        ({"entries": 7}, r"another graph \(entries\): 7, and this one is 6"),
        ({"device": "Abacus"}, "another device: Abacus, and this one is"),
        ({"driver": "1.0"}, "another driver: 1.0, and this one is"),
        ({"version": "0.0"}, "another version of clconn"),
        ({"problem": "forest"}, "another problem: forest"),
    ],
)
def test_results_of_something_else_are_refused(change, message, device):
    previous = explore(GRAPH, variants="csr/ecl/split", device=device, repeats=1)
    with pytest.raises(ExplorationError, match=message) as caught:
        explore(GRAPH, device=device, previous=replace(previous, **change))
    assert "file of their own" in str(caught.value)
