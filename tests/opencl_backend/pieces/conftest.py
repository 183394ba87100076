"""Several devices out of one: a processor's parts, each with one core, and the whole."""

from dataclasses import replace

import pytest

from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.device.staging import Staging
from clconn.opencl_backend.device.tuning import tuning_of
from clconn.opencl_backend.pieces import exchange, room
from tests.helpers.queues import queue_on


@pytest.fixture(scope="session")
def parts(device):
    """Two parts of a device, and the device."""
    import pyopencl as cl

    try:
        equally = cl.device_partition_property.EQUALLY
        found = device.create_sub_devices([equally, max(1, device.max_compute_units // 2)])
    except cl.Error:
        found = []
    if len(found) < 2:
        pytest.skip(f"{device.name} cannot be divided")
    return [*found[:2], device]


@pytest.fixture(autouse=True)
def _tiny_parts(monkeypatch):
    """What devices exchange goes in parts of a few numbers."""
    monkeypatch.setattr(exchange, "PART", 4096)


@pytest.fixture
def tiny_pieces(monkeypatch):
    """Pieces of a few entries, without a limit of memory."""
    monkeypatch.setattr(room, "_LEAST_BYTES", 8)

    def make(size):
        monkeypatch.setattr(room, "PIECE_BYTES", size)
        monkeypatch.setattr(room, "_SHARE_BYTES", size)

    make(64)
    return make


@pytest.fixture(scope="module")
def gpus(parts):
    """Runtimes of the parts that take the ways of a GPU."""
    made = []
    for part in parts[:2]:
        runtime = Runtime(queue_on(part))
        runtime.is_cpu = False
        runtime.tuning = replace(tuning_of(part, False), local_size=32, piece=64, groups=3)
        runtime.__dict__["staging"] = Staging(runtime, pinned=True, small=1, chunk=1024, threads=3)
        made.append(runtime)
    return made
