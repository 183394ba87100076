"""Results of an exploration that nobody had to run."""

from __future__ import annotations

from clconn.exploration import Exploration, Measurement

BUILD_ERROR = (
    "KernelBuildError: finish_rows.cl does not build: error: <unknown> & \"quoted\" 'name'"
)


def measured(variant: str, milliseconds: float, **more: object) -> Measurement:
    """A verified row."""
    values = {"minimum": milliseconds / 2, "runs": 5, "build_seconds": 0.25, **more}
    return Measurement(variant, milliseconds, verified=True, **values)


def sample(*rows: Measurement, **more: object) -> Exploration:
    """An exploration of some graph with these rows."""
    count = 3 if any(row.verified for row in rows) else None
    values = {
        "problem": "components", "vertices": 1000, "entries": 4000, "checksum": "ab" * 16,
        "device": "Some GPU", "driver": "Some platform 1.2", "version": "0.1", "count": count,
    }  # fmt: skip
    return Exploration(**{**values, **more}, rows=rows)


ROWS = (
    measured("kout/async/halve", 2.0),
    measured("csr/ecl/split", 4.0),
    measured("csr/ecl/halve", 3.0, remark="2 of 5 runs, for the time limit of 10 s"),
    Measurement("kout/ecl/split", error=BUILD_ERROR),
    Measurement("csr/async/halve", 1.0, 1.0, 1, error="wrong answer: vertex 7 has root 3"),
    measured("csr/async/naive", 500.0),
)
