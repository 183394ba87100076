"""What is known to fail on an OpenCL implementation, and why.

A test of this table must fail on that implementation: one that passes all the same is a failure, so
that the table stays true. (``often`` is for those that fail in some runs only.) A driver that ends
the process fails nothing that could be expected; such a test asks the device first.
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
    often
        Whether they also pass in some runs.
    """

    platform: str
    tests: str
    reason: str
    often: bool = False


KNOWN_FAILURES: tuple[KnownFailure, ...] = ()


def known_failure(test: str, device: Any) -> tuple[str, bool] | None:
    """The reason why a test must fail on a device, and whether it may not pass; None for others."""
    if device is None or isinstance(device, str):
        return None
    for failure in KNOWN_FAILURES:
        if device.platform.name.strip() == failure.platform and re.search(failure.tests, test):
            return failure.reason, not failure.often
    return None
