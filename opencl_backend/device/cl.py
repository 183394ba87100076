"""Import pyopencl in a process where it can work.

Both PoCL and pyopencl keep caches under the user's home. If the home is not writable, PoCL shows a
platform without devices and pyopencl fails when it compiles. So clconn redirects both before it
asks pyopencl for anything; that works even if the user's program imported pyopencl before.
"""

from __future__ import annotations

import importlib
import os
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from clconn.errors import BackendUnavailableError

__all__ = ["has_pocl_folder", "import_pyopencl", "writable_cache_folder"]

_imported: Any = None


def writable_cache_folder(application: str) -> Path | None:
    """The user's cache folder of an application, created if need be; None if not writable."""
    import platformdirs

    folder = Path(platformdirs.user_cache_dir(application, application))
    return folder if _is_writable(folder) else None


def has_pocl_folder() -> bool:
    """Whether PoCL has a folder that it can write; without one it builds no kernel."""
    named = os.environ.get("POCL_CACHE_DIR")
    return _is_writable(Path(named)) if named else writable_cache_folder("pocl") is not None


def import_pyopencl() -> Any:
    """Import pyopencl; first move its caches and PoCL's away from an unwritable home.

    Raises
    ------
    BackendUnavailableError
        If pyopencl is not installed or cannot be loaded, or refuses its environment.
    """
    global _imported
    # Every launch asks, and to ask importlib takes three microseconds.
    if _imported is not None and sys.modules.get("pyopencl") is _imported:
        return _imported
    _move_caches()
    try:
        _imported = importlib.import_module("pyopencl")
    except ImportError as error:
        raise BackendUnavailableError(
            f"pyopencl cannot be imported ({error}); install it, with an OpenCL implementation for "
            "the processor, by: pip install 'pyopencl[pocl]'"
        ) from None
    except ValueError as error:
        raise BackendUnavailableError(
            f"pyopencl cannot be imported: {error}; it reads environment variables, such as "
            "PYOPENCL_NO_CACHE, which is y or n: correct it, or unset it"
        ) from None
    return _imported


def _is_writable(folder: Path) -> bool:
    """Whether files can be created in a folder, which is created if need be."""
    try:
        # Only creating it tells whether it is writable: to the superuser even /proc seems writable.
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)


@cache
def _move_caches() -> None:
    """Name other folders, or none, for the caches that cannot be written."""
    if "PYOPENCL_NO_CACHE" not in os.environ and writable_cache_folder("pyopencl") is None:
        os.environ["PYOPENCL_NO_CACHE"] = "1"
        if hasattr(sys.modules.get("pyopencl"), "_PYOPENCL_NO_CACHE"):
            # It has read the variable already, and looks at its own copy each time.
            sys.modules["pyopencl"]._PYOPENCL_NO_CACHE = True  # type: ignore[attr-defined]
    if "POCL_CACHE_DIR" not in os.environ and writable_cache_folder("pocl") is None:
        folder = _private_folder()
        if folder is not None:
            os.environ["POCL_CACHE_DIR"] = str(folder)


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
