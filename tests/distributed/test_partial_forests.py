"""Forests of some partitions: which merges have room."""

import numpy as np
import pytest

from clconn.distributed.partial_forests import PartialForest, Question, merge
from clconn.distributed.reports import TaskReport
from clconn.distributed.vertices_room import NoRoomError
from clconn.problems import COMPONENTS, MINIMUM_FOREST

N = 300
METHOD = {"variant": "auto", "backend": "reference", "options": None}


def _stars(count, names=None, weights=None):
    """So many forests, each of which joins all vertices to the first one."""
    targets = np.arange(1, N, dtype=np.int32)
    return [
        PartialForest(
            f"part {number}",
            names,
            N,
            np.zeros(N - 1, np.int32),
            targets,
            (number << 40) + np.arange(N - 1, dtype=np.int64),
            weights,
            TaskReport(0, number),
        )
        for number in range(count)
    ]


def _question(problem, room_of_a_vertex):
    """Of a small worker a quarter is room."""
    return Question(problem, METHOD, room=4 * room_of_a_vertex * N)


def _merged(question, parts):
    return merge(question, parts, TaskReport(1, 0))


@pytest.mark.parametrize("dtype", [np.int64, np.int32])
def test_names_that_forests_share_count_once(dtype):
    names = np.arange(N, dtype=dtype) * 7 - 5
    parts = _stars(4, names)
    # 13 for each of four edges and 30 once are 82; four times the names would take 172.
    merged = _merged(_question(COMPONENTS, 83), parts)
    assert merged.n == N
    np.testing.assert_array_equal(merged.nodes, names)
    with pytest.raises(NoRoomError, match="a merge of forests of 300 vertices and 1,196 edges"):
        _merged(_question(COMPONENTS, 80), parts)
    others = [*parts[:3], *_stars(1, names + 10**9)]
    with pytest.raises(NoRoomError, match="a merge of forests of 600 vertices"):
        _merged(_question(COMPONENTS, 83), others)


@pytest.mark.parametrize(
    "names",
    [
        np.array([f"vertex {each:03}" for each in range(N)], object),
        np.arange(N, dtype=np.uint64) + np.uint64(2**63),
    ],
    ids=["words", "uint64"],
)
def test_names_without_rounds_are_never_refused(names):
    merged = _merged(_question(COMPONENTS, 20), _stars(4, names))
    assert (merged.n, merged.sources.size) == (N, N - 1)


def test_fewer_minimum_forests_at_once_and_narrow_weights_need_less_room():
    narrow, wide = (np.arange(N - 1, dtype=dtype) for dtype in (np.int32, np.float64))
    question = _question(MINIMUM_FOREST, 180)
    for weights in (None, narrow):
        assert _merged(question, _stars(2, weights=weights)).keys.size == N - 1
        with pytest.raises(NoRoomError):
            _merged(question, _stars(4, weights=weights))
    with pytest.raises(NoRoomError):
        _merged(question, _stars(2, weights=wide))
    # Joined, weights of four bytes may take eight.
    with pytest.raises(NoRoomError):
        _merged(question, [*_stars(1, weights=narrow), *_stars(1, weights=np.float32(narrow))])
