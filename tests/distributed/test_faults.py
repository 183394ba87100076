"""Workers die, have little memory or no device; answers stay the same."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings

import numpy as np
import pytest

import clconn
from clconn.errors import ClusterError, ReferenceFallbackWarning
from tests.distributed.samples import same_minimum_forest, sample

distributed = pytest.importorskip("distributed")

SAMPLE = sample(n=2000, edges=2400)
MIB = 1 << 20


def _start(n_workers=2, **more):
    return distributed.LocalCluster(
        n_workers=n_workers, threads_per_worker=1, processes=True, dashboard_address=":0", **more
    )


def _slow(folder, number, part):
    time.sleep(0.1)
    (folder / f"{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    return part


def _kill(_value=None):
    os.kill(os.getpid(), signal.SIGKILL)


def _parts(folder, count):
    from dask import delayed

    cuts = np.linspace(0, SAMPLE.sources.size, count + 1).astype(int)
    return [
        delayed(_slow)(folder, i, tuple(column[cuts[i] : cuts[i + 1]] for column in SAMPLE[:3]))
        for i in range(count)
    ]


def _pids(client):
    return set(client.run(os.getpid).values())


def test_a_worker_killed_in_the_midst_costs_no_edge(mortals, tmp_path):
    victim = min(_pids(mortals))

    def kill():
        # It holds forests of partitions, whose merges wait for others.
        while len(list(tmp_path.glob(f"*-{victim}-*"))) < 3:
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    parts = _parts(tmp_path, 14)
    found = clconn.distributed.minimum_spanning_forest(parts, SAMPLE.n, fan_in=8)
    killer.join()
    same_minimum_forest(found, clconn.minimum_spanning_forest(SAMPLE.graph))
    assert found.report.edge_count == SAMPLE.sources.size
    mortals.wait_for_workers(2)
    assert victim not in _pids(mortals)
    # What the dead worker had read was read again.
    assert len(list(tmp_path.iterdir())) > 14


def test_a_partition_that_kills_its_workers_is_named():
    from dask import config, delayed

    # Of tasks that a worker had at the same time each may be the one, so they are named, too.
    parts = [delayed(part) for part in SAMPLE.parts[:2]] + [delayed(_kill)()]
    with (
        config.set({"distributed.scheduler.allowed-failures": 0}),
        _start(1) as cluster,
        distributed.Client(cluster),
        pytest.raises(ClusterError, match=r"partition 2: its workers died again .*memory-limit"),
    ):
        clconn.distributed.connected_components(parts)


def _grid_of_pairs(number, edges, n):
    """Edges between vertices of one remainder by seven, all others isolated from them."""
    sources = np.arange(number % 3, n, 7)
    pairs = np.column_stack([sources, (sources + 7 * (number + 1)) % n])
    return np.tile(pairs, (edges // len(pairs), 1))


@pytest.fixture
def processor():
    """The selector of a processor; a GPU's driver takes more memory than workers get here."""
    platforms = clconn.devices().platforms
    reports = [each for platform in platforms for each in platform.devices]
    found = [each.selector for each in reports if each.usable and each.type == "CPU"]
    if not found:
        pytest.skip("no OpenCL device is a processor")
    return found[0]


def test_a_graph_of_several_times_the_memory_of_a_worker(processor):
    from dask import delayed

    # A worker that compiles its kernels takes 334 MiB here, and 221 with those of PoCL's cache.
    limit, count, edges, n = 416 * MIB, 35, 2_500_000, 70_000
    with _start(memory_limit=limit) as cluster, distributed.Client(cluster) as client:
        before = _pids(client)
        parts = [delayed(_grid_of_pairs)(i, edges, n) for i in range(count)]
        result = clconn.distributed.connected_components(parts, n, device=processor)
        report = result.report
        assert {task.device for task in report.tasks} != {"host"}
        assert report.bytes_read >= 3 * limit
        assert report.peak_bytes < limit
        assert _pids(client) == before  # no nanny had to end a worker
    # Vertices of remainders 0, 1 and 2 by seven are joined within each, and others have no edge.
    remainders = np.arange(n) % 7
    roots = np.where(remainders < 3, remainders, np.arange(n))
    np.testing.assert_array_equal(result.roots, roots)


def test_without_devices_one_warning_is_given():
    from dask import delayed

    # No pyopencl is imported there; scipy answers, since the graph is not small.
    path = np.arange(60_000)
    parts = [delayed((path[i : i + 40_000], path[i + 1 : i + 40_001])) for i in (0, 19_999)]
    environment = {"PYOPENCL_NO_CACHE": "neither yes nor no"}
    with (
        _start(1, env=environment) as cluster,
        distributed.Client(cluster),
        warnings.catch_warnings(record=True) as caught,
    ):
        warnings.simplefilter("always")
        result = clconn.distributed.connected_components(parts)
    ours = [each for each in caught if issubclass(each.category, ReferenceFallbackWarning)]
    assert len(ours) == 1
    assert "1 of 1 workers have no device: " in str(ours[0].message)
    assert ours[0].filename == __file__
    assert result.count == 1
    assert result.backend == "scipy"
