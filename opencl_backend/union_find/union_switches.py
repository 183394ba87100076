"""The switches of the unions and finds: ``unite.h``."""

from __future__ import annotations

from clconn.design_space import Variant

__all__ = ["unite_switches"]


def unite_switches(variant: Variant) -> dict[str, str | None]:
    """The ``-D`` switches that choose a variant's find and union.

    Parameters
    ----------
    variant
        Of kind ``"union"``. Its compression is a find, or a find and the step of Rem's union,
        joined by ``+``. If the union's trees are not those of the parents, it is one of the union's
        finds.
    """
    rule = variant.rule
    assert rule is not None
    name = variant.finish.replace("-", "_")
    switches: dict[str, str | None] = {f"UNITE_{name}": None}
    if not rule.trees_are_parents:
        # All other finds walk along parents, which such a union does not change.
        switches["FIND"] = "find_naive"
        switches[f"{name.upper()}_FIND"] = f"{name}_find_{variant.compression.replace('-', '_')}"
        return switches
    find, _, step = variant.compression.partition("+")
    switches["FIND"] = f"find_{find}"
    if step:
        switches[f"REM_STEP_{step.replace('-', '_')}"] = None
    if step == "splice":
        switches["SPLICES"] = None
    if rule.finds_after_linking and find != "naive":
        switches["FIND_SHORTENS"] = None
    return switches
