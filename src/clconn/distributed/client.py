"""The connection to the cluster."""

from __future__ import annotations

import contextlib
import logging
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

from clconn.errors import ClusterError, MissingLibraryError, OptionError
from clconn.parallel_passes import usable_cores

__all__ = ["connect", "find_client", "import_distributed", "share_of_cores", "workers_of"]

_HOW_TO_START = (
    "start one: from distributed import Client, LocalCluster; client = Client(LocalCluster()); or "
    "connect to a running scheduler: client = Client('tcp://HOST:8786')"
)

_THREADS_OF_POCL = ("POCL_MAX_PTHREAD_COUNT", "POCL_CPU_MAX_CU_COUNT")  # before PoCL 4, and since


def import_distributed() -> Any:
    """Import the library of Dask's clusters, or say how to install it."""
    try:
        import distributed
    except ImportError:
        raise MissingLibraryError(
            "clconn.distributed needs Dask: pip install 'clconn[distributed]'"
        ) from None
    return distributed


def find_client(client: Any = None) -> Any:
    """Return a client, or the current one if none is given.

    Raises
    ------
    ClusterError
        If there is none, or it is closed.
    OptionError
        If this is no client, or an asynchronous one.
    """
    distributed = import_distributed()
    if client is None:
        try:
            client = distributed.default_client()
        except ValueError:
            raise ClusterError(f"there is no Dask client; {_HOW_TO_START}") from None
    if not isinstance(client, distributed.Client):
        raise OptionError(
            f"client is {type(client).__name__}; expected a distributed.Client: {_HOW_TO_START}"
        )
    if client.asynchronous:
        raise OptionError(
            "the client is asynchronous; give a Client without asynchronous=True, or call the "
            "function in a thread, with asyncio.to_thread"
        )
    if client.status != "running":
        raise _closed(client)
    return client


def _closed(client: Any) -> ClusterError:
    return ClusterError(f"the Dask client is {client.status}; {_HOW_TO_START}")


def workers_of(client: Any) -> Mapping[str, Mapping[str, Any]]:
    """Return what the scheduler knows of each worker, by its address.

    The scheduler is asked, since ``Client.scheduler_info`` hands out a table that the client's own
    loop replaces every two seconds by one of at most five workers, or of none.

    Raises
    ------
    ClusterError
        If the scheduler does not answer.
    """
    if client.scheduler is None:  # closed since it was found
        raise _closed(client)
    try:
        known = client.sync(client.scheduler.identity, n_workers=-1)
    except (OSError, RuntimeError) as error:
        gone = f"the Dask scheduler does not answer: {error}"
        raise ClusterError(f"{gone}; {_HOW_TO_START}") from None
    workers: Mapping[str, Mapping[str, Any]] = known["workers"]
    return workers


def share_of_cores(processes: int) -> dict[str, str]:
    """Return the environment in which so many processes of PoCL share the cores of a machine.

    Otherwise each would take all of them. What the user has set stays.
    """
    share = str(max(1, usable_cores() // processes))
    return {name: os.environ.get(name, share) for name in _THREADS_OF_POCL}


_MOST_PROCESSES = 1024
"""Of a cluster on one machine: each takes some 140 MB."""


@contextlib.contextmanager
def connect(cluster: str) -> Iterator[Any]:
    """Yield a client of a cluster: an address, or ``local:K`` for K processes of this machine.

    Raises
    ------
    OptionError
        If the text is neither.
    ClusterError
        If no scheduler answers there.
    """
    distributed = import_distributed()
    local = re.fullmatch(r"local(?::(\d{1,30}))?", cluster)
    if local is None and (":" not in cluster or cluster.startswith("local:")):
        raise OptionError(
            f"{cluster!r} is no cluster; expected the address of a Dask scheduler, such as "
            "tcp://host:8786, or local:4 for four processes of this machine"
        )
    if local is not None and local[1] is not None and int(local[1]) < 1:
        raise OptionError(f"{cluster!r} has no workers; expected local:1 or more")
    if local is not None and local[1] is not None and int(local[1]) > _MOST_PROCESSES:
        raise OptionError(
            f"{cluster!r} is more processes than a machine bears; expected at most "
            f"local:{_MOST_PROCESSES}"
        )
    with contextlib.ExitStack() as exits:
        if local is not None:
            count = usable_cores() if local[1] is None else int(local[1])
            cluster = exits.enter_context(
                distributed.LocalCluster(
                    n_workers=count,
                    env=share_of_cores(count),
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=":0",
                    silence_logs=logging.CRITICAL,  # what fails is raised here
                )
            )
        try:
            client = exits.enter_context(distributed.Client(cluster))
        except (OSError, ValueError) as error:
            raise ClusterError(f"no Dask scheduler answers at {cluster}: {error}") from None
        except MemoryError:  # Dask takes the first bytes of another protocol for a length
            raise ClusterError(f"what answers at {cluster} is no Dask scheduler") from None
        yield client
