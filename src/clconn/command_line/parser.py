"""Argument parsers that report an error in one line and add their arguments on first use.

The arguments of some commands come from a table of the library (families, formats,
problems). Such a command adds its arguments only when the user calls it, so
``clconn --help`` does not import the tables.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from clconn.command_line.exit_codes import BAD_INPUT
from clconn.command_line.stderr import one_line
from clconn.nearest_names import did_you_mean

__all__ = ["CommandParser"]


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Preserves the paragraphs of a description, and aligns the names of commands."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26)

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            # argparse does not count the extra indentation of subcommands.
            self._action_max_length += self._indent_increment


class CommandParser(argparse.ArgumentParser):
    """An argument parser of clconn.

    Parameters
    ----------
    fill : callable, optional
        Function that adds the arguments to the parser; called once, before the
        first use of the parser.
    **settings
        Arguments of :class:`argparse.ArgumentParser`.
    """

    def __init__(
        self, *, fill: Callable[[CommandParser], None] | None = None, **settings: Any
    ) -> None:
        settings.setdefault("formatter_class", _Formatter)
        settings.setdefault("allow_abbrev", False)
        super().__init__(**settings)
        self._fill = fill

    def fill_once(self) -> None:
        """Add the arguments, if that has not happened yet."""
        fill, self._fill = self._fill, None
        if fill is not None:
            fill(self)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the arguments; reject unknown ones here, where the right ``--help`` is known."""
        self.fill_once()
        result, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return result, unknown

    def format_help(self) -> str:
        """Return the help text."""
        self.fill_once()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Print the error in one line and exit with the code for bad usage."""
        self.exit(BAD_INPUT, f"clconn: error: {one_line(message)} (see `{self.prog} --help`)\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        # The message of argparse lists all choices but does not suggest the nearest one.
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        hint = did_you_mean(value, choices)
        raise argparse.ArgumentError(
            action, f"there is no {value!r}; {hint}known: {', '.join(choices)}"
        )
