"""Edges in batches from files, pipes, arrays and iterators that need not fit into memory.

:func:`open_batches` opens a source and yields its edges batch by batch, and
:func:`stream_components` puts them into :class:`clconn.IncrementalComponents`. A
:class:`Checkpoint` is a file that keeps a result and the place in the source together.
"""

from __future__ import annotations

from clconn.streams.batches import Batch, Batches
from clconn.streams.components import StreamedComponents, stream_components
from clconn.streams.minimum_forests import minimum_spanning_forest
from clconn.streams.names import NameOrder, Names
from clconn.streams.opening import STREAM_FORMATS, open_batches
from clconn.streams.spanning_forests import spanning_forest

__all__ = [
    "STREAM_FORMATS",
    "Batch",
    "Batches",
    "NameOrder",
    "Names",
    "StreamedComponents",
    "minimum_spanning_forest",
    "open_batches",
    "spanning_forest",
    "stream_components",
]
