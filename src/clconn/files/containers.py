"""Files that hold graph files: archives, and compressions that clconn does not undo."""

from __future__ import annotations

__all__ = ["container_advice"]

_COMPRESSED = (
    (b"BZh", "bzip2", "bunzip2"),
    (b"\xfd7zXZ\0", "xz", "unxz"),
    (b"\x28\xb5\x2f\xfd", "Zstandard", "unzstd"),
)
_TAR_PLACE, _TAR_MAGIC = 257, b"ustar"


def container_advice(head: bytes, compressed: bool) -> str | None:
    """Return what a file is and what opens it, or None if it is no container.

    Parameters
    ----------
    head
        Its first bytes, decompressed if it is gzip.
    compressed
        Whether it is.
    """
    outer = "a gzip file of " if compressed else ""
    if head[_TAR_PLACE:].startswith(_TAR_MAGIC):
        return f"is {outer}a tar archive; unpack it (tar xf) and read the graph's file in it"
    for magic, kind, command in _COMPRESSED:
        if head.startswith(magic):
            first = "gunzip, then " if compressed else ""
            return f"is {outer}data in {kind}; decompress it first ({first}{command}), or use gzip"
    return None
