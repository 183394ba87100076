"""Texts that are contracted batch by batch: their states, joined, are those of the whole text."""

from functools import partial

import numpy as np
import pytest

from clconn.distributed.contraction import reading as module
from clconn.distributed.contraction.component_partition import contract_locally, join_names
from clconn.distributed.contraction.forest_partition import contract_forest, join_forests
from clconn.distributed.files import TEXT, FilePiece
from clconn.distributed.local_numbers import Solver
from clconn.distributed.partial_forests import KEY_BITS
from clconn.distributed.reading import Reading
from clconn.errors import GraphFileError
from tests.distributed.samples import sample

SAMPLE = sample(n=400, edges=350)
SERIAL = Solver("reference")
INDEX = 3


@pytest.fixture
def piece(tmp_path):
    path = tmp_path / "edges.txt"
    rows = np.column_stack(SAMPLE[:3])
    np.savetxt(path, rows, fmt="%d")
    return FilePiece(str(path), TEXT)


def _contracted(piece, batch, contract, join):
    """The state of a partition, and how many edges each batch had."""
    sizes = []

    def counted(block, *more):
        sizes.append(len(block))
        return contract(block, *more)

    reading = Reading(weighted=True, batch=batch)
    return module._contract(piece, INDEX, "a text", reading, SERIAL, counted, join), sizes


@pytest.mark.parametrize("batch", [30, 100, 349])
def test_the_forest_is_that_of_the_whole_text(piece, batch):
    solve = partial(_contracted, piece, contract=contract_forest, join=join_forests)
    (expected, whole), (found, parts) = solve(1000), solve(batch)
    assert whole == [350]
    assert len(parts) > 1
    assert max(parts) <= batch
    assert sum(parts) == 350
    assert (found.head.n, found.head.report.edges) == (expected.head.n, 350)
    for name in ("names", "sources", "targets", "keys", "weights"):
        one, other = (getattr(each.state, name) for each in (found, expected))
        np.testing.assert_array_equal(one, other)
        assert one.dtype == other.dtype
    assert found.state.keys[0] >> KEY_BITS == INDEX
    assert found.head.report.forest_edges == len(found.state)


@pytest.mark.parametrize("batch", [30, 100, 349])
def test_the_components_are_those_of_the_whole_text(piece, batch):
    solve = partial(_contracted, piece, contract=contract_locally, join=join_names)
    (expected, _), (found, parts) = solve(1000), solve(batch)
    assert len(parts) > 1
    np.testing.assert_array_equal(found.state.names, expected.state.names)
    pairs = set(zip(found.state.groups.tolist(), expected.state.groups.tolist(), strict=True))
    assert len(pairs) == len(set(found.state.groups)) == len(set(expected.state.groups))
    assert found.state.groups.max() == len(pairs) - 1
    assert found.state.names.dtype == np.int64


def test_a_batch_is_contracted_before_the_next_is_read(piece):
    seen = []

    def contract(block, solver, report):
        seen.append((len(block), report.edges))
        return contract_forest(block, solver, report)

    reading = Reading(batch=100)
    module._contract(piece, INDEX, "a text", reading, SERIAL, contract, join_forests)
    assert [read for _, read in seen] == np.cumsum([size for size, _ in seen]).tolist()
    assert len(seen) > 1


def test_a_fault_in_a_later_batch_names_its_line(piece):
    with open(piece.path, "a", encoding="ascii") as text:
        text.write("7 -8 1\n")
    with pytest.raises(GraphFileError, match=r"edges\.txt.*351"):
        _contracted(piece, 100, contract_forest, join_forests)
