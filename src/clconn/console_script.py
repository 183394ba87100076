"""Entry point of the command ``clconn``, which imports nothing slow itself.

Invariant: an interrupt ends the command quietly, even while its modules are still being
imported. :mod:`clconn.command_line.exit_handling` takes over after the import. An interrupt
before this module runs, while Python itself starts, ends as it does in any Python program.
"""

from __future__ import annotations

TYPE_CHECKING = False  # see clconn/__init__.py

if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]

INTERRUPTED = 130
"""The same value as in :mod:`clconn.command_line.exit_codes`, which is not imported yet."""


def main() -> int:
    """Run the command of this process and return its exit code."""
    try:
        import signal

        # A KeyboardInterrupt in the middle of an import may be reported as something else, or be
        # printed and ignored. A shell that starts a job in the background ignores SIGINT.
        interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if interruptible:
            signal.signal(signal.SIGINT, _leave)
        from clconn.command_line import main as command

        if interruptible:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return command()
    except KeyboardInterrupt:
        return INTERRUPTED


def _leave(number: int, frame: object) -> NoReturn:
    """End the process, which has neither output nor files yet."""
    import os

    os._exit(INTERRUPTED)
