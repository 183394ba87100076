"""Forked children are refused at once, since OpenCL would hang there; spawned ones work."""

import multiprocessing
import os

import pytest

import clconn
from clconn.opencl_backend.device.devices import selector_of
from tests.helpers.children import run_in_child
from tests.helpers.graphs import from_pairs

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system"),
    pytest.mark.timeout(200),  # a hang is the failure
]

FORKED = """
import os, sys, numpy, clconn, pyopencl, pyopencl.array
graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
other = clconn.Graph.from_edges([0], [1])
placed = graph.to()
result = clconn.connected_components(placed)
fresh = clconn.connected_components(graph)
rows = graph.adjacency()
queue = placed.runtime.queue
arrays = [pyopencl.array.to_device(queue, part) for part in (rows.offsets, rows.neighbors)]
assert result.roots.tolist() == [0, 0, 0, 3, 3, 5]
calls = {
    "compute": lambda: clconn.connected_components(graph, backend="opencl"),
    "compute another": lambda: clconn.connected_components(other),
    "by selector": lambda: clconn.connected_components(other, device="0:0"),
    "by queue": lambda: clconn.connected_components(other, device=queue),
    "on the device": lambda: clconn.connected_components(placed),
    "move": lambda: other.to(),
    "take arrays": lambda: clconn.DeviceGraph.from_csr(*arrays),
    "count": lambda: fresh.count,
    "roots": lambda: fresh.roots,
    "labels": lambda: fresh.labels,
    "arrays": lambda: fresh.on_device,
}
read, write = os.pipe()
if os.fork() == 0:
    said = []
    for name, call in calls.items():
        try:
            call()
            said.append(f"{name}: nothing raised")
        except clconn.errors.ForkedProcessError as error:
            assert "multiprocessing.get_context('spawn')" in str(error)
        except BaseException as error:
            said.append(f"{name}: {error!r}")
    # What is on the host already, and the reference, work on.
    if result.roots.tolist() != [0, 0, 0, 3, 3, 5]:
        said.append("kept roots")
    if clconn.connected_components(other, backend="reference").count != 1:
        said.append("reference")
    os.write(write, ("; ".join(said) or "all refused").encode())
    os._exit(0)
os.close(write)
print(os.fdopen(read).read())
assert fresh.count == 3, "the parent works on"
"""


def test_a_forked_child_is_refused(device):
    assert run_in_child(FORKED, device, seconds=60).strip() == "all refused"


def test_a_child_forked_before_the_first_use_works(device):
    code = """
import os, clconn
graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
if os.fork() == 0:
    print(clconn.connected_components(graph, backend="opencl").roots.tolist(), flush=True)
    os._exit(0)
os.wait()
"""
    assert run_in_child(code, device, seconds=60).strip() == "[0, 0, 0, 3, 3, 5]"


def _roots(selector):
    graph = from_pairs([(0, 1), (1, 2), (3, 4)], 6)
    return clconn.connected_components(graph, backend="opencl", device=selector).roots.tolist()


def test_spawned_children_work(device):
    selector = selector_of(device)
    assert _roots(selector) == [0, 0, 0, 3, 3, 5]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        answers = pool.map_async(_roots, [selector] * 4).get(timeout=100)
    assert answers == [[0, 0, 0, 3, 3, 5]] * 4
