"""Choose the backend of incremental components, and make its engine.

Invariant: wrong arguments raise an error before a device is opened.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from clconn.backends import OPENCL, REFERENCE, SCIPY
from clconn.design_space import Request
from clconn.dispatch import check_backend, warn_of_fallback
from clconn.errors import BackendUnavailableError, OptionError
from clconn.incremental.engine import Engine
from clconn.problems import INCREMENTAL

__all__ = ["MadeEngine", "check_backend_has_batches", "check_gives_forest", "make_engine"]

_CALLER = 5
"""From a warning to the line that makes an IncrementalComponents."""


class MadeEngine(NamedTuple):
    """An engine and the name of its backend."""

    engine: Engine
    backend: str


def check_backend_has_batches(backend: Any, device: Any) -> None:
    """Raise an error if there is no such backend, or it has nothing for batches."""
    check_backend(backend, device)
    if backend == SCIPY:
        raise OptionError(
            f"backend={SCIPY!r} has no components that stay up to date: scipy would begin anew "
            f"with each batch; take {OPENCL!r} or {REFERENCE!r}"
        )


def check_gives_forest(request: Request) -> None:
    """Raise an error if a variant that was asked for by name gives no spanning forest."""
    variant = getattr(request, "variant", None)
    if variant is None or (variant.rule is not None and variant.rule.links_roots_only):
        return
    reason = (
        "its union also moves vertices that are no roots"
        if variant.rule is not None
        else "its rounds do not know by which edge they join two trees"
    )
    raise OptionError(
        f"{variant} gives no spanning forest, since {reason}; with forest=True take 'auto' or "
        f"{INCREMENTAL.reference_variant!r}"
    )


def make_engine(
    n: int, request: Request, *, backend: str | None, device: Any, forest: bool
) -> MadeEngine:
    """Make an engine; without a usable device that of the reference, if the user named none."""
    if backend != REFERENCE:
        try:
            return MadeEngine(INCREMENTAL.load("engine")(n, request, device, forest), OPENCL)
        except BackendUnavailableError as error:
            if backend is not None or device is not None:
                raise
            warn_of_fallback(error, "the serial reference", stacklevel=_CALLER)
    return MadeEngine(INCREMENTAL.load("reference")(n, request, None, forest), REFERENCE)
