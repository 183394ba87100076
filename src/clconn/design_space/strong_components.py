"""The variants of strongly connected components."""

from __future__ import annotations

from clconn.design_space.model import Option, Variant
from clconn.problems import STRONG_COMPONENTS

__all__ = ["rows"]

ELECTION = Option(
    "election",
    ("on", "off"),
    "one source for each subgraph, elected; or the first that looks suitable",
)


def rows() -> list[Variant]:
    """Return a row for each form of each algorithm."""
    forms: dict[tuple[str, str], tuple[tuple[str, ...], tuple[Option, ...]]] = {
        ("pearce", "serial"): (("pearce",), ()),
        ("signatures", "plain"): (("clconn",), ()),
        ("signatures", "jump"): (("ecl-scc",), ()),
        ("signatures", "chains"): (("clconn",), ()),
        ("two-phase", "jump"): (("clconn",), ()),
        ("two-phase", "chains"): (("clconn",), ()),
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
