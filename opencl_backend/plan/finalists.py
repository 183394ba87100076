"""The variants of components and forests that are tried where the user has them measured.

They are what ``"auto"`` chooses among, with the options on which it decides, and a few more;
``asv_benchmarks/mixtures.py`` measures them to find graphs for which that is wrong. Of 4,471 such
graphs a rule's choice and the best of five others chosen for a storage would still have left one in
a hundred beyond 1.3 times the best of all, so all are tried (docs/performance/measured.md, "Runs on
trial").
"""

from __future__ import annotations

from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_on_processor import (
    COVERING_ON_PROCESSOR,
    EDGES_ON_PROCESSOR,
    FOREST_OF_EDGES_ON_PROCESSOR,
    FOREST_ON_PROCESSOR,
    HOOKED_ON_PROCESSOR,
    ON_PROCESSOR,
    SAMPLED_ON_PROCESSOR,
)
from clconn.opencl_backend.plan.finalist import Finalist

__all__ = ["AT_ONE_END", "OF_EDGES", "OF_ROWS", "finalists_of_unions"]

_FLAT = {"flatten_links": True}
_COALESCED = {"sharing": "coalesced"}
_ALL_ROWS = {"skip_settled": False}
_FROM_ITSELF = {"initialization": "self"}
_FAR = {"initialization": "far-smaller"}
_BLOCKS = {"initialization": "blocks"}
_BY_BLOCKS = {"order": "blocks"}

OF_ROWS = (
    Finalist("hb/interleaved/single", _FLAT),
    Finalist("hb/async/single"),
    Finalist("kout/interleaved/single", _FLAT),
    Finalist("kout/interleaved/single"),
    Finalist("kout/interleaved/single", _COALESCED),
    Finalist("kout/async/single"),
    Finalist("kout/async/single", _COALESCED),
    Finalist("csr/interleaved/single", _FLAT),
    Finalist("csr/interleaved/single"),
    Finalist("csr/async/single"),
    Finalist("csr/async/single", _FROM_ITSELF),
    Finalist("csr/async/single", _FAR),
    Finalist("csr/async/halve", _FAR),
    Finalist("csr/async-random/single", _FROM_ITSELF),
    Finalist("csr/early/halve"),
    Finalist("csr/early/halve", _BLOCKS),
    Finalist("hb/async/single", _FLAT),
)
"""On a GPU, of rows with each edge at both ends."""

AT_ONE_END = (
    Finalist("kout/interleaved/single", _ALL_ROWS),
    Finalist("kout/interleaved/single", {**_ALL_ROWS, **_FLAT}),
    Finalist("kout/async/single", _ALL_ROWS),
    Finalist("hb/interleaved/single", _ALL_ROWS),
    Finalist("hb/interleaved/single", {**_ALL_ROWS, **_FLAT}),
    Finalist("csr/async/single"),
    Finalist("csr/async/single", _FROM_ITSELF),
    Finalist("csr/async/single", _FAR),
    Finalist("csr/async/single", _FLAT),
    Finalist("csr/interleaved/single"),
    Finalist("csr/interleaved/single", _FROM_ITSELF),
    Finalist("csr/interleaved/single", _FLAT),
    Finalist("csr/async/halve", _FAR),
    Finalist("csr/async-random/single", _FROM_ITSELF),
    Finalist("csr/early/halve"),
    Finalist("csr/early/halve", _FROM_ITSELF),
    Finalist("csr/early/halve", _BLOCKS),
)
"""The same of rows that may hold an edge at one end only, where no vertex may be left out."""

OF_EDGES = (
    Finalist("coo/async/single"),
    Finalist("coo/async/single", _BY_BLOCKS),
    Finalist("coo/interleaved/single"),
    Finalist("coo/interleaved/single", _BY_BLOCKS),
    Finalist("coo/early/halve"),
    Finalist("coo/early/halve", _BY_BLOCKS),
    Finalist("coo/async-random/single"),
    Finalist("coo/jtb/two-try"),
    Finalist("coo/async-random/single", _BY_BLOCKS),
    Finalist("coo/jtb/two-try", _BY_BLOCKS),
)
"""The same of a list of edges. The rules do not choose the last two."""

_ROWS_ON_PROCESSOR = (
    Finalist(ON_PROCESSOR),
    Finalist(FOREST_ON_PROCESSOR),
    Finalist("csr/async/single"),
)
_SAMPLES_ON_PROCESSOR = (
    Finalist(SAMPLED_ON_PROCESSOR),
    Finalist("kout/rem-cas/naive+split-one"),
    Finalist(COVERING_ON_PROCESSOR),
    Finalist(HOOKED_ON_PROCESSOR),
)
_EDGES_ON_PROCESSOR = (
    Finalist(EDGES_ON_PROCESSOR),
    Finalist(FOREST_OF_EDGES_ON_PROCESSOR),
    Finalist("coo/async/single"),
)


def finalists_of_unions(graph: DeviceGraph) -> tuple[Finalist, ...]:
    """The variants that are tried on a graph; of forests those among them that link roots only.

    Where variants are measured, rows are made of a list of edges; only benchmarks place lists so
    that there are none. A processor may still read the edges of such rows sooner than the rows.
    """
    if graph.runtime.is_cpu:
        edges = _EDGES_ON_PROCESSOR if graph.rows is None or graph.origin is not None else ()
        rows = () if graph.rows is None else _ROWS_ON_PROCESSOR
        samples = _SAMPLES_ON_PROCESSOR if graph.rows is not None and graph.symmetric else ()
        return (*rows, *samples, *edges)
    if graph.rows is None:
        return OF_EDGES
    return OF_ROWS if graph.symmetric else AT_ONE_END
