"""What is known to fail on an OpenCL implementation, and why.

A test of this table must fail on that implementation: one that passes all the same is a failure, so
that the table stays true. One that would end the process is not run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

__all__ = ["KNOWN_FAILURES", "KnownFailure", "known_failure"]


@dataclass(frozen=True)
class KnownFailure:
    """Tests that fail on a platform.

    Attributes
    ----------
    platform
        The platform's name, as pyopencl shows it.
    tests
        A regular expression that is found in their node ids.
    reason
        What of the implementation makes them fail.
    ends_process
        Whether the driver ends the process.
    """

    platform: str
    tests: str
    reason: str
    ends_process: bool = False


LOOPS_END = "llvmpipe ends the loops of a work-item after 65,535 rounds in all"

KNOWN_FAILURES = (
    KnownFailure(
        "rusticl", r"test_every_union_and_every_block\[.*csr/(async|hooks|early)/", LOOPS_END
    ),
    # The graphs are those with a row of 20,000 entries.
    KnownFailure(
        "rusticl",
        r"differential/test_(components|forest)\.py::test_all_hand_made_graphs_at_once"
        r"\[.*csr/((async|hooks)/(naive|compress)|early/compress)\]",
        LOOPS_END,
    ),
    KnownFailure(
        "rusticl",
        r"differential/test_minimum_forest\.py::test_"
        r"(all_hand_made_graphs_at_once|rows|hand_made_graphs|options_together|32_bit_minima_on_ties)"
        r"\[.*csr/ecl-mst/(?!vertex-centric)",
        f"{LOOPS_END}; so it counts a row of 16,384 entries or more and does not list all of "
        "them, and what the list held before is taken for edges",
        ends_process=True,
    ),
    KnownFailure(
        "rusticl",
        r"test_a_benchmark_runs\[.*-components\.DesignSpace\.time_compute\]",
        "label propagation on a road has thousands of rounds, minutes on llvmpipe, and the time "
        "limit ends the process",
        ends_process=True,
    ),
    KnownFailure(
        "rusticl",
        r"differential/test_strong_components\.py::test_(deep_graphs|families)\[.*-auto\]",
        f"{LOOPS_END}, and on a processor auto is Pearce's algorithm, which one work-item runs",
    ),
    KnownFailure(
        "rusticl",
        r"test_adjacency_inspection\.py::test_(a_large_graph|hand_made_graphs)\[small classes-",
        LOOPS_END,
    ),
    KnownFailure(
        "rusticl",
        r"test_condensation\.py::test_many_blocks_on_a_device\[",
        f"{LOOPS_END}; what the roots hold then leads beyond the ends of other arrays",
        ends_process=True,
    ),
    KnownFailure(
        "rusticl",
        r"test_a_binary_that_the_driver_refuses\[",
        "Mesa does not check a binary, and reads beyond its end",
        ends_process=True,
    ),
    KnownFailure(
        "Oclgrind",
        r"device/test_threads\.py::test_(one_graph|many_graphs|one_result|two_queues|a_new_queue)",
        "Oclgrind does not bear several threads",
        ends_process=True,
    ),
)


def known_failure(test: str, device: Any) -> KnownFailure | None:
    """The entry of a test, given by its node id, on a device; None if it has none."""
    if device is None or isinstance(device, str):
        return None
    for failure in KNOWN_FAILURES:
        if device.platform.name.strip() == failure.platform and re.search(failure.tests, test):
            return failure
    return None
