"""The names of the backends, the values of ``backend`` other than None."""

from __future__ import annotations

from typing import Final

__all__ = ["BACKENDS", "OPENCL", "REFERENCE", "SCIPY"]

OPENCL: Final = "opencl"
REFERENCE: Final = "reference"
SCIPY: Final = "scipy"

BACKENDS: Final = (OPENCL, REFERENCE, SCIPY)
