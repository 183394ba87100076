"""What runs: a variant, a value for each of its options, and why; resolved once, where it is asked.

The public function turns a user's words into a :data:`Request`, and everybody below reads that. A
request for ``"auto"`` becomes a :class:`Choice` as soon as the graph is where the choice can be
made: on the device, or at once for the reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clconn.design_space.model import Variant
from clconn.design_space.table import AUTOMATIC, check_options, find_variant, resolve_options
from clconn.errors import UnknownVariantError
from clconn.problems import Problem

__all__ = ["ASKED_FOR", "Automatic", "Choice", "Request", "make_request"]

ASKED_FOR = "it was asked for by name"
"""The reason for a variant that ``"auto"`` did not choose."""


@dataclass(frozen=True)
class Choice:
    """A variant, the values of its options, and the reason.

    Attributes
    ----------
    variant : Variant
    options : mapping
        A value for every option of the variant.
    reason : str
        A sentence for the user, without capital and full stop.
    """

    variant: Variant
    options: Mapping[str, Any]
    reason: str


@dataclass(frozen=True)
class Automatic:
    """A request for ``"auto"``.

    Attributes
    ----------
    problem : Problem
    options : mapping
        Those that the user fixed; the variant that is chosen must have them.
    """

    problem: Problem
    options: Mapping[str, Any]

    def choose(self, name: str, reason: str, options: Mapping[str, Any] | None = None) -> Choice:
        """The choice of a variant.

        Parameters
        ----------
        name : str
        reason : str
        options : mapping, optional
            Where others than the defaults are better; the user's own come first.

        Raises
        ------
        OptionError
            If the user fixed an option that the variant does not have.
        """
        variant = find_variant(name, self.problem)
        return Choice(
            variant, resolve_options(variant, {**(options or {}), **self.options}), reason
        )


Request = Choice | Automatic


def make_request(
    problem: Problem, variant: str | Variant, options: Mapping[str, Any] | None = None
) -> Request:
    """Turn a user's words into a request.

    Parameters
    ----------
    problem : Problem
    variant : str or Variant
        A name, a row of the table, or ``"auto"``.
    options : mapping, optional

    Raises
    ------
    UnknownVariantError
        If there is no such variant.
    OptionError
        If the options are no mapping, one is unknown, or a value is not in its list.
    """
    if not isinstance(variant, str | Variant):
        raise UnknownVariantError(
            f"variant is {variant!r}; expected {AUTOMATIC!r}, a name or a row of "
            f"clconn.variants({problem.name!r})"
        )
    check_options(options)
    if str(variant) == AUTOMATIC:
        return Automatic(problem, dict(options or {}))
    row = find_variant(str(variant), problem)
    return Choice(row, resolve_options(row, options), ASKED_FOR)
