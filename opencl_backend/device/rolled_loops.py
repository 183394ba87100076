"""Loops that a compiler is told not to write out.

NVIDIA's compiler writes out several steps of nearly every loop, also of walks up a path, in which
each step waits for the one before. On the host of an H100 that takes it 14 to 48 % of its time for
the files below: for the kernel of one launch 0.32 to 0.49 s as it is and 0.27 to 0.35 rolled, for
the inspection of an adjacency 0.14 to 0.27 and 0.09 to 0.15, the look at first links 0.07 to 0.12
and 0.06 to 0.10, keys of weights 0.13 to 0.21 and 0.07 to 0.11. Their kernels take as long as
before or less: that of one launch 0.93 of the time in the geometric mean over 25 graphs.

Other files gain little, and some of their kernels lose: the first round of minimum forests took
0.63 in place of 0.57 ms on cliques, and batches of a million edges of rmat22 3.1 to 4.0 in place of
2.3 to 2.4 on two hosts (but 3.0 as they are on a third one; as one batch 0.9 in any case).

A compiler may still do as it likes with a loop from a number to a constant, as in ``for (int i = 0;
i < AHEAD; i++)``: if it is over an array of a work-item's own, the array would otherwise lie in
memory instead of registers. A loop with a pragma in the text stays as it is.
"""

from __future__ import annotations

import re

__all__ = ["ROLLED_FILES", "with_rolled_loops"]

ROLLED_FILES = frozenset(
    {
        "adjacency_inspection", "component_labels", "first_links", "mirror_entries", "prefix_sum",
        "rows_at_once", "small_components", "weight_keys",
    }
)  # fmt: skip
"""Files whose first build is shorter by it, and whose kernels are not slower."""

_PRAGMA = "#pragma unroll"
# Also in a macro, which has no room for a directive.
_ROLLED = '_Pragma("unroll 1") '
_FROM_NUMBER_TO_CONSTANT = r"int \w+ = \d+; \w+ < [A-Z][A-Z_]*\b(?!\()"
_LOOP = re.compile(rf"(?<!\w)(?<!\}} )((?:for|while) \((?!{_FROM_NUMBER_TO_CONSTANT}))")


def _may_be_loop(line: str) -> bool:
    # To search for the expression takes ten times as long.
    return "for (" in line or "while (" in line


def with_rolled_loops(text: str) -> str:
    """The text of kernels in which a pragma stands before most loops.

    Parameters
    ----------
    text
        OpenCL C, for a compiler that knows ``#pragma unroll``.
    """
    lines = text.split("\n")
    has_pragma = [False, *(line.startswith(_PRAGMA) for line in lines)]
    return "\n".join(
        line if as_it_is or not _may_be_loop(line) else _LOOP.sub(rf"{_ROLLED}\1", line)
        for line, as_it_is in zip(lines, has_pragma, strict=False)
    )
