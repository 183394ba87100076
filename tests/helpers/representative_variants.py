"""Typical variants: one or two for each edge source and finish.

The table combines each edge source with each finish and each compression, and every variant is a
program or two to compile. What the three do not share, such as the form of the rows, an option of
the edge source or the classes of degrees, is tried with these.
"""

from __future__ import annotations

from clconn.design_space import Variant

TYPICAL_COMPRESSIONS = frozenset(
    {
        "split",
        "two-try",
        "split+split-one",
        "split+splice",
        "none",
        "PUS",
        "EUF",
        "CRSA",
        "splice",
        "graft-and-shortcut-update",
        "shiloach-vishkin-update",
    }
)


def is_typical(variant: Variant) -> bool:
    """Whether the variant stands for others of its edge source and finish."""
    return variant.compression in TYPICAL_COMPRESSIONS


def meets_options(variant: Variant) -> bool:
    """Whether the variant stands for others when options are tried.

    Those that are left out differ from Union-Async, Union-Hooks or Union-Rem-CAS with splices in
    lines that no option touches.
    """
    return (
        is_typical(variant)
        and variant.finish not in {"early", "afforest", "rem-lock"}
        and variant.compression != "split+split-one"
    )
