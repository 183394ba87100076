"""The file of :meth:`IncrementalComponents.save`: a NumPy archive that appears complete or not.

It has the smallest vertex of each vertex's component, which every variant and device can begin
with, the number of edges so far, and the links of the spanning forest.

Invariant: what :func:`read_checkpoint` returns are canonical components, and a spanning forest of
them. Anything else is refused by a :class:`GraphFileError` that names the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphFileError
from clconn.files.atomic import atomic_output
from clconn.files.file_objects import path_of
from clconn.files.npz import translate_load_errors
from clconn.files.reading import translate_errors
from clconn.incremental.engine import Links
from clconn.results import labels_from_roots
from clconn.results.trees import tree_labels

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Checkpoint", "checkpoint_arrays", "read_checkpoint", "write_checkpoint"]

_VERSION = 1
_MARK = "clconn_incremental"
"""The array with the version of the format; no other file has it."""

_LINKS = {"edge_ids": np.int64, "sources": np.int32, "targets": np.int32}


@dataclass(frozen=True)
class Checkpoint:
    """The state between two batches, and the arguments of the class.

    Attributes
    ----------
    roots : numpy.ndarray, int32
        The smallest vertex of each vertex's component.
    edge_count : int
    links : Links or None
        The spanning forest, if there is one.
    variant : str
        As the user gave it.
    options : mapping
        Those that the user set.
    growing : bool
    """

    roots: NDArray[np.int32]
    edge_count: int
    links: Links | None
    variant: str
    options: Mapping[str, Any]
    growing: bool


def write_checkpoint(path: str | os.PathLike[str], checkpoint: Checkpoint) -> None:
    """Write a file that replaces an earlier one when it is complete."""
    with atomic_output(path_of(path)) as stream:
        np.savez(stream, **checkpoint_arrays(checkpoint))


def checkpoint_arrays(checkpoint: Checkpoint) -> dict[str, Any]:
    """Return the arrays of a file."""
    words = {
        "variant": checkpoint.variant,
        "options": dict(checkpoint.options),
        "growing": checkpoint.growing,
    }
    arrays: dict[str, Any] = {
        _MARK: np.array(_VERSION),
        "n": np.array(checkpoint.roots.size),
        "roots": checkpoint.roots,
        "edge_count": np.array(checkpoint.edge_count),
        "arguments": np.array(json.dumps(words)),
    }
    if checkpoint.links is not None:
        arrays.update(checkpoint.links._asdict())
    return arrays


def read_checkpoint(path: str | os.PathLike[str]) -> Checkpoint:
    """Read and check a file.

    Raises
    ------
    GraphFileError
        If it is missing, damaged, of another program or of a later version of clconn.
    """
    name = path_of(path)
    expected = "expected a file of IncrementalComponents.save; it is damaged or something else"
    with translate_errors(name), open(name, "rb") as stream, translate_load_errors(name, expected):
        archive = np.load(stream, allow_pickle=False)
        if _MARK not in getattr(archive, "files", ()):
            raise GraphFileError(name, "expected a file of IncrementalComponents.save")
        version = archive[_MARK].item()
        if version != _VERSION:
            raise GraphFileError(
                name,
                f"has format {version}, and this clconn reads format {_VERSION}; use the clconn "
                "that wrote it, or a later one",
            )
        arrays = {member: archive[member] for member in archive.files}
        words = json.loads(arrays["arguments"].item())
        checkpoint = Checkpoint(
            arrays["roots"],
            int(arrays["edge_count"].item()),
            _links(arrays),
            str(words["variant"]),
            dict(words["options"]),
            bool(words["growing"]),
        )
        wrong = _wrong(checkpoint, arrays["n"].item())
    if wrong:
        raise GraphFileError(name, f"{wrong}: the file is damaged")
    return checkpoint


def _links(arrays: Mapping[str, NDArray[Any]]) -> Links | None:
    if arrays.keys().isdisjoint(_LINKS):
        return None
    return Links(**{name: arrays[name] for name in _LINKS})


def _wrong(checkpoint: Checkpoint, n: int) -> str | None:
    """Return what is wrong with the arrays, or None."""
    roots, links = checkpoint.roots, checkpoint.links
    if roots.dtype != np.int32 or roots.shape != (n,):
        return f"roots has dtype {roots.dtype} and shape {roots.shape}, of {n} vertices"
    if n and (roots.min() < 0 or (roots > np.arange(n)).any() or (roots[roots] != roots).any()):
        return "roots are not the smallest vertices of components"
    if links is None:
        return None
    for name, dtype in _LINKS.items():
        array = getattr(links, name)
        if array.dtype != dtype or array.shape != links.edge_ids.shape or array.ndim != 1:
            return f"{name} has dtype {array.dtype} and shape {array.shape}"
    ids = links.edge_ids
    if ids.size and (ids[0] < 0 or ids[-1] >= checkpoint.edge_count or (np.diff(ids) <= 0).any()):
        return f"edge_ids do not ascend in 0..{checkpoint.edge_count - 1}"
    ends = np.concatenate(links[1:])
    if ends.size and (ends.min() < 0 or ends.max() >= n):
        return f"a link has an end outside 0..{n - 1}"
    labels = labels_from_roots(roots)
    is_forest = ids.size == n - (int(labels.max()) + 1 if n else 0)
    if not is_forest or (tree_labels(n, links.sources, links.targets) != labels).any():
        return "the links are no spanning forest of the components"
    return None
