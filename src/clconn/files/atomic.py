"""Output files that appear complete or not at all.

The bytes go to a new file in the same directory. When all are on disk, the new file
replaces the old one in a single step (rename(2)). If an error or Ctrl-C stops the
writing, the new file is removed and the old one stays.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from clconn.errors import OutputError

__all__ = ["atomic_output"]


@contextmanager
def atomic_output(
    path: str | os.PathLike[str], *, part: str | os.PathLike[str] | None = None
) -> Iterator[BinaryIO]:
    """Open a binary file that replaces `path`, or its target, if the block ends without error.

    Until then the file is called `part`, in the same directory, or has a name of its own. A program
    that is killed leaves it. One that writes `path` again and again gives a `part`, so that its
    successor overwrites what is left.

    Raises
    ------
    OutputError
        If `path` is not a regular file, its directory is missing or not writable, or
        writing fails.
    """
    name = os.fspath(path)
    target = os.path.realpath(name)
    directory = os.path.dirname(target)
    mode = _mode_of_existing(name, target)
    if not os.path.isdir(directory):
        raise OutputError(f"{name}: there is no directory {directory}; make it first")
    own_name = f".clconn-{secrets.token_hex(8)}.part" if part is None else os.path.basename(part)
    temporary = os.path.join(directory, own_name)
    try:
        try:
            with open(temporary, "xb" if part is None else "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            if mode is not None:
                os.chmod(temporary, mode)
            os.replace(temporary, target)
        except PermissionError:
            raise OutputError(
                f"{name}: no permission to write in {directory}; choose another directory"
            ) from None
        except OSError as error:
            if isinstance(error, OutputError):
                raise
            raise OutputError(f"{name}: cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def _mode_of_existing(name: str, target: str) -> int | None:
    try:
        mode = os.stat(target).st_mode
    except OSError:
        return None
    if stat.S_ISDIR(mode):
        raise OutputError(f"{name} is a directory; name a file in it")
    if not stat.S_ISREG(mode):
        raise OutputError(f"{name} is no regular file; a pipe or device cannot be replaced")
    if not os.access(target, os.W_OK):
        raise OutputError(f"{name} is write-protected; remove it or choose another name")
    return stat.S_IMODE(mode)
