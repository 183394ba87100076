"""Import pyopencl in a process where it can work.

Both PoCL and pyopencl keep caches under the user's home. If the home is not writable, PoCL shows a
platform without devices and pyopencl fails when it compiles. So clconn redirects both before it
imports pyopencl for the first time.
"""

from __future__ import annotations

import importlib
import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import Any

from clconn.errors import BackendUnavailableError

__all__ = ["import_pyopencl", "writable_cache_folder"]


def writable_cache_folder(application: str) -> Path | None:
    """The user's cache folder of an application, created if need be; None if not writable."""
    import platformdirs

    folder = Path(platformdirs.user_cache_dir(application, application))
    try:
        # Only creating it tells whether it is writable: to the superuser even /proc seems writable.
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


def import_pyopencl() -> Any:
    """Import pyopencl; first move its caches and PoCL's away from an unwritable home.

    Raises
    ------
    BackendUnavailableError
        If pyopencl is not installed or cannot be loaded.
    """
    if "pyopencl" not in sys.modules:
        if writable_cache_folder("pyopencl") is None:
            os.environ.setdefault("PYOPENCL_NO_CACHE", "1")
        if "POCL_CACHE_DIR" not in os.environ and writable_cache_folder("pocl") is None:
            folder = _private_folder()
            if folder is not None:
                os.environ["POCL_CACHE_DIR"] = str(folder)
    try:
        return importlib.import_module("pyopencl")
    except ImportError as error:
        raise BackendUnavailableError(
            f"pyopencl cannot be imported ({error}); install it, with an OpenCL implementation for "
            "the processor, by: pip install 'pyopencl[pocl]'"
        ) from None


def _private_folder() -> Path | None:
    """A folder in the temporary folder that only this user can have created."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    try:
        folder = Path(tempfile.gettempdir()) / f"clconn-pocl-{user}"
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
        mine = not hasattr(os, "getuid") or status.st_uid == user
        if not stat.S_ISDIR(status.st_mode) or not mine or status.st_mode & 0o022:
            return Path(tempfile.mkdtemp(prefix="clconn-pocl-"))
    except OSError:
        return None
    return folder
