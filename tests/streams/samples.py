"""The same edges in every form that can be streamed."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from clconn.incremental.pairs import are_columns_of_pairs
from clconn.streams import Batch

N = 60
EDGES = np.random.default_rng(12).integers(0, 50, (137, 2)).astype(np.int32)
EDGES[5] = (49, 49)
WEIGHTS = np.arange(137) % 9


class Source(NamedTuple):
    """How to open a form again and again."""

    make: Callable[[], Any]
    arguments: dict[str, Any]
    weights: bool


def _lines(form: str) -> str:
    rows = zip(EDGES.tolist(), WEIGHTS.tolist(), strict=True)
    return "".join(form.format(u, v, w, a=u + 1, b=v + 1) for (u, v), w in rows)


TEXTS = {
    "edges.txt": f"# Nodes: {N} Edges: 137\n# a comment\n" + _lines("{0} {1}\n"),
    "crlf.tsv": "\r\n" + _lines("{0}\t{1}\r\n"),
    "weights.csv": "source,target,weight\n" + _lines("{0},{1},{2}\n"),
    "quotes.csv": _lines('"{0}";"{1}"\n'),
    "networkx.edgelist": _lines("{0} {1} {{'weight': {2}}}\n"),
    "konect.txt": "% sym unweighted\n" + _lines("{a} {b}\n"),
    "matrix.mtx": f"%%MatrixMarket matrix coordinate integer general\n{N} {N} 137\n"
    + _lines("{a} {b} {2}\n"),
    "arcs.gr": f"c roads\np sp {N} 137\n" + _lines("a {a} {b} {2}\n"),
    "pace.gr": f"p tw {N} 137\n" + _lines("{a} {b}\n"),
}
WEIGHTED = ("weights.csv", "networkx.edgelist", "matrix.mtx", "arcs.gr")


def write_all(folder) -> dict[str, Source]:
    """Write the files, and return every source by its name."""
    found: dict[str, Source] = {}

    def add(name, make, weights=False, **arguments):
        found[name] = Source(make, arguments, weights)

    for name, text in TEXTS.items():
        path = folder / name
        path.write_bytes(text.encode())
        add(name, lambda path=path: path, name in WEIGHTED)
        add(f"{name} by a pipe", lambda text=text: io.BytesIO(text.encode()), name in WEIGHTED)
        packed = folder / f"{name}.gz"
        packed.write_bytes(gzip.compress(text.encode()))
        add(packed.name, lambda packed=packed: packed, name in WEIGHTED)
    arrays = {
        "rows.npy": EDGES,
        "columns.npy": np.ascontiguousarray(EDGES.T),
        "fortran.npy": np.asfortranarray(EDGES),
        "wide.npy": EDGES.astype(">u8"),
    }
    for name, array in arrays.items():
        np.save(folder / name, array)
        add(name, lambda name=name: folder / name)
        add(f"{name} as an array", lambda array=array: array)
        add(f"{name} as a map", lambda name=name: np.load(folder / name, mmap_mode="r"))
    data = (folder / "rows.npy").read_bytes()
    add("rows.npy by a pipe", lambda: io.BytesIO(data))
    (folder / "rows.npy.gz").write_bytes(gzip.compress(data))
    add("rows.npy.gz", lambda: folder / "rows.npy.gz")
    for part, column in (("sources", EDGES[:, 0]), ("targets", EDGES[:, 1]), ("weights", WEIGHTS)):
        np.save(folder / f"set.{part}.npy", column)
    add("set.sources.npy", lambda: folder / "set.sources.npy", weights=True)
    for dtype in ("int32", "uint32", "int64"):
        pairs = EDGES.astype(f"<{dtype[0]}{int(dtype[-2:]) // 8}")
        (folder / f"{dtype}.bin").write_bytes(pairs.tobytes())
        (folder / f"{dtype}.columns").write_bytes(pairs.T.tobytes())
        add(f"{dtype}-pairs", lambda dtype=dtype: folder / f"{dtype}.bin", format=f"{dtype}-pairs")
        add(f"{dtype}-columns", lambda dtype=dtype: folder / f"{dtype}.columns",
            format=f"{dtype}-columns")  # fmt: skip
    raw = EDGES.tobytes()
    add("int32-pairs by a pipe", lambda: io.BytesIO(raw), format="int32-pairs")

    def items(cut):
        u, v = EDGES.T
        return ((u[i : i + cut], v[i : i + cut], WEIGHTS[i : i + cut]) for i in range(0, 137, cut))

    for cut in (1, 10, 500):
        add(f"iterator of {cut}", lambda cut=cut: items(cut), weights=True)
    add("iterator of arrays", lambda: iter([EDGES[:40], EDGES[40:].T]))
    add("list of lists", lambda: [(EDGES[:, 0].tolist(), EDGES[:, 1].tolist())])
    return found


def joined(batches) -> Batch:
    """Return all edges of batches as one."""
    parts = list(batches)
    for part in parts:
        assert are_columns_of_pairs(*part[:2]) or all(end.flags.c_contiguous for end in part[:2])
        assert part.weights is None or part.weights.flags.c_contiguous
        assert {column.ndim for column in part if column is not None} == {1}
    assert all(part.sources.size for part in parts)
    ends = [[each[i].astype(np.int64) for each in parts] for i in (0, 1)]
    weights = [each.weights for each in parts if each.weights is not None]
    assert len(weights) in (0, len(parts))
    empty = np.empty(0, np.int64)
    return Batch(
        *(np.concatenate([empty, *each]) for each in ends),
        np.concatenate(weights) if weights else None,
    )
