"""What is said on standard error: one line each, whatever the text holds.

A message may quote a file name or a compiler's log; line breaks become spaces
and other control characters are escaped, so it is always one line and cannot
drive the terminal.
"""

from __future__ import annotations

import contextlib
import sys

__all__ = ["one_line", "say"]


def one_line(text: str) -> str:
    """The text in one line of printable characters.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
    """
    joined = " ".join(line.strip() for line in text.splitlines() if line.strip())
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in joined
    )


def say(kind: str, text: str) -> None:
    """Print ``clconn: kind: text`` on standard error.

    Parameters
    ----------
    kind : str
        ``"error"`` or ``"warning"``.
    text : str
    """
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError):  # nobody listens, and there is nowhere left to say so
        print(f"clconn: {kind}: {one_line(text)}", file=sys.stderr, flush=True)
