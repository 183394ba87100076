"""The functions by which pyopencl calls a kernel, made once for each form of its arguments.

pyopencl reads their text from a file and compiles it for each kernel object, which takes 200
microseconds. A plan takes the kernels of plans that are gone, but tests make some 30,000 for three
files that go through many variants, which was 9 % of their time.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

__all__ = ["remembered_invokers"]

_MAKES = "generate_enqueue_and_set_args"


@contextmanager
def remembered_invokers() -> Iterator[None]:
    """Remember these functions meanwhile, where pyopencl is in use and makes them in this way."""
    invoker = importlib.import_module("pyopencl.invoker") if "pyopencl" in sys.modules else None
    if not hasattr(invoker, _MAKES):
        yield
        return
    make, made = getattr(invoker, _MAKES), {}

    def remember(*form: Any, **further: Any) -> Any:
        parts = (*form, *further.values())
        key = tuple(tuple(part) if isinstance(part, list) else part for part in parts)
        if key not in made:
            made[key] = make(*form, **further)
        return made[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(invoker, _MAKES, remember)
        yield
