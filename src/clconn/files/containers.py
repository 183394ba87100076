"""Files that hold graph files: archives, and compressions that clconn does not undo."""

from __future__ import annotations

__all__ = ["container_advice"]

_COMPRESSED = (
    (b"BZh", "bzip2", "bunzip2 -k"),
    (b"\xfd7zXZ\0", "xz", "unxz -k"),
    (b"\x28\xb5\x2f\xfd", "Zstandard", "unzstd"),
)
_TAR_PLACE, _TAR_MAGIC = 257, b"ustar"


def container_advice(path: str, head: bytes, compressed: bool) -> str | None:
    """Return what a file is and what opens it, or None if it is no container.

    Parameters
    ----------
    head
        Its first bytes, decompressed if it is gzip.
    compressed
        Whether it is.
    """
    if head[_TAR_PLACE:].startswith(_TAR_MAGIC):
        kind = "a gzip file of a tar archive" if compressed else "a tar archive"
        return f"is {kind}; unpack it (tar xf {path}) and read the graph's file in it"
    for magic, kind, command in _COMPRESSED:
        if head.startswith(magic):
            return f"is compressed by {kind}; decompress it first ({command} {path}), or use gzip"
    return None
