"""What a caller says of devices: one or several of them, and how much of their memory.

Nothing here opens a device, so wrong arguments are told before that.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from fractions import Fraction
from numbers import Real
from typing import Any

from clconn.errors import DeviceError, OptionError

__all__ = [
    "EVERY",
    "GPUS",
    "memory_bytes",
    "names_several",
    "refuse_memory_limit",
    "refuse_several",
]

GPUS = "gpus"
"""Selects all usable GPUs."""
EVERY = "all"
"""Selects all usable devices."""

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def names_several(device: Any) -> bool:
    """Whether this names a list of devices, be it of one; an empty list names none."""
    if isinstance(device, str):
        return device.strip().lower() in (GPUS, EVERY)
    return isinstance(device, Sequence) and not isinstance(device, bytes) and len(device) > 0


def refuse_several(device: Any, what: str) -> None:
    """Raise a DeviceError if a list of devices is given to what takes one."""
    if names_several(device):
        is_list = not isinstance(device, str)
        is_one = is_list and len(device) == 1 and not names_several(device[0])
        advice = f"; write device={device[0]!r}, without a list" if is_one else ""
        raise DeviceError(
            f"{what} takes one device, and device is {device!r}{advice}; connected_components, "
            "spanning_forest and minimum_spanning_forest of a graph on the host take several"
        )


def refuse_memory_limit(limit: Any, what: str, advice: str = "") -> None:
    """Raise an OptionError, with any further advice, if what takes no limit of memory gets one."""
    if limit is not None:
        raise OptionError(
            f"{what} takes no memory_limit; clconn.connected_components, is_connected, "
            "number_connected_components, spanning_forest and minimum_spanning_forest take it, "
            f"for a graph that passes through a device in pieces{advice and f'; {advice}'}"
        )


def memory_bytes(limit: Any) -> int | None:
    """Return a limit of memory in bytes: None, an integer, or a text such as ``"2 GiB"``.

    Raises
    ------
    OptionError
        If it is neither, or not positive.
    """
    if limit is None:
        return None
    expected = "expected an integer number of bytes above 0, or a text such as '500 MB' or '2 GiB'"
    if isinstance(limit, str):
        # Without ASCII, the sign of the kelvin would be a K.
        number_and_unit = r"\s*(\d{1,1000}(?:\.\d{1,1000})?)\s*([KMGT]?)(i?)B?\s*"
        match = re.fullmatch(number_and_unit, limit, re.IGNORECASE | re.ASCII)
        if match is None:
            raise OptionError(f"memory_limit is {limit!r}; {expected}")
        number, unit, binary = match.groups()
        power = _UNITS[unit.upper()]
        if unit and not binary:
            power = 10 ** (3 * list(_UNITS).index(unit.upper()))
        size = int(Fraction(number) * power)
    else:
        try:
            size = operator.index(limit)
        except TypeError:
            whole = _whole(limit)
            advice = "" if whole is None else f"; write {whole:_}"
            raise OptionError(f"memory_limit is {limit!r}; {expected}{advice}") from None
        if isinstance(limit, bool):
            raise OptionError(f"memory_limit is {limit!r}; {expected}")
    if size < 1:
        raise OptionError(f"memory_limit is {limit!r}; {expected}")
    return size


def _whole(limit: Any) -> int | None:
    """Return the integer that equals a number of another type, if there is one."""
    if not isinstance(limit, Real):
        return None
    try:
        whole = int(limit)  # type: ignore[call-overload]
    except (OverflowError, ValueError):  # infinite, or NaN
        return None
    return whole if whole == limit else None
