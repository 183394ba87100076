"""Options in words, as the user types them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.design_space.model import Variant

__all__ = ["as_text", "settings"]


def as_text(value: Any) -> str:
    """Return a parameter's value as the user types it: ``true``, ``2``, ``halve``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def settings(variant: Variant, options: Mapping[str, Any]) -> list[str]:
    """Return ``name=value`` for each option of a variant that does not have its default value.

    Parameters
    ----------
    options
        A value for each option; one that is missing has its default.
    """
    return [
        f"{option.name}={as_text(options[option.name])}"
        for option in variant.options
        if options.get(option.name, option.default) != option.default
    ]
