"""Small files in the user's cache folder, which a reader sees whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(file: Path, content: bytes) -> None:
    """Write a file in one step, and create its folder if need be.

    Raises
    ------
    OSError
        For example if the disk is full; then nothing is left of it.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
        os.replace(name, file)
    except OSError:
        os.unlink(name)
        raise
