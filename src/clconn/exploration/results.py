"""The results of an exploration: one row for each variant, a ranking and a heat map.

An exploration belongs to one graph, one device and one version of clconn. It stores them, so that
results of different explorations are never mixed. Invariants: no variant has two rows; a row is
verified only if it was measured; ``count`` is known if any row is verified.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.design_space import variants
from clconn.errors import ExplorationError, GraphFileMissingError, UnknownVariantError
from clconn.html_tables import rows_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Exploration", "HeatMap", "Measurement"]

MOST_ROWS = 10
"""Rows of the ranking that a notebook shows; a page has all of them."""


@dataclass(frozen=True)
class Measurement:
    """The measurement of one variant.

    Attributes
    ----------
    variant : str
        Name of the variant.
    milliseconds : float or None
        Median time of the runs, from the start of the first kernel to the end of the last one,
        with the graph on the device and the kernels built. None if no run finished.
    minimum : float or None
        Smallest time of the runs, in milliseconds.
    runs : int
        Number of measured runs.
    build_seconds : float
        Time of the first run beyond the median, for compiling and setup. It does not include
        kernels that an earlier variant has built or that are in a cache of the driver.
    verified : bool
        Whether the answers were right.
    error : str
        The error, such as a kernel that does not build, a wrong answer or too little memory;
        empty if there was none.
    remark : str
        A remark on the figures, such as a time limit that reduced the number of runs; or empty.
    """

    variant: str
    milliseconds: float | None = None
    minimum: float | None = None
    runs: int = 0
    build_seconds: float = 0.0
    verified: bool = False
    error: str = ""
    remark: str = ""

    @property
    def wrong(self) -> bool:
        """Whether the variant ran and its answer was wrong."""
        return self.runs > 0 and not self.verified


@dataclass(frozen=True, eq=False)
class HeatMap:
    """The slowdown of each pair of an edge source and a finish over the fastest variant.

    Attributes
    ----------
    edges, finishes : tuple of str
        Names of the rows and of the columns, in the order of the table of variants.
    slowdowns : numpy.ndarray, shape (len(edges), len(finishes)), float64
        Median time of the pair's best compression over that of the fastest variant, 1 or more;
        NaN if no variant of the pair is verified.
    best : tuple of tuples of Measurement or None
        The row of the best compression of each pair.
    """

    edges: tuple[str, ...]
    finishes: tuple[str, ...]
    slowdowns: NDArray[np.float64]
    best: tuple[tuple[Measurement | None, ...], ...]


@dataclass(frozen=True)
class Exploration:
    """The measurements of a problem's variants on one graph and one device.

    :func:`clconn.explore` returns it.

    Attributes
    ----------
    problem : str
        ``"components"``, ``"forest"`` or ``"minimum-forest"``.
    vertices, entries : int
        Size of the graph; the entries count each edge at both ends.
    checksum : str
        Hexadecimal BLAKE2b checksum of the rows, and of the weights if the problem uses them.
    device, driver : str
        Name of the device, and version of its platform's driver.
    version : str
        Version of clconn.
    count : int or None
        Number of components of the graph, or None before an answer is verified; without edges it
        is that of the vertices.
    rows : tuple of Measurement
        The measurements, in the order of their runs.
    """

    problem: str
    vertices: int
    entries: int
    checksum: str
    device: str
    driver: str
    version: str
    count: int | None = None
    rows: tuple[Measurement, ...] = ()

    def ranking(self) -> tuple[Measurement, ...]:
        """Return the verified rows, the fastest first."""
        verified = [row for row in self.rows if row.verified]
        return tuple(sorted(verified, key=lambda row: (_time(row), row.variant)))

    def failures(self) -> tuple[Measurement, ...]:
        """Return the rows with an error or a wrong answer, in the order of ``rows``."""
        return tuple(row for row in self.rows if not row.verified)

    def slowdown(self, row: Measurement) -> float:
        """Return the time of a verified row over that of the fastest verified row."""
        return _time(row) / min(_time(other) for other in self.rows if other.verified)

    def heat_map(self) -> HeatMap:
        """Return the slowdown of each pair of edge source and finish, with its best compression.

        Returns
        -------
        HeatMap

        Examples
        --------
        >>> rows = [Measurement("csr/ecl/halve", 2.0, 2.0, 5, verified=True),
        ...         Measurement("csr/ecl/split", 1.0, 1.0, 5, verified=True),
        ...         Measurement("kout/ecl/split", 3.0, 3.0, 5, verified=True)]
        >>> result = Exploration("components", 2, 2, "", "", "", "", 1, tuple(rows))
        >>> result.heat_map().slowdowns.tolist()
        [[1.0], [3.0]]
        """
        edges = _in_order((row.variant.split("/")[0] for row in self.rows), "edges", self.problem)
        finishes = _in_order(
            (row.variant.split("/")[1] for row in self.rows), "finish", self.problem
        )
        best: dict[tuple[str, str], Measurement] = {}
        ranking = self.ranking()
        for row in ranking:
            source, finish, _ = row.variant.split("/")
            best.setdefault((source, finish), row)
        slowdowns = np.full((len(edges), len(finishes)), np.nan)
        for (source, finish), row in best.items():
            place = edges.index(source), finishes.index(finish)
            slowdowns[place] = _time(row) / _time(ranking[0])
        grid = tuple(tuple(best.get((source, finish)) for finish in finishes) for source in edges)
        return HeatMap(edges, finishes, slowdowns, grid)

    def to_html(self, title: str = "") -> str:
        """Return a self-contained HTML page with the heat map and the ranking.

        The ranking can be sorted by a click on a head, and filtered by words.

        Parameters
        ----------
        title : str, optional
            Name of the graph.

        Returns
        -------
        str
            HTML without links to other files.
        """
        from clconn.exploration.page import page

        return page(self, title)

    def _repr_html_(self) -> str:
        ranking = self.ranking()
        rows = [
            (place, row.variant, f"{_time(row):.4g}", f"{_time(row) / _time(ranking[0]):.2f}")
            for place, row in enumerate(ranking[:MOST_ROWS], 1)
        ]
        title = (
            f"{self.problem}: {len(ranking):,} of {len(self.rows):,} variants verified on "
            f"{self.device}; {self.vertices:,} vertices, {self.entries:,} entries"
        )
        return rows_table(title, ("rank", "variant", "median ms", "slowdown"), rows)

    def to_png(self, title: str = "") -> bytes:
        """Return the heat map as a picture, drawn by matplotlib.

        Parameters
        ----------
        title : str, optional
            Name of the graph.

        Returns
        -------
        bytes
            A PNG file.

        Raises
        ------
        MissingLibraryError
            If matplotlib is not installed.
        """
        from clconn.exploration.picture import picture

        return picture(self, title)

    def to_json(self) -> str:
        """Return the results as a JSON object with one row per line, for :meth:`from_json`."""
        values = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        rows = [json.dumps(asdict(row), allow_nan=False) for row in values.pop("rows")]
        row_list = "[" + ",".join(f"\n  {row}" for row in rows) + "\n]"
        return json.dumps(values, allow_nan=False)[:-1] + f', "rows": {row_list}}}\n'

    @classmethod
    def from_json(cls, text: str | bytes) -> Exploration:
        """Read results from the text that :meth:`to_json` returns.

        Raises
        ------
        ExplorationError
            If the text does not have that form.
        """
        try:
            values = json.loads(text, parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            raise ExplorationError(
                f"not the results of an exploration, which are JSON: {error}"
            ) from None
        _check(values, _TYPES, "the results")
        for index, row in enumerate(values["rows"]):
            _check(row, _ROW_TYPES, f"row {index}")
            _check_row(row, index)
        rows = tuple(Measurement(**row) for row in values.pop("rows"))
        if len({row.variant for row in rows}) < len(rows):
            raise ExplorationError("a variant stands twice in the results")
        if values["count"] is None and any(row.verified for row in rows):
            raise ExplorationError("count is null, but rows are verified")
        return cls(**values, rows=rows)

    @classmethod
    def read(cls, path: str | Path) -> Exploration:
        """Read a file of results.

        Raises
        ------
        ExplorationError
            If the file does not contain results; the message names the file.
        GraphFileMissingError
            If there is no such file; also a FileNotFoundError.
        GraphFileAccessError
            If the file is not readable for another reason; also an OSError.
        """
        from clconn.files.reading import translate_errors

        try:
            with translate_errors(str(path)):
                content = Path(path).read_bytes()
        except GraphFileMissingError as error:
            advice = "Exploration.write and clconn explore -o write such files"
            raise GraphFileMissingError(path, f"{error.message}; {advice}") from None
        try:
            return cls.from_json(content)
        except ExplorationError as error:
            raise ExplorationError(f"{path}: {error}") from None

    def write(self, path: str | Path) -> None:
        """Write the results to a file; an existing file is replaced in one step.

        Raises
        ------
        OutputError
            If the path is not writable.
        """
        from clconn.files import atomic_output

        with atomic_output(path) as stream:
            stream.write(self.to_json().encode())


def _time(row: Measurement) -> float:
    assert row.milliseconds is not None
    return row.milliseconds


def _in_order(names: Iterable[str], part: str, problem: str) -> tuple[str, ...]:
    """Return the distinct parts of names in the order of the table; unknown ones come last."""
    try:
        order = list(dict.fromkeys(getattr(row, part) for row in variants(problem)))
    except UnknownVariantError:
        order = []
    present = set(names)
    return (*(name for name in order if name in present), *sorted(present - set(order)))


# ----------------------------------------------------------- checks of a file's content

_LONGEST = 1e12  # milliseconds, 30 years; larger values and infinity are not valid times

_Types = dict[str, tuple[type, ...]]

_TYPES: _Types = {
    "problem": (str,),
    "vertices": (int,),
    "entries": (int,),
    "checksum": (str,),
    "device": (str,),
    "driver": (str,),
    "version": (str,),
    "count": (int, NoneType),
    "rows": (list,),
}
_ROW_TYPES: _Types = {
    "variant": (str,),
    "milliseconds": (float, int, NoneType),
    "minimum": (float, int, NoneType),
    "runs": (int,),
    "build_seconds": (float, int),
    "verified": (bool,),
    "error": (str,),
    "remark": (str,),
}


def _check(values: Any, expected: _Types, what: str) -> None:
    if not isinstance(values, dict):
        raise ExplorationError(f"{what} is no JSON object")
    for name in sorted(expected.keys() ^ values.keys()):
        raise ExplorationError(f"{what}: {name} is {'missing' if name in expected else 'unknown'}")
    for name, types in expected.items():
        if type(values[name]) not in types:
            raise ExplorationError(f"{what}: {name} is {values[name]!r:.60}")


def _check_row(row: dict[str, Any], index: int) -> None:
    name, runs = row["variant"], row["runs"]
    if name.count("/") != 2:
        raise ExplorationError(f"row {index}: {name!r:.60} is no edges/finish/compression")
    times = [row["milliseconds"], row["minimum"]]
    measured = all(time is not None and 0 < time < _LONGEST for time in times)
    if (runs > 0) != measured or (row["verified"] and not measured):
        raise ExplorationError(
            f"row {index}: {runs} runs took {times!r:.60} milliseconds, "
            f"verified is {row['verified']}"
        )
    if not 0 <= row["build_seconds"] < _LONGEST:
        raise ExplorationError(f"row {index}: build_seconds is {row['build_seconds']!r:.60}")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")
