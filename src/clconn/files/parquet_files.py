"""Files of Parquet, which are no graph files: how to tell them, and what reads them."""

from __future__ import annotations

import re

__all__ = ["is_parquet", "parquet_advice"]

_MAGIC = b"PAR1"
_NO_TEXT = re.compile(rb"[\0-\x08\x0e-\x1f]")
"""Bytes that no text has. Behind the magic number of Parquet the first one is 0x15, of a header."""


def is_parquet(head: bytes) -> bool:
    """Whether a file with these first bytes is Parquet; a text may begin with PAR1, a gene."""
    return head.startswith(_MAGIC) and _NO_TEXT.search(head) is not None


def parquet_advice(compressed: bool) -> str:
    """Return what a file is, and what reads it."""
    return (
        f"is {'a gzip file of ' if compressed else ''}a table of Parquet; "
        f"{'decompress it first: ' if compressed else ''}"
        "clconn.Graph.from_dataframe(pandas.read_parquet(path)) makes a graph of it, and "
        "clconn.distributed reads it, as clconn components, forest, msf and scc do with "
        "--cluster local:1 on this machine alone"
    )
