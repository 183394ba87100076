"""The variants of strongly connected components."""

from __future__ import annotations

from clconn.design_space.model import Option, Variant
from clconn.problems import STRONG_COMPONENTS

__all__ = ["rows"]

ELECTION = Option(
    "election",
    ("on", "off"),
    "which vertex of a subgraph is its source: the one that wins a race of plain stores; "
    "or, if off, the smallest, by atomic minima",
)


def rows() -> list[Variant]:
    """Return a row for each form of each algorithm."""
    forms: dict[tuple[str, str], tuple[tuple[str, ...], tuple[Option, ...]]] = {
        ("pearce", "serial"): (("pearce",), ()),
        ("forward-backward", "plain"): (("li",), ()),
        ("forward-backward", "trim-one"): (("barnat",), ()),
        ("forward-backward", "trim-two"): (("hong",), ()),
        ("coloring", "plain"): (("orzan",), ()),
        ("coloring", "trim-one"): (("barnat",), ()),
        ("coloring", "trim-two"): (("clconn",), ()),
        ("obf", "once"): (("barnat-moravec",), ()),
        ("obf", "recursive"): (("barnat",), ()),
        ("numbered", "partition"): (("li",), (ELECTION,)),
        ("numbered", "single-source"): (("li",), (ELECTION,)),
        ("signatures", "plain"): (("clconn",), ()),
        ("signatures", "jump"): (("ecl-scc",), ()),
        ("signatures", "chains"): (("clconn",), ()),
        ("two-phase", "jump"): (("clconn",), ()),
        ("two-phase", "chains"): (("clconn",), ()),
        ("two-phase", "serial"): (("clconn",), ()),
        ("contraction", "alone"): (("clconn",), ()),
        ("contraction", "chains"): (("clconn",), ()),
        ("contraction", "segments"): (("clconn",), ()),
        ("contraction", "trimming"): (("clconn",), ()),
        ("contraction", "searches"): (("clconn",), ()),
        ("contraction", "signatures"): (("clconn",), ()),
        ("contraction", "two-phase"): (("clconn",), ()),
    }
    return [
        Variant(
            STRONG_COMPONENTS.name,
            "csr",
            algorithm,
            form,
            origins,
            options=options,
            kind="directed",
            reads="rows",
            samples=False,
            rule=None,
            keeps_edges=False,
        )
        for (algorithm, form), (origins, options) in forms.items()
    ]
