"""Vertices that cannot fit a worker: when that is seen."""

import pytest

from clconn.distributed.vertices_room import (
    PROCESS,
    NoRoomError,
    check_answer,
    check_merge,
    check_vertices,
    smallest_limit,
)
from clconn.problems import COMPONENTS, FOREST, MINIMUM_FOREST
from tests.distributed.eager_client import ClientOfWorkers


def test_the_smallest_limit_counts():
    assert smallest_limit(ClientOfWorkers(300, 200, 0)) == 200
    assert smallest_limit(ClientOfWorkers(0, 0)) is None
    assert smallest_limit(ClientOfWorkers()) is None


def test_vertices_without_room_are_refused():
    check_vertices(COMPONENTS, 800, 100)
    check_vertices(COMPONENTS, 800, None)
    check_vertices(COMPONENTS, None, 10**9)
    message = r"101 vertices take 808 bytes on one worker, .* may take 800"
    with pytest.raises(NoRoomError, match=message):
        check_vertices(COMPONENTS, 800, 101)
    check_vertices(FOREST, 800, 101)  # which depends on how many edges there are
    for problem in (COMPONENTS, FOREST, MINIMUM_FOREST):
        with pytest.raises(NoRoomError, match=r"fewer than 2\*\*31 vertices, and .* 2,147,483,648"):
            check_vertices(problem, None, 2**31)


def test_a_forest_takes_what_its_edges_take():
    check_answer(FOREST, 160, 10**9, 10)
    check_answer(MINIMUM_FOREST, 160, 10, 10**9)
    check_answer(FOREST, None, 10**9, 10**9)
    with pytest.raises(
        NoRoomError, match=r"a forest of up to 11 edges takes 176 bytes .* take 160"
    ):
        check_answer(FOREST, 160, 10**9, 11)
    with pytest.raises(NoRoomError, match=r"101 vertices take 808 bytes .* as roots and labels"):
        check_answer(COMPONENTS, 800, 101, 10)


def test_a_merge_without_room_is_refused():
    check_merge(COMPONENTS, None, 10**9, 10**10)
    check_merge(COMPONENTS, 1 << 30, 10**7, 10**7)
    for problem, size in (
        (COMPONENTS, "1,120,000,000"),
        (FOREST, "2,520,000,000"),
        (MINIMUM_FOREST, "3,500,000,000"),
    ):
        message = f"20,000,000 vertices and 40,000,000 edges takes {size} bytes"
        with pytest.raises(NoRoomError, match=message):
            check_merge(problem, 1 << 30, 2 * 10**7, 4 * 10**7)
    check_merge(COMPONENTS, 1 << 30, 2 * 10**9, 10**7)  # ten million edges have as few ends


def test_wide_weights_and_forests_at_once_count_in_a_merge():
    limit, n = PROCESS + (864 << 20), 1 << 22
    check_merge(MINIMUM_FOREST, limit, n, 2 * n, 8)
    with pytest.raises(NoRoomError, match=r"takes 1,220,542,464 bytes"):
        check_merge(MINIMUM_FOREST, limit, n, 4 * n, 8)
    limit = PROCESS + 270 * n
    check_merge(MINIMUM_FOREST, limit, n, 4 * n, 4)
    with pytest.raises(NoRoomError):
        check_merge(MINIMUM_FOREST, limit, n, 4 * n, 8)


def test_a_small_worker_keeps_room_for_a_compiler():
    half, quarter = 512 << 20, 256 << 20
    # Of components, 43 bytes a vertex with a forest of one edge less.
    room = (512 - 288 << 20) // 43
    check_merge(COMPONENTS, half, room, room)
    with pytest.raises(NoRoomError, match="the smallest worker has room for 234,881,024"):
        check_merge(COMPONENTS, half, room + 1, room + 1)
    with pytest.raises(NoRoomError, match="the smallest worker has room for 67,108,864"):
        check_merge(COMPONENTS, quarter, room, room)
