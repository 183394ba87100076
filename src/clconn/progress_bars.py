"""Progress bars: a widget in a notebook, a line on standard error if that is a terminal."""

from __future__ import annotations

import sys
from typing import Any

__all__ = ["progress_bar"]


def progress_bar(**how: Any) -> Any:
    """Return a bar of tqdm, which disappears at its end, or None where nobody would see it.

    Parameters
    ----------
    **how
        For tqdm.
    """
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    if not is_terminal and "ipykernel" not in sys.modules:
        return None
    from tqdm.auto import tqdm

    return tqdm(leave=False, **how)
