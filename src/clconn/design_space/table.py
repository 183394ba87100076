"""Look up variants by problem, name or origin, and resolve their options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from clconn.design_space.model import Variant, VariantTable
from clconn.errors import OptionError, UnknownVariantError
from clconn.nearest_names import did_you_mean
from clconn.problems import (
    COMPONENTS,
    DESIGN_SPACES,
    DesignSpace,
    Problem,
    find_design_space,
)

__all__ = [
    "AUTOMATIC",
    "CHOOSERS",
    "MEASURED",
    "check_options",
    "choosers_of",
    "find_variant",
    "has_variant",
    "resolve_options",
    "variants",
]

AUTOMATIC = "auto"
"""The name that lets clconn choose the variant, by rules."""
MEASURED = "measured"
"""The name that lets clconn try some variants on the graph, and choose the fastest."""
CHOOSERS = (AUTOMATIC, MEASURED)
"""The names that choose a variant and are none themselves."""


def choosers_of(problem: DesignSpace) -> tuple[str, ...]:
    """Return those of :data:`CHOOSERS` that a problem has: only a graph can be tried on."""
    return CHOOSERS if isinstance(problem, Problem) else (AUTOMATIC,)


@cache
def _rows(problem: DesignSpace) -> dict[str, Variant]:
    rows: list[Variant] = problem.load("rows")()
    return {row.name: row for row in rows}


def variants(
    problem: str | DesignSpace = COMPONENTS.name, *, origin: str | None = None
) -> tuple[Variant, ...]:
    """Return the variants of a problem.

    Parameters
    ----------
    problem : str or DesignSpace, default "components"
        ``"components"``, ``"forest"``, ``"minimum-forest"``, ``"strong-components"`` or
        ``"incremental"``.
    origin : str, optional
        Return only variants from this publication; :class:`Variant` lists the origins.

    Returns
    -------
    tuple of Variant
        In the order of the table.

    Raises
    ------
    UnknownVariantError
        If no such problem or origin exists.

    See Also
    --------
    explore : Measure the variants on a graph.

    Examples
    --------
    >>> import clconn
    >>> [v.name for v in clconn.variants("components", origin="ecl-cc")][:2]
    ['csr/ecl/naive', 'csr/ecl/compress']
    """
    rows = _rows(find_design_space(problem)).values()
    if origin is None:
        return VariantTable(rows)
    selection = VariantTable(row for row in rows if origin in row.origins)
    if not selection:
        origins = sorted({name for row in rows for name in row.origins})
        raise UnknownVariantError(
            f"no variant comes from {origin!r}; {did_you_mean(origin, origins)}known origins: "
            f"{', '.join(origins)}"
        )
    return selection


def has_variant(problem: DesignSpace, name: str) -> bool:
    """Return whether a problem has a variant of this name."""
    return name in _rows(problem)


def find_variant(
    name: str, problem: str | DesignSpace = COMPONENTS.name, *, or_automatic: bool = False
) -> Variant:
    """Look up a variant by name; `or_automatic` says that :func:`choosers_of` would do as well.

    Raises
    ------
    UnknownVariantError
        If there is no such variant; the message suggests the nearest names.
    """
    problem = find_design_space(problem)
    rows = _rows(problem)
    if not isinstance(name, str):
        raise UnknownVariantError(
            f"variant is {name!r}; expected a name such as {next(iter(rows))!r}, or a row of "
            f"clconn.variants({problem.name!r})"
        )
    if name in rows:
        return rows[name]
    owners = [space.name for space in DESIGN_SPACES.values() if name in _rows(space)]
    if owners:
        # A whole name is no slip of the pen; what is near differs in one part.
        known: Iterable[str] = (row for row in rows if _differs_in_one_part(row, name))
        elsewhere = f", but a variant of {' and '.join(owners)}"
    else:
        known = (*choosers_of(problem), *rows) if or_automatic else rows
        elsewhere = ""
    raise UnknownVariantError(
        f"unknown variant {name!r} for {problem}{elsewhere}; {did_you_mean(name, known)}"
        f"`clconn variants {problem}` lists all {len(rows)}"
    )


def _differs_in_one_part(one: str, other: str) -> bool:
    return sum(a != b for a, b in zip(one.split("/"), other.split("/"), strict=True)) == 1


def check_options(options: Any) -> None:
    """Raise an :class:`OptionError` if the options are neither a mapping nor None."""
    if options is not None and not isinstance(options, Mapping):
        raise OptionError(f"options is {options!r}; expected a mapping such as {{'k': 3}}")


def resolve_options(variant: Variant, values: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return a value for every option of a variant: the user's value or the default.

    Raises
    ------
    OptionError
        If an option is unknown or its value is not in the list.
    """
    check_options(values)
    table = {option.name: option for option in variant.options}
    for name, value in (values or {}).items():
        if name not in table:
            reason = variant.reason_against(name)
            raise OptionError(
                f"{variant.name} has no option {name!r}{reason and f', since {reason}'}; it has: "
                f"{', '.join(table) or 'none'}"
            )
        if not any(
            value == choice and type(value) is type(choice) for choice in table[name].values
        ):
            choices = ", ".join(map(repr, table[name].values))
            raise OptionError(
                f"option {name} of {variant.name} is {value!r}; expected one of {choices}"
            )
    return {name: (values or {}).get(name, option.default) for name, option in table.items()}
