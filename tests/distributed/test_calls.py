"""Reports, progress, calls from a task, and how processes of a machine share its cores."""

from __future__ import annotations

import os
import pickle
from itertools import pairwise

import numpy as np
import pytest

import clconn
from clconn.distributed.client import share_of_cores, workers_of
from clconn.distributed.partial_forests import PartialForest, edge_ids_of_keys
from clconn.distributed.partitions import EdgeBlock
from clconn.distributed.reports import TaskReport
from tests.distributed.samples import same_components, sample

pytest.importorskip("distributed")

SAMPLE = sample()


def _edges():
    from dask import delayed

    return [delayed(part) for part in SAMPLE.parts]


@pytest.mark.usefixtures("client")
def test_a_report_sums_up_each_level():
    result = clconn.distributed.minimum_spanning_forest(_edges(), SAMPLE.n, fan_in=2)
    report = result.report
    levels = report.levels
    assert [(each.level, each.tasks) for each in levels] == [(0, 5), (1, 3), (2, 2), (3, 1)]
    assert levels[0].edges == report.edge_count == SAMPLE.sources.size
    assert report.bytes_read == sum(column.nbytes for column in SAMPLE[:3])
    # What leaves a level comes into the next one.
    for below, above in pairwise(levels):
        assert (below.forest_edges, below.forest_bytes) == (above.edges, above.bytes_in)
    assert levels[-1].forest_edges == result.edge_ids.size
    # Ends of 4 bytes, an id of 8, and a weight of 8.
    assert report.answer_bytes == levels[-1].forest_bytes == 24 * result.edge_ids.size
    assert 1 <= len(report.workers) <= 2
    assert report.peak_bytes > 2**25
    assert report.seconds > 0
    lines = str(report).splitlines()
    assert lines[0].split()[:3] == ["level", "tasks", "edges"]
    assert len(lines) == 1 + len(levels) + 2
    assert lines[-1].startswith(f"{report.seconds:.2f} s on ")


@pytest.mark.usefixtures("client")
def test_results_are_pickled_with_their_reports():
    forest = clconn.distributed.spanning_forest(_edges(), SAMPLE.n)
    again = pickle.loads(pickle.dumps(forest))
    np.testing.assert_array_equal(again.edge_ids, forest.edge_ids)
    assert again.report == forest.report
    assert clconn.connected_components(SAMPLE.graph).report is None


@pytest.mark.usefixtures("client")
def test_progress_is_dasks_own_bar(capfd):
    result = clconn.distributed.connected_components(_edges(), SAMPLE.n, progress=True)
    same_components(result, clconn.connected_components(SAMPLE.graph))
    captured = capfd.readouterr()
    assert "100% Completed" in captured.err
    assert captured.out == ""


def _count_in_a_task(n):
    from distributed import worker_client

    with worker_client() as client:
        return clconn.distributed.connected_components(_edges(), n, client).count


def test_a_task_may_call_it(client):
    # Both workers have one thread, which the caller leaves to others meanwhile.
    count = client.submit(_count_in_a_task, SAMPLE.n).result(timeout=60)
    assert count == clconn.connected_components(SAMPLE.graph).count


@pytest.mark.usefixtures("client")
def test_options_of_the_method_reach_the_workers():
    result = clconn.distributed.connected_components(
        _edges(), SAMPLE.n, variant="csr/ecl/halve", backend="reference"
    )
    same_components(result, clconn.connected_components(SAMPLE.graph))
    assert (result.variant, result.backend) == ("csr/ecl/halve", "reference")
    assert "8 tasks on" in result.reason


def test_processes_share_the_cores(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(8)))
    monkeypatch.delenv("POCL_MAX_PTHREAD_COUNT", raising=False)
    monkeypatch.setenv("POCL_CPU_MAX_CU_COUNT", "3")
    shares = {"POCL_MAX_PTHREAD_COUNT": "2", "POCL_CPU_MAX_CU_COUNT": "3"}
    assert share_of_cores(4) == shares
    assert share_of_cores(20)["POCL_MAX_PTHREAD_COUNT"] == "1"


def test_dask_knows_how_large_forests_and_blocks_are():
    from dask.sizeof import sizeof

    ends = np.zeros(1000, np.int64)
    block = EdgeBlock(ends, ends.copy(), ends.copy())
    forest = PartialForest("", None, 5, ends, ends, ends, None, TaskReport(0, 0))
    for each in (block, forest):
        assert 24_000 <= sizeof(each) < 25_000


def test_keys_become_ids():
    keys = np.array([0, 2, (1 << 40) + 1, (3 << 40) + 5])
    assert edge_ids_of_keys(keys, [3, 2, 0, 9]).tolist() == [0, 2, 4, 10]


def test_no_worker_is_missed_while_a_client_refreshes_its_table(cluster):
    from dask import config
    from distributed import Client

    with (
        config.set({"distributed.client.scheduler-info-interval": "1ms"}),
        Client(cluster, set_as_default=False) as busy,
    ):
        # Of 500 calls of Dask's own scheduler_info 54 found none here.
        assert {len(workers_of(busy)) for _ in range(100)} == {2}


@pytest.mark.parametrize("kind", [int, str])
def test_a_mapping_names_workers_by_numbers_or_texts(client, kind):
    names = [worker["name"] for worker in workers_of(client).values()]
    device = {kind(name): "no such device" for name in names}
    with pytest.raises(clconn.errors.DeviceError, match="no such device"):
        clconn.distributed.connected_components(_edges(), SAMPLE.n, device=device)
