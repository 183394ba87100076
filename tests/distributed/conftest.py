"""A cluster of two processes for all tests; those that kill workers start their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def cluster() -> Iterator[Any]:
    """Two workers with a nanny each, started as Dask starts them: not forked."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as started:
        yield started


@pytest.fixture(scope="session")
def _connected(cluster: Any) -> Iterator[Any]:
    from distributed import Client

    with Client(cluster, set_as_default=False) as connected:
        yield connected


@pytest.fixture
def client(_connected: Any) -> Iterator[Any]:
    """A client of that cluster, which is the current one during a test."""
    with _connected.as_current():
        yield _connected
