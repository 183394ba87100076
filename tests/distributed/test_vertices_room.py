"""Vertices that cannot fit a worker: when that is seen, and who refuses them."""

from types import SimpleNamespace

import numpy as np
import pytest

import clconn
from clconn.distributed import calls
from clconn.distributed.vertices_room import (
    NoRoomError,
    check_merge,
    check_vertices,
    smallest_limit,
)
from clconn.errors import ClusterError


def _client(*limits):
    workers = {str(place): {"memory_limit": limit} for place, limit in enumerate(limits)}
    return SimpleNamespace(scheduler_info=lambda n_workers: {"workers": workers})


def test_the_smallest_limit_counts():
    assert smallest_limit(_client(300, 200, 0)) == 200
    assert smallest_limit(_client(0, 0)) is None
    assert smallest_limit(_client()) is None


def test_vertices_without_room_are_refused():
    check_vertices(800, 100)
    check_vertices(800, None)
    check_vertices(None, 10**9)
    message = r"101 vertices take 808 bytes on one worker, .* may take 800"
    with pytest.raises(NoRoomError, match=message):
        check_vertices(800, 101)
    with pytest.raises(NoRoomError, match=r"fewer than 2\*\*31 vertices, and .* 2,147,483,648"):
        check_vertices(None, 2**31)


def test_a_merge_without_room_is_refused():
    check_merge(None, 10**9, 10**10)
    check_merge(1 << 30, 10**7, 10**7)
    with pytest.raises(NoRoomError, match="20,000,000 vertices and 40,000,000 edges takes 1,120,"):
        check_merge(1 << 30, 2 * 10**7, 4 * 10**7)
    check_merge(1 << 30, 2 * 10**9, 10**7)  # ten million edges have as few ends


@pytest.mark.parametrize(
    "solve", [clconn.distributed.spanning_forest, clconn.distributed.minimum_spanning_forest]
)
def test_forests_refuse_them(client, monkeypatch, solve):
    from dask import delayed

    monkeypatch.setattr(calls, "smallest_limit", lambda client: 800)
    with pytest.raises(ClusterError, match=r"101 vertices take 808 .*; give the workers more mem"):
        solve("no such file", n=101)
    with pytest.raises(ClusterError, match=r"5,001 vertices take 40,008 .*clconn.streams"):
        solve([delayed(np.array([[0, 5000]]))])
