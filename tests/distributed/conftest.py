"""A cluster of two processes for all tests, and others for those that kill workers.

Idle workers take a seventh of a core, so none outlives the tests that ask for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.distributed.samples import sample, tell_of_little_memory


@pytest.fixture(scope="package")
def cluster() -> Iterator[Any]:
    """Two workers with a nanny each, started as Dask starts them: not forked."""
    distributed = pytest.importorskip("distributed")
    with _start(distributed) as started:
        yield started


def _start(distributed: Any) -> Any:
    return distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    )


@pytest.fixture(scope="package")
def _connected(cluster: Any) -> Iterator[Any]:
    from distributed import Client

    with Client(cluster, set_as_default=False) as connected:
        yield connected


@pytest.fixture
def client(_connected: Any) -> Iterator[Any]:
    """A client of that cluster, which is the current one during a test."""
    with _connected.as_current():
        yield _connected


@pytest.fixture
def narrow(client: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The same, of workers that have no room for the vertices of the sample."""
    tell_of_little_memory(monkeypatch, sample().n)
    return client


@pytest.fixture(scope="module")
def _mortals() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with (
        _start(distributed) as started,
        distributed.Client(started, set_as_default=False) as connected,
    ):
        yield connected


@pytest.fixture
def mortals(_mortals: Any) -> Iterator[Any]:
    """A client of two workers that a test may kill, and whose nannies start others."""
    _mortals.wait_for_workers(2)
    with _mortals.as_current():
        yield _mortals
