"""The table of variants: which algorithms exist, for which problem, and where from.

A variant is named ``edges/finish/compression``. The tests, the command line,
the benchmarks and both backends read this table and nothing else, so a new
algorithm is a new row here plus its files of the same name in ``reference``,
``opencl_backend`` and ``kernels_cl``.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from clconn.errors import OptionError, UnknownVariantError

__all__ = ["AUTOMATIC", "Option", "Variant", "find_variant", "resolve_options", "variants"]

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
        ``"components"`` so far.
    edges, finish, compression : str
        The three parts of the name.
    origins : tuple of str
        Where it is published: ``"gconn"`` (PACT 2020), ``"ecl-cc"`` (HPDC 2018), ``"clconn"``.
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
VERTEX_GATHERING = Option(
    "vertex_gathering",
    (True, False),
    "gather the vertices outside the most frequent component before finishing them",
)

FINDS = ("naive", "compress", "halve", "split", "single")


def _origins(edges: str, finish: str, compression: str) -> tuple[str, ...]:
    origins = []
    # GConn's space has four finds; ECL-CC's Jump2, `single`, is not among them.
    if compression != "single":
        origins.append("gconn")
    # ECL-CC's Jump1 to Jump4. Jump4, "intermediate pointer jumping", updates every vertex of
    # the path: Tarjan's path splitting, whatever the paper calls it.
    if (edges, finish) == ("csr", "ecl") and compression != "halve":
        origins.append("ecl-cc")
    return tuple(origins) or ("clconn",)


@cache
def _table() -> dict[str, dict[str, Variant]]:
    components: list[Variant] = []
    for edges, options in (
        ("csr", (INITIALIZATION, FINALIZATION)),
        ("kout", (SAMPLED_EDGES, VERTEX_GATHERING, FINALIZATION)),
    ):
        for finish in ("async", "ecl"):
            for compression in FINDS:
                origins = _origins(edges, finish, compression)
                components.append(
                    Variant("components", edges, finish, compression, origins, options)
                )
    return {"components": {variant.name: variant for variant in components}}


def variants(problem: str = "components", *, origin: str | None = None) -> tuple[Variant, ...]:
    """The variants of a problem.

    Parameters
    ----------
    problem : str, default "components"
    origin : str, optional
        Only those published there: ``"gconn"`` or ``"ecl-cc"``.

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
    if name in rows:
        return rows[name]
    nearest = difflib.get_close_matches(str(name), rows, n=1, cutoff=0.0)
    raise UnknownVariantError(
        f"unknown variant {name!r} for {problem}; did you mean {nearest[0]!r}? "
        f"`clconn variants {problem}` lists all {len(rows)}"
    )


def resolve_options(variant: Variant, given: Mapping[str, Any] | None) -> dict[str, Any]:
    """The value of every option of a variant: as given, or its default.

    Raises
    ------
    OptionError
        If an option is unknown or its value is not in the list.
    """
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
    if problem not in table:
        raise UnknownVariantError(f"unknown problem {problem!r}; known: {', '.join(table)}")
    return table[problem]
