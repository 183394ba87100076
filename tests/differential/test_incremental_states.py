"""Insertions, queries, growth, files and snapshots in any order, against the reference."""

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import clconn
from clconn.design_space import find_variant
from clconn.problems import INCREMENTAL
from tests.helpers.batches import check_answers

MOST_VERTICES = 50

VARIANTS = [
    ("coo/async/split", {"vertices": "eager"}, True),
    ("coo/async/compress", {"vertices": "lazy"}, True),
    ("coo/hooks/halve", {"vertices": "lazy"}, True),
    ("coo/jtb/two-try", {}, True),
    ("coo/rem-lock/split+halve-one", {"vertices": "lazy"}, False),
    ("coo/rem-cas/naive+splice", {"vertices": "lazy"}, False),
    ("coo/liu-tarjan/CRFA", {}, False),
    ("coo/shiloach-vishkin/none", {}, False),
]

VERTICES = st.integers(0, MOST_VERTICES - 1)
PAIRS = st.lists(st.tuples(VERTICES, VERTICES), max_size=40)


class _Stream(RuleBasedStateMachine):
    """One stream on a device, and the same by the reference; both grow as ids come."""

    def __init__(self, variant, options, forest, device):
        super().__init__()
        self.variant, self.options, self.forest = variant, options, forest
        self.device = device
        self.snapshots = []
        self.folder = tempfile.TemporaryDirectory()

    @initialize(n=st.integers(0, 20))
    def begin(self, n):
        arguments = {"forest": self.forest, "growing": True, "options": self.options}
        self.live = clconn.IncrementalComponents(
            n, variant=self.variant, device=self.device, **arguments
        )
        self.reference = clconn.IncrementalComponents(
            n, variant=self.variant, backend="reference", **arguments
        )
        self.edges = []

    def both(self):
        return self.live, self.reference

    @rule(pairs=PAIRS)
    def insert(self, pairs):
        u, v = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        for one in self.both():
            one.insert(u, v)
        # The arrays are the caller's again.
        u[:] = v[:] = 0
        self.edges += pairs

    @rule(u=VERTICES, v=VERTICES)
    def insert_one(self, u, v):
        for one in self.both():
            one.insert(u, v)
        self.edges.append((u, v))

    @rule(pairs=PAIRS, data=st.data())
    def process(self, pairs, data):
        is_query = data.draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
        u, v = ([pair[end] for pair in pairs] for end in (0, 1))
        for one in self.both():
            one.grow(max([one.n - 1, *u, *v]) + 1)
        roots = self.reference.components().roots.tolist()
        separates = find_variant(self.variant, INCREMENTAL).separates_queries
        for one in self.both():
            bits = one.process(u, v, np.array(is_query, dtype=bool))
            check_answers(bits, roots, u, v, is_query, separates_queries=separates)
        # A query is no edge, but has a number.
        self.edges += [None if asks else pair for pair, asks in zip(pairs, is_query, strict=True)]

    @rule(pairs=PAIRS)
    def connected(self, pairs):
        u, v = ([pair[end] for pair in pairs] for end in (0, 1))
        answers = [one.connected(u, v).tolist() for one in self.both()]
        assert answers[0] == answers[1]

    @rule(more=st.integers(0, 5))
    @precondition(lambda self: self.live.n < MOST_VERTICES)
    def grow(self, more):
        for one in self.both():
            one.grow(one.n + more)

    @rule()
    def save_and_load(self):
        path = Path(self.folder.name, "stream.npz")
        self.live.save(path)
        self.live = clconn.IncrementalComponents.load(path, device=self.device)

    @rule()
    def take_components(self):
        self.snapshots.append((self.live.components(), self.reference.components().roots))

    @invariant()
    def counts_are_equal(self):
        assert self.live.n == self.reference.n
        assert self.live.count == self.reference.count
        assert self.live.edge_count == self.reference.edge_count == len(self.edges)

    def teardown(self):
        if hasattr(self, "live"):
            self.take_components()
            for result, roots in self.snapshots:
                np.testing.assert_array_equal(result.roots, roots)
            if self.forest:
                self._check_forest(self.live.spanning_forest())
        self.folder.cleanup()

    def _check_forest(self, forest):
        # What was a query joins nothing: a self loop in its place.
        ends = [pair or (0, 0) for pair in self.edges]
        u, v = np.array(ends, dtype=np.int64).reshape(-1, 2).T
        graph = clconn.Graph.from_edges(u, v, max(self.live.n, 1))
        if self.live.n:
            assert clconn.verify.forest(graph, forest)


@pytest.mark.parametrize(("variant", "options", "forest"), VARIANTS, ids=str)
def test_any_course_of_a_stream(variant, options, forest, device):
    run_state_machine_as_test(
        lambda: _Stream(variant, options, forest, device),
        settings=settings(max_examples=12, stateful_step_count=15, deadline=None),
    )
