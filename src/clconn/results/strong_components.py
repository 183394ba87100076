"""The result of strongly connected components: canonical roots and labels, and the condensation."""

from __future__ import annotations

from clconn.results.components import Components, HostComponents

__all__ = ["HostStrongComponents", "StrongComponents"]


class HostStrongComponents(HostComponents):
    """Strong components whose roots are in host memory."""


class StrongComponents(Components):
    """Strongly connected components of a graph."""
