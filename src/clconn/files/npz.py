"""NumPy archives with named arrays; the format that loses nothing.

Read: ``sources`` and ``targets``, or ``offsets`` and ``neighbors``, and perhaps
``weights``, ``n`` and ``directed``; other arrays are ignored. Written: the pair that
the graph is made of, ``n``, ``directed`` and, if there are any, ``weights``. So edges
keep the user's order, which edge ids refer to, and rows come back as rows. Every
dtype of weights stays as it is.

Whether rows are symmetric is not stored: clconn finds it out in linear time, and
a file that said so wrongly would make wrong answers.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from clconn.errors import GraphError, GraphFileError
from clconn.files.contract import Format, Request, Sample
from clconn.graph import Graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FORMAT", "array_names", "native", "refused_as"]

_ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_KINDS = (("sources", "targets"), ("offsets", "neighbors"))


def read(path: str, request: Request) -> Graph:
    """Read an archive of named arrays."""
    with (
        refused_as(path, "expected a NumPy archive"),
        np.load(path, allow_pickle=False) as archive,
    ):
        if not hasattr(archive, "files"):
            raise GraphFileError(path, "expected an archive of arrays, found a single one")
        names = set(archive.files)
        pair = next((kind for kind in _KINDS if names.issuperset(kind)), None)
        if pair is None:
            found = ", ".join(sorted(names)) or "none"
            raise GraphFileError(
                path,
                "expected arrays 'sources' and 'targets', or 'offsets' and 'neighbors', "
                f"found {found[:200]}",
            )
        wanted = [*pair, "n", "directed"] + ["weights"] * request.weighted
        arrays = {name: native(archive[name]) for name in wanted if name in names}
    stated = _scalar(path, arrays, "n", "iu")
    says_directed = _scalar(path, arrays, "directed", "b")
    directed = request.directed if request.directed is not None else bool(says_directed)
    n = request.n if stated is None else request.vertex_count(path, int(stated))
    make = Graph.from_edges if pair == _KINDS[0] else Graph.from_csr
    return make(
        arrays[pair[0]], arrays[pair[1]], n, weights=arrays.get("weights"), directed=directed
    )


@contextmanager
def refused_as(path: str, expected: str) -> Iterator[None]:
    """Turn whatever a library raises while it loads a file into a GraphFileError.

    NumPy evaluates headers as Python and scipy trusts the members of archives,
    so damaged ones raise almost anything, from TokenError to AttributeError.
    """
    try:
        yield
    except (GraphError, GraphFileError):
        raise
    except Exception as error:
        reason = " ".join(str(error).split())[:200]
        raise GraphFileError(path, f"{expected}; {reason or type(error).__name__}") from error


def native(array: object) -> NDArray[Any]:
    """The array in the byte order of this machine.

    Raises
    ------
    ValueError
        If it is no array, as members of archives need not be.
    """
    if not isinstance(array, np.ndarray):
        raise ValueError(f"a member holds {type(array).__name__}, not an array")
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _scalar(path: str, arrays: dict[str, NDArray[Any]], name: str, kinds: str) -> Any:
    if name not in arrays:
        return None
    value = arrays[name]
    if value.size != 1 or value.dtype.kind not in kinds:
        wanted = "one integer" if "i" in kinds else "one bool"
        raise GraphFileError(
            path, f"expected {name!r} to be {wanted}, found {value.dtype} of shape {value.shape}"
        )
    return value.item()


def array_names(sample: Sample) -> set[str] | None:
    """Names of the arrays in a zip archive; None if it is none, empty if it is damaged."""
    if not sample.head.startswith(_ZIP_MAGIC) or sample.compressed:
        return None
    try:
        with zipfile.ZipFile(sample.path) as archive:
            return {name.removesuffix(".npy") for name in archive.namelist()}
    except Exception:  # damage shows as BadZipFile, NotImplementedError, ValueError, ...
        return set()


def write(graph: Graph, stream: BinaryIO) -> None:
    """Write the edge list or the rows and all that belongs to them, without compression."""
    rows = graph.rows
    names = _KINDS[0] if rows is None else _KINDS[1]
    pair = graph.edges() if rows is None else (rows.offsets, rows.neighbors)
    arrays: dict[str, NDArray[Any]] = {
        **dict(zip(names, pair, strict=True)),
        "n": np.array(graph.n, dtype=np.int64),
        "directed": np.array(graph.directed),
    }
    if graph.weights is not None:
        arrays["weights"] = graph.weights
    # The stubs take **arrays for the option allow_pickle as well.
    np.savez(stream, **arrays)  # type: ignore[arg-type]


def sniff(sample: Sample) -> bool:
    """A zip archive that is not one of scipy's."""
    names = array_names(sample)
    return names is not None and not {"format", "shape"} <= names


FORMAT = Format(
    name="npz",
    suffixes=(".npz",),
    description="NumPy archive: sources, targets or offsets, neighbors[, weights]; loses nothing",
    read=read,
    write=write,
    sniff=sniff,
    compressible=False,
)
