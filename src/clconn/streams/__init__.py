"""Edges in batches from files, pipes, arrays and iterators that need not fit into memory.

:func:`open_batches` opens a source and yields its edges batch by batch, and
:func:`stream_components` puts them into :class:`clconn.IncrementalComponents`. A
:class:`Checkpoint` is a file that keeps a result and the place in the source together.
"""

from __future__ import annotations

from clconn.streams.batches import Batch, Batches
from clconn.streams.opening import STREAM_FORMATS, open_batches

__all__ = ["STREAM_FORMATS", "Batch", "Batches", "open_batches"]
