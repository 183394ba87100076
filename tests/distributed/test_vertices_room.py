"""Vertices that cannot fit a worker are refused before anything is read."""

from types import SimpleNamespace

import pytest

import clconn
from clconn.distributed.vertices_room import check_vertices, smallest_limit
from clconn.errors import ClusterError


def _client(*limits):
    workers = {str(place): {"memory_limit": limit} for place, limit in enumerate(limits)}
    return SimpleNamespace(scheduler_info=lambda n_workers: {"workers": workers})


def test_the_smallest_limit_counts():
    assert smallest_limit(_client(300, 200, 0)) == 200
    assert smallest_limit(_client(0, 0)) is None
    assert smallest_limit(_client()) is None


def test_vertices_without_room_are_refused():
    check_vertices(_client(800), 100)
    check_vertices(_client(800), None)
    check_vertices(_client(0), 10**9)
    message = r"101 vertices take 808 bytes on one worker, .* may take 800; .*contracted_components"
    with pytest.raises(ClusterError, match=message):
        check_vertices(_client(800, 900), 101)


def test_a_call_refuses_them(client):
    limit = smallest_limit(client)
    if limit is None or limit > 16 * 10**9:
        pytest.skip("the workers have room for all vertices")
    with pytest.raises(ClusterError, match="2,000,000,000 vertices"):
        clconn.distributed.connected_components("no such file", n=2_000_000_000)
