"""Turn every way in which a command can end into an exit code.

Invariants: an error is one line on standard error; an interrupt and a closed pipe print
nothing; the buffer of standard output is empty at the end, so the interpreter cannot
fail to flush it when it exits.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
import warnings
from collections.abc import Callable

from clconn.command_line.exit_codes import BAD_INPUT, BUG, CLOSED_PIPE, INTERRUPTED
from clconn.command_line.stderr import say
from clconn.command_line.stdout import flush_output
from clconn.errors import ClconnError, GraphWarning, ReferenceFallbackWarning

__all__ = ["guarded"]


def guarded(command: Callable[[], int]) -> int:
    """Run a command and return its exit code, even if the command raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", ReferenceFallbackWarning)
        warnings.simplefilter("always", GraphWarning)
        warnings.showwarning = _show_warning
        try:
            return _run(command)
        except KeyboardInterrupt:
            _abandon_output()
            return INTERRUPTED
        except BrokenPipeError:
            _abandon_output()
            return CLOSED_PIPE
        except Exception as error:
            _flush_or_abandon_output()
            return _explain(error)


def _run(command: Callable[[], int]) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A file name may contain bytes that the encoding of the terminal cannot represent.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = command()
    except SystemExit as error:  # argparse: after --help, --version and usage errors
        code = error.code if isinstance(error.code, int) else 0
    flush_output()
    return code


def _explain(error: Exception) -> int:
    if os.environ.get("CLCONN_DEBUG") == "1":
        traceback.print_exception(error)
    if isinstance(error, ClconnError):
        say("error", str(error))
    elif isinstance(error, MemoryError):
        say("error", f"not enough memory: {error}" if str(error) else "not enough memory")
    elif isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename is not None else ""
        say("error", f"{place}{error.strerror or error}")
    else:
        say(
            "error",
            f"a bug of clconn, please report it: {type(error).__name__}: {error} "
            "(CLCONN_DEBUG=1 shows the traceback)",
        )
        return BUG
    return BAD_INPUT


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: str | None = None,
) -> None:
    say("warning", str(message))


def _flush_or_abandon_output() -> None:
    try:
        flush_output()
    except OSError:
        _abandon_output()


def _abandon_output() -> None:
    """Discard buffered output, because a flush by the interpreter would fail or block."""
    try:
        descriptor = sys.stdout.fileno()
        nothing = os.open(os.devnull, os.O_WRONLY)
    except (AttributeError, OSError, ValueError):
        return  # not a real file: closed, replaced, or captured
    os.dup2(nothing, descriptor)
    os.close(nothing)
