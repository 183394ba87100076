"""A variant that is tried where the user has some measured."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

__all__ = ["Finalist"]


class Finalist(NamedTuple):
    """A variant by name, with the options that differ from their defaults."""

    name: str
    options: Mapping[str, Any] = MappingProxyType({})
