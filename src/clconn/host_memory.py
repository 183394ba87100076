"""Refuse work that needs more memory of the host than is available, before it is taken.

The kernel of Linux grants memory that it does not have, and kills the process, or another
one, when the pages are used.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from clconn.errors import HostMemoryError

__all__ = ["available_bytes", "check_host_memory"]

MEMORY_INFORMATION = "/proc/meminfo"
GROUP = "/sys/fs/cgroup"


def check_host_memory(needs: Mapping[str, int], purpose: str, advice: str = "") -> None:
    """Raise a HostMemoryError if the bytes in `needs`, by what they hold, are not available."""
    total = sum(needs.values())
    if total < 1 << 24:  # not worth a look
        return
    available = available_bytes()
    if available is not None and total > available:
        sizes = ", ".join(f"{what} {size:,}" for what, size in needs.items() if size)
        raise HostMemoryError(
            f"{purpose} needs {total:,} bytes of memory ({sizes}), and {available:,} are available"
            + (f"; {advice}" if advice else "")
        )


def available_bytes() -> int | None:
    """Return the bytes that can be used without swapping; None where nothing tells it.

    A container may have a lower limit than the machine: that of its control group, of which
    the anonymous memory of its processes is used up and the cache of files is not.
    """
    available = None
    with contextlib.suppress(OSError, ValueError, IndexError):
        with open(MEMORY_INFORMATION, encoding="ascii") as lines:
            fields = dict(line.split(":", 1) for line in lines)
        available = int(fields["MemAvailable"].split()[0]) * 1024
    with contextlib.suppress(OSError, ValueError, KeyError):
        with open(f"{GROUP}/memory.max", encoding="ascii") as text:
            limit = int(text.read())  # the word "max" if there is none
        with open(f"{GROUP}/memory.stat", encoding="ascii") as lines:
            used = int(dict(line.split(None, 1) for line in lines)["anon"])
        available = min(limit - used, limit if available is None else available)
    return available
