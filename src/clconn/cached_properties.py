"""Attributes that are computed when first asked for, without a lock.

Before Python 3.12 ``functools.cached_property`` holds a lock while it computes, one for that
attribute of all objects. What a device graph computes takes the lock of its runtime. So of two
threads one may hold the former and wait for the latter, and the other one, which makes a plan and
asks another graph for the same attribute, wait for the former: for ever.
"""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any

__all__ = ["cached_property"]

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property(functools.cached_property):  # noqa: N801
        """As of Python 3.12, but that of two threads that compute both get what the first got."""

        def __get__(self, instance: Any, owner: Any = None) -> Any:
            if instance is None:
                return self
            values = instance.__dict__
            if self.attrname not in values:
                values.setdefault(self.attrname, self.func(instance))
            return values[self.attrname]
