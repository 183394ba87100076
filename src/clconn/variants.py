"""The table of variants: which algorithms exist, for which problem, and where from.

A variant is named ``edges/finish/compression``. The tests, the command line,
the benchmarks and both backends read this table and nothing else, so a new
algorithm is a new row here plus its files of the same name in ``reference``,
``opencl_backend`` and ``kernels_cl``.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from clconn.errors import OptionError, UnknownVariantError

__all__ = [
    "AUTOMATIC",
    "Option",
    "Variant",
    "check_options",
    "find_variant",
    "resolve_options",
    "variants",
]

AUTOMATIC = "auto"
"""The variant that chooses for the user."""


@dataclass(frozen=True)
class Option:
    """A switch of a variant: its allowed values, the first of which is the default.

    Attributes
    ----------
    name : str
        As in ``options={name: value}`` and ``--option name=value``.
    values : tuple
        The closed list of values.
    meaning : str
        One line for the user.
    """

    name: str
    values: tuple[Any, ...]
    meaning: str

    @property
    def default(self) -> Any:
        """The value used when none is given."""
        return self.values[0]


@dataclass(frozen=True)
class Variant:
    """One row of the table.

    Attributes
    ----------
    problem : str
        ``"components"``, ``"forest"`` or ``"minimum-forest"``.
    edges, finish, compression : str
        The three parts of the name.
    origins : tuple of str
        Where it is published: ``"gconn"`` (PACT 2020), ``"ecl-cc"`` (HPDC 2018), ``"cong-muzio"``
        (Euro-Par 2014 workshops), or, as those describe the codes before them, ``"soman"``,
        ``"groute"``, ``"gunrock"`` and ``"multistep"``; ``"ecl-mst"`` (SC 2023); what is new is of
        ``"clconn"``.
    options : tuple of Option
        The switches that it understands.
    """

    problem: str
    edges: str
    finish: str
    compression: str
    origins: tuple[str, ...]
    options: tuple[Option, ...] = field(default=(), compare=False)

    @property
    def name(self) -> str:
        """``edges/finish/compression``."""
        return f"{self.edges}/{self.finish}/{self.compression}"

    def __str__(self) -> str:
        return self.name


INITIALIZATION = Option(
    "initialization",
    ("first-smaller", "self", "smallest"),
    "first parent: first smaller neighbor (Init3), itself (Init1), smallest neighbor (Init2)",
)
FINALIZATION = Option(
    "finalization",
    ("single", "split", "compress"),
    "last pointer jumping: single (Fini3), intermediate (Fini1), multiple (Fini2)",
)
SAMPLED_EDGES = Option("k", (2, 1, 3, 4, 8), "edges sampled of each vertex")
SELECTION = Option(
    "selection",
    ("first", "random", "first-and-random"),
    "which k edges of a vertex are sampled: the first, random ones, the first and random ones",
)
SHARING = Option(
    "sharing",
    ("vertex", "passes", "coalesced", "reorganized"),
    "the sampled edges go to: one work-item a vertex; one in each of k passes (GConn's baseline); "
    "adjacent ones (CSR coalescing); those, which exchange them (edge reorganization)",
)
HOOKED_EDGES = Option(
    "edges", (2, 1, 3, 4, 8), "edges united of each vertex that is still a root after hooking"
)
VERTEX_GATHERING = Option(
    "vertex_gathering",
    (True, False),
    "gather the vertices outside the most frequent component before finishing them",
)

COALESCING = Option(
    "coalescing",
    ("none", "sort"),
    "look the components of the edges' ends up as they come, or sort the edges by either end first",
)
FEW_VERTICES = Option(
    "few", (64, 0, 1024), "most vertices left after the search that are finished serially"
)
GROUP_EDGES = Option("q", (1, 0.75, 1.5, 2, 4), "edges of a group for each vertex")
EDGE_ORDER = Option(
    "order", ("permuted", "given"), "whether the edges are permuted before they are grouped"
)

ARRAYS = ("coo", "coo-relabel")
EDGE_SOURCES: dict[str, tuple[Option, ...]] = {
    "csr": (),
    "kout": (SAMPLED_EDGES, SELECTION, SHARING, VERTEX_GATHERING),
    "hb": (HOOKED_EDGES, VERTEX_GATHERING),
    "bfs": (VERTEX_GATHERING,),
    "coo": (),
    "coo-relabel": (),
}
"""The options of each edge source."""

FINDS = ("naive", "compress", "halve", "split")


@dataclass(frozen=True)
class _Finish:
    """A finish: with which compressions, after which edge sources.

    Attributes
    ----------
    compressions : tuple of str
        With rows, sampled or not.
    with_arrays : tuple of str, optional
        With arrays of edges; the same if not given.
    own : tuple of str
        More compressions, which are clconn's.
    options : tuple of Option
    options_of_csr : tuple of Option
        More, where nothing comes before the finish.
    edges : tuple of str
        The edge sources.
    origin : str
        Where it is published, but for those that are clconn's.
    """

    compressions: tuple[str, ...]
    with_arrays: tuple[str, ...] | None = None
    own: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    options_of_csr: tuple[Option, ...] = ()
    edges: tuple[str, ...] = tuple(EDGE_SOURCES)
    origin: str = "gconn"

    def compressions_of(self, edges: str) -> tuple[str, ...]:
        """The compressions after an edge source; none if the two do not go together."""
        if edges not in self.edges:
            return ()
        if edges in ARRAYS and self.with_arrays is not None:
            return self.with_arrays + self.own
        return self.compressions + self.own

    def options_of(self, edges: str) -> tuple[Option, ...]:
        """The options together with an edge source."""
        more = self.options_of_csr if edges == "csr" else ()
        return EDGE_SOURCES[edges] + more + self.options


def _union(compressions: tuple[str, ...], own: tuple[str, ...] = ()) -> _Finish:
    return _Finish(compressions, None, own, (FINALIZATION,), (INITIALIZATION,))


def _rounds(compressions: tuple[str, ...], with_arrays: tuple[str, ...] | None = None) -> _Finish:
    return _Finish(compressions, with_arrays, options_of_csr=(INITIALIZATION,))


def _edge_list(
    origin: str, compressions: tuple[str, ...] = ("none",), options: tuple[Option, ...] = ()
) -> _Finish:
    return _Finish(compressions, options=options, edges=("coo",), origin=origin)


LIU_TARJAN_CODES = (
    "CUSA", "CRSA", "PUSA", "PRSA", "PUS", "PRS", "EUSA", "EUS",
    "CUFA", "CRFA", "PUFA", "PRFA", "PUF", "PRF", "EUFA", "EUF",
)  # fmt: skip
"""Connect C, P or E; update U or R; shortcut S or F; A to alter the edges, which rows cannot.

Those with R are root-based: only roots get new parents from other trees.
"""

REM_COMPRESSIONS = (
    *(f"{find}+{step}" for find in FINDS for step in ("halve-one", "split-one")),
    # Full compression does not go with trees that are spliced while it walks.
    *(f"{find}+splice" for find in FINDS if find != "compress"),
)

FINISHES: dict[str, _Finish] = {
    "async": _union(FINDS, own=("single",)),
    "hooks": _union(FINDS),
    "early": _union(FINDS),
    "ecl": _union(FINDS, own=("single",)),
    "afforest": _union(FINDS),
    # Its trees are not those of the parents, which take their values at once in the end.
    "jtb": _Finish(("naive", "two-try"), options_of_csr=(INITIALIZATION,)),
    "rem-cas": _union(REM_COMPRESSIONS),
    "rem-lock": _union(REM_COMPRESSIONS),
    "liu-tarjan": _rounds(
        tuple(code for code in LIU_TARJAN_CODES if not code.endswith("A")), LIU_TARJAN_CODES
    ),
    "stergiou": _rounds(("none",)),
    "shiloach-vishkin": _rounds(("none",)),
    "label-propagation": _rounds(("none",)),
    "bfs-cc": _Finish(("none",), edges=("csr",)),
    "multistep": _Finish(("none",), options=(FEW_VERTICES,), edges=("csr",), origin="multistep"),
    "graft-and-shortcut": _edge_list("cong-muzio", options=(COALESCING,)),
    "graft-and-shortcut-update": _edge_list("cong-muzio"),
    "shiloach-vishkin-classic": _edge_list("cong-muzio"),
    "shiloach-vishkin-update": _edge_list("cong-muzio"),
    # Its compression is the algorithm that it calls for each group of edges.
    "stages": _edge_list(
        "cong-muzio",
        (
            "graft-and-shortcut",
            "graft-and-shortcut-update",
            "shiloach-vishkin-classic",
            "shiloach-vishkin-update",
        ),
        (GROUP_EDGES, EDGE_ORDER),
    ),
    "rem-verified": _edge_list("cong-muzio", ("splice",)),
    "soman": _edge_list("soman"),
    "groute": _edge_list("groute"),
    "gunrock": _edge_list("gunrock"),
}


def _origins(edges: str, finish: str, compression: str) -> tuple[str, ...]:
    origins = []
    if compression not in FINISHES[finish].own:
        origins.append(FINISHES[finish].origin)
    # ECL-CC's Jump1 to Jump4. Jump4, "intermediate pointer jumping", updates every vertex of
    # the path: Tarjan's path splitting, whatever the paper calls it.
    if (edges, finish) == ("csr", "ecl") and compression != "halve":
        origins.append("ecl-cc")
    return tuple(origins) or ("clconn",)


ROOT_BASED = ("async", "hooks", "early", "ecl", "afforest", "jtb")
"""The finishes that link roots alone, and each by an edge: those edges are a spanning forest."""


def _for_forest(row: Variant) -> Variant:
    """The same algorithm, which keeps the edges; nobody needs parents that are final."""
    return replace(
        row,
        problem="forest",
        origins=("gconn",) if "gconn" in row.origins else ("clconn",),
        options=tuple(option for option in row.options if option is not FINALIZATION),
    )


SEED = Option("seed", (1, 2, 3, 4), "of the sample that the filter's threshold is guessed from")
INT64_ATOMICS = Option(
    "int64_atomics",
    ("auto", "off"),
    "atomic functions on 64 bits where the device has them, or two minima of 32 bits",
)


def _filter(*multiples: float) -> tuple[Option, ...]:
    meaning = "about c n of the lightest edges come first; what they join filters the others"
    return Option("c", multiples, meaning), SEED


# The published form, and those of ECL-MST's Table 5: each is without one more optimization.
ECL_MST_FORMS = ("all", "no-guards", "thread-based")
ECL_MST_FORMS_UNFILTERED = (
    "no-filter", "no-implicit-compression", "both-directions", "no-tuples", "topology-driven",
    "vertex-centric",
)  # fmt: skip


def _minimum_forests() -> list[Variant]:
    filtered = _filter(3, 1, 1.5, 2, 4, 8)
    forms = {
        **{("ecl-mst", form): filtered for form in ECL_MST_FORMS},
        **{("ecl-mst", form): () for form in ECL_MST_FORMS_UNFILTERED},
        ("boruvka", "relabel"): (),
        ("filter-boruvka", "halve"): _filter(1, 0.5, 1.5, 2, 3, 4, 8),
    }
    return [
        Variant(
            "minimum-forest", "csr", finish, compression,
            ("ecl-mst",) if finish == "ecl-mst" else ("clconn",), (*options, INT64_ATOMICS),
        )
        for (finish, compression), options in forms.items()
    ]  # fmt: skip


@cache
def _table() -> dict[str, dict[str, Variant]]:
    components = [
        Variant(
            "components", edges, name, compression,
            _origins(edges, name, compression), finish.options_of(edges),
        )
        for edges in EDGE_SOURCES
        for name, finish in FINISHES.items()
        for compression in finish.compressions_of(edges)
    ]  # fmt: skip
    problems = {
        "components": components,
        "forest": [_for_forest(row) for row in components if row.finish in ROOT_BASED],
        "minimum-forest": _minimum_forests(),
    }
    return {
        problem: {variant.name: variant for variant in rows} for problem, rows in problems.items()
    }


def variants(problem: str = "components", *, origin: str | None = None) -> tuple[Variant, ...]:
    """The variants of a problem.

    Parameters
    ----------
    problem : str, default "components"
    origin : str, optional
        Only those published there, as :attr:`Variant.origins` has it.

    Returns
    -------
    tuple of Variant

    Raises
    ------
    UnknownVariantError
        If no such problem or origin exists.

    Examples
    --------
    >>> import clconn
    >>> [v.name for v in clconn.variants("components", origin="ecl-cc")][:2]
    ['csr/ecl/naive', 'csr/ecl/compress']
    """
    rows = _problem(problem).values()
    if origin is None:
        return tuple(rows)
    chosen = tuple(row for row in rows if origin in row.origins)
    if not chosen:
        known = sorted({name for row in rows for name in row.origins})
        raise UnknownVariantError(
            f"no variant comes from {origin!r}; known origins: {', '.join(known)}"
        )
    return chosen


def find_variant(name: str, problem: str = "components") -> Variant:
    """Look a variant up by name.

    Raises
    ------
    UnknownVariantError
        With the nearest name, if there is no such variant.
    """
    rows = _problem(problem)
    if not isinstance(name, str):
        raise UnknownVariantError(
            f"variant is {name!r}; expected a name such as {next(iter(rows))!r}, or a row of "
            f"clconn.variants({problem!r})"
        )
    if name in rows:
        return rows[name]
    nearest = difflib.get_close_matches(name, rows, n=1, cutoff=0.0)
    raise UnknownVariantError(
        f"unknown variant {name!r} for {problem}; did you mean {nearest[0]!r}? "
        f"`clconn variants {problem}` lists all {len(rows)}"
    )


def check_options(given: Any) -> None:
    """Refuse options that are neither a mapping nor None.

    Raises
    ------
    OptionError
    """
    if given is not None and not isinstance(given, Mapping):
        raise OptionError(f"options is {given!r}; expected a mapping such as {{'k': 3}}")


def resolve_options(variant: Variant, given: Mapping[str, Any] | None) -> dict[str, Any]:
    """The value of every option of a variant: as given, or its default.

    Raises
    ------
    OptionError
        If an option is unknown or its value is not in the list.
    """
    check_options(given)
    known = {option.name: option for option in variant.options}
    for name, value in (given or {}).items():
        if name not in known:
            raise OptionError(
                f"{variant.name} has no option {name!r}; it has: {', '.join(known) or 'none'}"
            )
        if not any(
            value == allowed and type(value) is type(allowed) for allowed in known[name].values
        ):
            allowed = ", ".join(map(repr, known[name].values))
            raise OptionError(
                f"option {name} of {variant.name} is {value!r}; expected one of {allowed}"
            )
    return {name: (given or {}).get(name, option.default) for name, option in known.items()}


def _problem(problem: str) -> dict[str, Variant]:
    table = _table()
    if not isinstance(problem, str) or problem not in table:
        raise UnknownVariantError(f"unknown problem {problem!r}; known: {', '.join(table)}")
    return table[problem]
