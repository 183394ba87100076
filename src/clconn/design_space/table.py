"""Look the table of variants up: by problem, by name, by origin; and resolve options."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from typing import Any

from clconn.design_space.model import Variant
from clconn.errors import OptionError, UnknownVariantError
from clconn.problems import COMPONENTS, Problem, find_problem

__all__ = ["AUTOMATIC", "check_options", "find_variant", "resolve_options", "variants"]

AUTOMATIC = "auto"
"""The variant that chooses for the user."""


@cache
def _rows(problem: Problem) -> dict[str, Variant]:
    made: list[Variant] = problem.load("rows")()
    return {row.name: row for row in made}


def variants(
    problem: str | Problem = COMPONENTS.name, *, origin: str | None = None
) -> tuple[Variant, ...]:
    """The variants of a problem.

    Parameters
    ----------
    problem : str or Problem, default "components"
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
    rows = _rows(find_problem(problem)).values()
    if origin is None:
        return tuple(rows)
    chosen = tuple(row for row in rows if origin in row.origins)
    if not chosen:
        known = sorted({name for row in rows for name in row.origins})
        raise UnknownVariantError(
            f"no variant comes from {origin!r}; known origins: {', '.join(known)}"
        )
    return chosen


def find_variant(name: str, problem: str | Problem = COMPONENTS.name) -> Variant:
    """Look a variant up by name.

    Raises
    ------
    UnknownVariantError
        With the nearest name, if there is no such variant.
    """
    problem = find_problem(problem)
    rows = _rows(problem)
    if not isinstance(name, str):
        raise UnknownVariantError(
            f"variant is {name!r}; expected a name such as {next(iter(rows))!r}, or a row of "
            f"clconn.variants({problem.name!r})"
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
