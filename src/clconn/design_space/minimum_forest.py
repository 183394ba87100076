"""The variants of minimum spanning forests: ECL-MST, Boruvka, Filter-Boruvka and Kruskal."""

from __future__ import annotations

from clconn.design_space.model import Option, Variant
from clconn.problems import MINIMUM_FOREST

__all__ = ["ECL_MST_FORMS", "rows"]

SEED = Option("seed", (1, 2, 3, 4), "of the sample that the filter's threshold is guessed from")
INT64_ATOMICS = Option(
    "int64_atomics",
    ("auto", "off"),
    "atomic functions on 64 bits where the device has them, or two minima of 32 bits",
)


def _filter(*multiples: float) -> tuple[Option, ...]:
    meaning = "about c n of the lightest edges come first; what they join filters the others"
    return Option("c", multiples, meaning), SEED


ECL_MST_FORMS = (
    "all",
    "no-guards",
    "thread-based",
    "no-filter",
    "no-implicit-compression",
    "both-directions",
    "no-tuples",
    "topology-driven",
    "vertex-centric",
)
"""ECL-MST as published, and the rows of the paper's Table 5: each leaves out one more
optimization."""

_FIRST_UNFILTERED = ECL_MST_FORMS.index("no-filter")


def rows() -> list[Variant]:
    """Return a row for each form of each algorithm."""
    filter_options = _filter(3, 1, 1.5, 2, 4, 8)
    forms = {
        **{("csr", "ecl-mst", form): filter_options for form in ECL_MST_FORMS[:_FIRST_UNFILTERED]},
        **{("csr", "ecl-mst", form): () for form in ECL_MST_FORMS[_FIRST_UNFILTERED:]},
        ("csr", "boruvka", "relabel"): (),
        ("csr", "filter-boruvka", "halve"): _filter(1, 0.5, 1.5, 2, 3, 4, 8),
        ("coo", "filter-boruvka", "halve"): _filter(1, 0.5, 1.5, 2, 3, 4, 8),
        ("coo", "kruskal", "serial"): (),
    }
    return [
        Variant(
            MINIMUM_FOREST.name,
            edges,
            finish,
            compression,
            ("ecl-mst",) if finish == "ecl-mst" else ("clconn",),
            # One work-item offers no minima to others.
            options=options if compression == "serial" else (*options, INT64_ATOMICS),
            kind="weighted",
            reads="edges" if edges == "coo" else "rows",
            samples=False,
            rule=None,
            keeps_edges=False,
        )
        for (edges, finish, compression), options in forms.items()
    ]
