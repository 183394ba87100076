"""A progress bar over the batches of a source."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from clconn.streams.batches import Batch, Batches

__all__ = ["each_batch"]


def each_batch(batches: Batches, progress: bool) -> Iterator[Batch]:
    """Iterate over batches; with `progress`, show a bar if standard error is a terminal.

    Where the number of edges is not known, the bar counts them without an end.
    """
    if not (progress and sys.stderr is not None and sys.stderr.isatty()):
        yield from batches
        return
    from tqdm import tqdm

    with tqdm(
        total=batches.edge_count, desc=batches.name, unit=" edges", unit_scale=True, leave=False
    ) as bar:
        for batch in batches:
            yield batch
            bar.update(batch.sources.size)
