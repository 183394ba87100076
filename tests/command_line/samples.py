"""One small graph, its answer, and what a command left behind."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

# Two triangles, 0-1-2 and 4-5-6, and the isolated vertices 3 and 7.
TRIANGLES = """\
%%MatrixMarket matrix coordinate pattern symmetric
8 8 6
2 1
3 1
3 2
6 5
7 5
7 6
"""
LABELS = [0, 0, 0, 1, 2, 2, 2, 3]
ROOTS = [0, 0, 0, 3, 4, 4, 4, 7]

REFERENCE = ("--backend", "reference")


_OF_THE_DEVICE = re.compile(
    "^clconn: warning: (.* ends long loops too early,|Overwriting existing generated code).*\n",
    re.MULTILINE,
)
"""Warnings of an unreliable device, which come once in a process, and of pyopencl before 2025."""


@dataclass
class Outcome:
    """What a command left: its exit code and the text of both streams."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object on standard output, of a command that succeeded in silence."""
        assert (self.code, _OF_THE_DEVICE.sub("", self.err)) == (0, "")
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    def failure(self, code: int = 2) -> str:
        """The one line on standard error, of a command that failed with `code`."""
        assert self.code == code, self
        assert self.out == ""
        assert self.err.count("\n") == 1, self.err
        assert self.err.endswith("\n")
        assert self.err.startswith("clconn: error: ")
        return self.err
