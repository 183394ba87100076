"""The switches of the unions and finds, and what they keep beside the parents: ``unite.h``."""

from __future__ import annotations

from typing import Final

from clconn.variants import Variant

__all__ = ["AUXILIARIES", "unite_switches"]

AUXILIARIES: Final = {"hooks": "hooks", "rem-lock": "locks", "jtb": "words"}
"""The unions that keep a number for each vertex beside its parent (``union_state.h``)."""

_SHORTEN_AFTERWARDS = ("early", "afforest", "rem-cas", "rem-lock")


def unite_switches(variant: Variant) -> dict[str, str | None]:
    """The ``-D`` switches that choose a variant's find and union.

    Parameters
    ----------
    variant : Variant
        Its compression is a find, or one of Union-JTB's, or a find and what a step of Rem's union
        does, joined by ``+``.
    """
    switches: dict[str, str | None] = {f"UNITE_{variant.finish.replace('-', '_')}": None}
    if variant.finish == "jtb":
        # The finds of the others walk along parents, which Union-JTB leaves alone.
        switches["FIND"] = "find_naive"
        switches["JTB_FIND"] = f"jtb_find_{variant.compression.replace('-', '_')}"
        return switches
    find, _, step = variant.compression.partition("+")
    switches["FIND"] = f"find_{find}"
    if step:
        switches[f"REM_STEP_{step.replace('-', '_')}"] = None
    if step == "splice":
        switches["SPLICES"] = None
    if variant.finish in _SHORTEN_AFTERWARDS and find != "naive":
        switches["FIND_SHORTENS"] = None
    return switches
