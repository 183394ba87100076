"""Entry point of the command ``clconn``, which imports nothing slow itself.

Invariant: an interrupt ends the command quietly, even while its modules are still being
imported. :mod:`clconn.command_line.exit_handling` takes over after the import.
"""

from __future__ import annotations

__all__ = ["main"]

INTERRUPTED = 130
"""The same value as in :mod:`clconn.command_line.exit_codes`, which is not imported yet."""


def main() -> int:
    """Run the command of this process and return its exit code."""
    try:
        from clconn.command_line import main as command
    except KeyboardInterrupt:
        return INTERRUPTED
    return command()
