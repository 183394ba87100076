"""The choice of what runs: a variant, a value for each of its options, and the reason.

A public function turns the user's arguments into a :data:`Request` once, and all code below reads
the request. A request for ``"auto"`` or ``"measured"`` becomes a :class:`Choice` when the graph is
on the device, or at once for the reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from clconn.design_space.model import Variant
from clconn.design_space.table import (
    AUTOMATIC,
    CHOOSERS,
    MEASURED,
    check_options,
    find_variant,
    resolve_options,
)
from clconn.errors import OptionError, UnknownVariantError
from clconn.problems import DesignSpace, Problem

__all__ = [
    "ASKED_FOR",
    "Automatic",
    "Choice",
    "Request",
    "is_measured",
    "make_request",
    "refuse_measured",
]

ASKED_FOR = "it was asked for by name"
"""The reason for a variant that the user named."""


@dataclass(frozen=True)
class Choice:
    """A variant, the values of its options, and the reason.

    Attributes
    ----------
    variant : Variant
    options : mapping
        A value for every option of the variant.
    reason : str
        A sentence for the user, without capital letter and period.
    """

    variant: Variant
    options: Mapping[str, Any]
    reason: str

    @property
    def key(self) -> tuple[Any, ...]:
        """What runs, whatever the reason, to be a key of a dictionary."""
        return (self.variant.name, *sorted(self.options.items()))

    @property
    def needs_both_ends(self) -> bool:
        """Whether rows must store each edge at both ends.

        A sample needs them only if the finish then leaves vertices out.
        """
        leaves_out = bool(self.options.get("skip_settled", True))
        return self.variant.reads == "rows with both ends" and leaves_out


@dataclass(frozen=True)
class Automatic:
    """A request for ``"auto"`` or ``"measured"``.

    Attributes
    ----------
    problem : DesignSpace
    options : mapping
        The options that the user set; the selected variant must have them.
    measured : bool
        Whether variants are tried on the graph, so that the fastest is selected.
    """

    problem: DesignSpace
    options: Mapping[str, Any]
    measured: bool = False

    def choose(self, name: str, reason: str, options: Mapping[str, Any] | None = None) -> Choice:
        """Choose a variant; the user's options override `options`, which override the defaults.

        Raises
        ------
        OptionError
            If the user set an option that the variant does not have.
        """
        variant = find_variant(name, self.problem)
        return Choice(
            variant, resolve_options(variant, {**(options or {}), **self.options}), reason
        )


Request = Choice | Automatic


def make_request(
    problem: DesignSpace, variant: str | Variant, options: Mapping[str, Any] | None = None
) -> Request:
    """Turn the user's arguments into a request.

    Parameters
    ----------
    variant
        A name, a row, ``"auto"`` or ``"measured"``.

    Raises
    ------
    UnknownVariantError
        If the variant does not exist, or there is no whole graph on which to measure any.
    OptionError
        If `options` is not a mapping, or an option or its value does not exist.
    """
    if not isinstance(variant, str | Variant):
        raise UnknownVariantError(
            f"variant is {variant!r}; expected {AUTOMATIC!r}, {MEASURED!r}, a name or a row of "
            f"clconn.variants({problem.name!r})"
        )
    check_options(options)
    if str(variant) in CHOOSERS:
        measured = str(variant) == MEASURED
        if measured and not isinstance(problem, Problem):
            raise UnknownVariantError(
                f"{MEASURED!r} tries variants on a graph, and edges in batches are none before the "
                f"last; take {AUTOMATIC!r}, or a name of clconn.variants({problem.name!r})"
            )
        return Automatic(problem, dict(options or {}), measured)
    row = find_variant(str(variant), problem, or_automatic=True)
    return Choice(row, resolve_options(row, options), ASKED_FOR)


def is_measured(request: Request) -> TypeGuard[Automatic]:
    """Whether variants are to be tried on the graph."""
    return isinstance(request, Automatic) and request.measured


def refuse_measured(request: Request, why: str) -> None:
    """Raise an :class:`OptionError` if variants should be tried where nothing can be measured.

    Parameters
    ----------
    why
        Half a sentence: why not.
    """
    if is_measured(request):
        raise OptionError(
            f"{MEASURED!r} tries variants on one device that has the whole graph, and {why}; take "
            f"{AUTOMATIC!r} or name a variant"
        )
