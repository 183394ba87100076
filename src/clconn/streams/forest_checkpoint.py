"""A file that keeps the minimum spanning forest of a stream so far and the place in its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError, GraphFileError
from clconn.files.npz import translate_load_errors
from clconn.files.reading import translate_errors
from clconn.streams.checkpoint import Place, write_with_place
from clconn.streams.forest_so_far import ForestSoFar, Kept
from clconn.streams.kept_names import arrays_to_keep, read_names

if TYPE_CHECKING:
    from clconn.streams.batches import Batches

__all__ = ["restore_forest", "save_forest"]

_MARK = "clconn_minimum_forest"
_VERSION = 1


def save_forest(
    path: str,
    so_far: ForestSoFar,
    batches: Batches,
    position: dict[str, Any],
    n: int | None,
    count: int,
) -> None:
    """Write the forest so far and the place after `count` batches; `n` is what the user gave.

    Raises
    ------
    GraphError
        If weights are of no type of NumPy.
    OutputError
        If the file is not writable.
    """
    kept = so_far.kept()
    if kept.weights.dtype.kind == "O":
        raise GraphError(
            "no type of NumPy holds all weights so far, so a checkpoint cannot hold them; leave "
            "the checkpoint out, or give weights of one type"
        )
    arrays = {_MARK: np.array(_VERSION), **kept._asdict()}
    names = batches.names
    if names is not None:
        arrays |= arrays_to_keep(names, so_far.n)
    place = Place(position, batches.identity, n, count, names is not None)
    write_with_place(path, arrays, place)


def restore_forest(path: str, so_far: ForestSoFar, batches: Batches, place: Place) -> None:
    """Go on with the forest of a file, and the names of its vertices.

    Raises
    ------
    GraphFileError
        If it is no checkpoint of a minimum spanning forest, is damaged, or of the other kind.
    """
    expected = "expected the checkpoint of a minimum spanning forest; it is damaged"
    with translate_errors(path), open(path, "rb") as stream, translate_load_errors(path, expected):
        archive = np.load(stream, allow_pickle=False)
        if _MARK not in archive.files:
            raise GraphFileError(
                path, "is a checkpoint of something else than a minimum spanning forest"
            )
        if archive[_MARK].item() != _VERSION:
            raise GraphFileError(path, "is of another version of clconn; use the one that wrote it")
        kept = Kept(**{name: archive[name] for name in Kept._fields})
        if bool(kept.maximum) != so_far.maximum:
            this = "minimum" if so_far.maximum else "maximum"
            raise GraphFileError(
                path, f"is the checkpoint of a {this} spanning forest; name another one"
            )
        is_right = kept.is_right() and int(kept.edge_count) == place.position["edges"]
    if not is_right:
        raise GraphFileError(path, f"{expected}: its numbers do not fit each other")
    so_far.restore(kept)
    if batches.names is not None:
        batches.names.go_on(read_names(path, int(kept.n)))
