"""How fast clconn and others read long texts, as the table of docs/performance/files.md.

``python -m asv_benchmarks.text_readers FOLDER`` writes the texts to a folder, 1.5 GB in all,
unless they are there. Readers that are not installed are left out, and clconn reads once with the
help of pyarrow and once without. Nobody pays for an import. Figures are MB of the file a
second, and in brackets MB a second of processor time, of all threads together, which other programs
on the machine disturb less. Each is the best over the repetitions, in which the readers take turns.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import patch

import numpy as np

import clconn
from clconn.files import arrow_lines

from .benchmarks.texts import KINDS, write_text

_SKIPPED_LINES = {"csv-weights": 1, "dimacs": 2, "mtx-pattern": 2, "mtx-real": 2}


def read_by_clconn(path: Path, kind: str) -> None:
    clconn.read(path)


def read_without_pyarrow(path: Path, kind: str) -> None:
    with patch.object(arrow_lines, "SMALLEST_TEXT", sys.maxsize):
        clconn.read(path)


def read_by_pandas(path: Path, kind: str) -> None:
    """The C reader, with the options that suit it best."""
    import pandas

    line = KINDS[kind][0]
    types: list[type] = [np.int64] * (line.count("%") - 1)
    types.append(np.float64 if "%r" in line else np.int64)
    first = int(line.startswith("a"))
    pandas.read_csv(
        path,
        sep="," if "," in line else " ",
        header=None,
        skiprows=_SKIPPED_LINES.get(kind, 0),
        usecols=range(first, first + len(types)),
        dtype=dict(enumerate(types, first)),
        float_precision="round_trip" if "%r" in line else None,
    )


def read_by_polars(path: Path, kind: str) -> None:
    import polars

    line = KINDS[kind][0]
    types = {str(column): polars.Int64 for column in range(line.count("%"))}
    if "%r" in line:
        types["2"] = polars.Float64
    if line.startswith("a"):
        types = {"tag": polars.String, **types}
    polars.read_csv(
        path,
        separator="," if "," in line else " ",
        has_header=False,
        skip_lines=_SKIPPED_LINES.get(kind, 0),
        schema=types,
        quote_char=None,
    )


def read_by_pyarrow(path: Path, kind: str) -> None:
    import pyarrow
    from pyarrow import csv

    line = KINDS[kind][0]
    types = {str(column): pyarrow.int64() for column in range(line.count("%"))}
    if "%r" in line:
        types["2"] = pyarrow.float64()
    if line.startswith("a"):
        types = {"tag": pyarrow.string(), **types}
    csv.read_csv(
        path,
        read_options=csv.ReadOptions(
            column_names=list(types), skip_rows=_SKIPPED_LINES.get(kind, 0), block_size=1 << 22
        ),
        parse_options=csv.ParseOptions(delimiter="," if "," in line else " ", quote_char=False),
        convert_options=csv.ConvertOptions(column_types=types),
    )


def read_by_scipy(path: Path, kind: str) -> None:
    import scipy.io

    scipy.io.mmread(path)


READERS: dict[str, Callable[[Path, str], None]] = {
    "clconn": read_by_clconn,
    "clconn without pyarrow": read_without_pyarrow,
    "pandas": read_by_pandas,
    "polars": read_by_polars,
    "pyarrow": read_by_pyarrow,
    "scipy": read_by_scipy,
}


def _can_read(name: str, kind: str) -> bool:
    return name != "scipy" or kind.startswith("mtx")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edges", type=int, default=10_000_000)
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    warnings.simplefilter("ignore")  # of ids that begin with 1, and of pandas' options
    readers = {name: read for name, read in READERS.items() if find_spec(name.split()[0])}
    with suppress(ImportError):
        import pyarrow.csv  # noqa: F401
    print("| text | MB |", " | ".join(readers), "|")
    print("|---|---|" + "---|" * len(readers))
    for kind in KINDS:
        path = write_text(arguments.folder, kind, arguments.edges)
        best = {name: [np.inf, np.inf] for name in readers}
        for _ in range(arguments.repeat):
            for name, read in readers.items():
                if not _can_read(name, kind):
                    continue
                begin = time.perf_counter(), time.process_time()
                read(path, kind)
                taken = time.perf_counter() - begin[0], time.process_time() - begin[1]
                best[name] = [*map(min, best[name], taken)]
        size = path.stat().st_size / 1e6
        rates = (
            f"{size / wall:.0f} ({size / processor:.0f})" if _can_read(name, kind) else ""
            for name, (wall, processor) in best.items()
        )
        print(f"| {kind} | {size:.0f} |", " | ".join(rates), "|", flush=True)


if __name__ == "__main__":
    sys.exit(main())
