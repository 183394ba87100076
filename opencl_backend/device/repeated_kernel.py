"""A kernel that is launched again and again, with other arguments each time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["RepeatedKernel"]

_KNOWS_TYPES = "clconn_knows_types"
"""An attribute of a kernel object whose numbers have types, which are always the same."""


class RepeatedKernel:
    """A kernel object of its own, for launches that cost little of the host's time.

    Parameters
    ----------
    file, name, switches
        As for :meth:`Runtime.kernel`.
    """

    def __init__(
        self, runtime: Runtime, file: str, name: str, switches: Mapping[str, str | int | None]
    ) -> None:
        self._runtime = runtime
        self._kernel = runtime.kernel(file, name, switches)
        self._local = runtime.tuning.local_size
        # The next user of the kernel sets all arguments, whether the kernel knows the types or not.
        runtime.kernels.free_after(self, [Launch(self._kernel, 1, self._local)])

    def enqueue(self, items: int, *arguments: Any) -> Any:
        """Enqueue it and return its event; the caller holds the runtime's lock.

        Parameters
        ----------
        items
            Number of work-items; rounded up to whole work-groups.
        *arguments
            Numbers as numpy scalars of the kernel's types, buffers, and None.
        """
        if not hasattr(self._kernel, _KNOWS_TYPES):
            # Then a number takes pyopencl 0.2 microseconds in place of 10. To tell the types takes
            # a millisecond, so a kernel that had another user before is not told again.
            types = [type(it) if isinstance(it, np.generic) else None for it in arguments]
            self._kernel.set_scalar_arg_dtypes(types)
            setattr(self._kernel, _KNOWS_TYPES, True)
        self._kernel.set_args(*arguments)
        runtime, local = self._runtime, self._local
        runtime.launches += 1
        return import_pyopencl().enqueue_nd_range_kernel(
            runtime.queue, self._kernel, (-(-items // local) * local,), (local,)
        )
