"""Batches of edges and queries for tests of components that stay up to date."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import clconn
from clconn.graph import Graph
from clconn.incremental import unpack
from clconn.reference.incremental.batch import Operation
from clconn.reference.incremental.specification import allowed_answers, roots_after
from tests.helpers.cases import case

VARIANTS = clconn.variants("incremental")
SIZES = (1, 32, 1000)
"""Edges in a batch: one, a word of answers, and all edges of most graphs."""


def settings_of(variant: clconn.Variant) -> list[dict[str, Any]]:
    """Every value of every option of a variant."""
    return [{option.name: value} for option in variant.options for value in option.values] or [{}]


def ends_of(graph: Graph) -> tuple[Any, Any]:
    """The ends of a graph's edges in a random order that is always the same."""
    order = np.random.default_rng(5).permutation(graph.edge_count)
    sources, targets = graph.edges()
    return sources[order], targets[order]


def batches_of(graph: Graph, size: int) -> Iterator[tuple[Any, Any]]:
    """The edges of a graph in batches of equal size; the last one has the rest, or nothing."""
    sources, targets = ends_of(graph)
    for begin in range(0, graph.edge_count + 1, size):
        yield sources[begin : begin + size], targets[begin : begin + size]


def operations_of(graph: Graph, size: int) -> Iterator[tuple[Any, Any, Any]]:
    """The edges of a graph in batches of insertions, with as many queries mixed in."""
    generator = np.random.default_rng(9)
    for sources, targets in batches_of(graph, max(size // 2, 1)):
        # Half of the queries ask for what the batch is about to join.
        asked = np.concatenate([sources, targets]) if graph.n else sources
        others = generator.integers(0, graph.n, asked.size) if graph.n else targets
        near = generator.random(asked.size) < 0.5
        partners = np.where(near, generator.permutation(asked), others)
        ends = np.concatenate([sources, asked]), np.concatenate([targets, partners])
        is_query = np.arange(ends[0].size) >= sources.size
        order = generator.permutation(ends[0].size)
        yield ends[0][order], ends[1][order], is_query[order]


def check_answers(
    bits: Any, roots: list[int], u: Any, v: Any, is_query: Any, *, separates_queries: bool
) -> list[int]:
    """Check the answers of a batch against the specification; return the roots after it."""
    answers = unpack(bits, len(u)).tolist()
    columns = (np.asarray(column).tolist() for column in (u, v, range(len(u)), is_query))
    batch = [Operation(*row) for row in zip(*columns, strict=True)]
    allowed = allowed_answers(roots, batch, separates_queries=separates_queries)
    for operation, answer, right in zip(batch, answers, allowed, strict=True):
        with case(operation=operation):
            assert answer in right
    assert not np.unpackbits(bits.view(np.uint8), bitorder="little")[len(u) :].any()
    return roots_after(roots, batch)
