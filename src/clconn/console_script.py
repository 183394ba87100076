"""Where the command ``clconn`` begins: before anything is imported that takes time.

Invariant: an interrupt from here on ends the command quietly, also while its own modules are
still being imported; :mod:`clconn.command_line.exit_handling` takes over when they are.
"""

from __future__ import annotations

__all__ = ["main"]

INTERRUPTED = 130
"""As in :mod:`clconn.command_line.exit_codes`, which is not imported yet."""


def main() -> int:
    """Run the command of this process and return its exit code."""
    try:
        from clconn.command_line import main as command
    except KeyboardInterrupt:
        return INTERRUPTED
    return command()
