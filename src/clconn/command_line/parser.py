"""Parsers that fail with one line, and fill themselves when they are needed.

A command whose arguments come from a table of the library (families, formats,
problems) fills its parser when it is that command that was typed, so that
``clconn --help`` does not pay for it.
"""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from clconn.command_line.exit_codes import BAD_INPUT
from clconn.command_line.stderr import one_line

__all__ = ["CommandParser"]


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the paragraphs of a description, and the names of commands in one column."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26)

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            # argparse forgets that it indents them once more.
            self._action_max_length += self._indent_increment


class CommandParser(argparse.ArgumentParser):
    """An argument parser of clconn.

    Parameters
    ----------
    fill : callable, optional
        Given the parser, adds its arguments; called once, before the parser
        is first used.
    **settings
        As for :class:`argparse.ArgumentParser`.
    """

    def __init__(
        self, *, fill: Callable[[CommandParser], None] | None = None, **settings: Any
    ) -> None:
        settings.setdefault("formatter_class", _Formatter)
        settings.setdefault("allow_abbrev", False)
        super().__init__(**settings)
        self._fill = fill

    def _filled(self) -> None:
        fill, self._fill = self._fill, None
        if fill is not None:
            fill(self)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse; unknown arguments are refused here, where the right ``--help`` is known."""
        self._filled()
        parsed, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return parsed, unknown

    def format_help(self) -> str:
        """The help text."""
        self._filled()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line and leave with the code for bad usage."""
        self.exit(BAD_INPUT, f"clconn: error: {one_line(message)} (see `{self.prog} --help`)\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        # argparse's own message names every choice but not the nearest one.
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        nearest = difflib.get_close_matches(str(value), choices, n=1)
        hint = f"did you mean {nearest[0]!r}? " if nearest else ""
        raise argparse.ArgumentError(
            action, f"there is no {value!r}; {hint}known: {', '.join(choices)}"
        )
