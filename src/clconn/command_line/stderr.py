"""Print messages on standard error, each in one line.

A message may quote a file name or a compiler's log. Line breaks become spaces, and
other control characters are escaped, so a message is always one line and cannot
control the terminal.
"""

from __future__ import annotations

import contextlib
import sys

__all__ = ["one_line", "say"]


def one_line(text: str) -> str:
    """Return the text as one line of printable characters."""
    line_text = " ".join(line.strip() for line in text.splitlines() if line.strip())
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in line_text
    )


def say(kind: str, text: str) -> None:
    """Print ``clconn: kind: text`` on standard error; the kind is "error" or "warning"."""
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError):  # no other place to report the error
        print(f"clconn: {kind}: {one_line(text)}", file=sys.stderr, flush=True)
