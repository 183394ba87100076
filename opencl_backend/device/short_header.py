"""Programs for PoCL without OpenCL's header, which takes it longer than most kernels do.

PoCL 3.0 from PyPI puts ``opencl-c.h`` before each program: 18,000 lines that declare all functions
of OpenCL, of which our kernels call some thirty. It reads them whenever it is asked for a program,
since the key of its own cache is the text without macros. A program of one line takes 85 ms of
processor time to build with that header and 12 without it, and 20 and 7 if PoCL's cache has it.

So clconn defines the macro by which the header knows that it was read before, and declares what the
kernels call (``kernels_cl/device/opencl_functions.h``), in the words of that header. Both ways make
the same machine code; a test compares them. What does not build so is built in the usual way.

Invariant: a function is declared with all of its overloads or not at all. So a call finds the one
that it finds in the header, or none, and then takes the usual way.
"""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.kernel_text import file_text
from clconn.opencl_backend.device.pocl import is_pocl

__all__ = ["WITHOUT_HEADER", "reads_long_header", "with_short_header"]

WITHOUT_HEADER = "-D_OPENCL_H_"
"""An option by which PoCL skips OpenCL's header."""

_VERSION = "3.0"
"""Other versions were not tried."""


def reads_long_header(context: Any) -> bool:
    """Whether the compiler is a PoCL that is known to do without OpenCL's header."""
    return all(
        is_pocl(device) and device.driver_version.startswith(_VERSION) for device in context.devices
    )


def with_short_header(text: str) -> str:
    """The text of kernels after declarations of the functions that they call."""
    return file_text("device/opencl_functions.h") + text
