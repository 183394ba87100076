"""Components of edges that arrive in batches, and stay up to date."""

from __future__ import annotations

from clconn.incremental.bits import unpack
from clconn.incremental.incremental_components import IncrementalComponents

__all__ = ["IncrementalComponents", "unpack"]
