"""``clconn --print-completion``: what a shell needs to complete commands, options and values.

shtab reads the parsers and writes the script. What a parser does not say is added here: which
arguments are files, variants, formats and so on. The script holds all names, so a shell need not
start clconn to complete a word; after an update of clconn it has to be printed again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from clconn.errors import MissingLibraryError

__all__ = ["FILES", "SHELLS", "PrintCompletion", "all_arguments"]

SHELLS = ("bash", "zsh", "tcsh")

FILES = {"FILE", "PATH", "IN", "OUT", "LABELS"}
"""What the help calls arguments that are files."""


class PrintCompletion(argparse.Action):
    """Print the script for a shell, and end the command."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        shell: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        try:
            import shtab
        except ImportError:
            raise MissingLibraryError(
                "completion needs shtab: pip install 'clconn[completion]'"
            ) from None
        from clconn.command_line.stdout import put

        for command, action in all_arguments(parser):
            if action.metavar in FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif action.choices is None:
                values = _values(command, action)
                # tcsh ends a list at a slash, and the names of variants have some.
                if values and not (shell == "tcsh" and any("/" in value for value in values)):
                    action.choices = values
        put(shtab.complete(parser, str(shell)))
        parser.exit()


def all_arguments(
    parser: argparse.ArgumentParser, command: str = ""
) -> Iterator[tuple[str, argparse.Action]]:
    """Each argument of a parser and of those below it, with the command that it belongs to."""
    parser.fill_once()  # type: ignore[attr-defined]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield from all_arguments(below, command or name)
        else:
            yield command, action


def _values(command: str, action: argparse.Action) -> list[str] | None:
    """The values of an argument that has a closed list of them elsewhere in clconn."""
    from clconn.design_space import choosers_of, variants
    from clconn.files.formats import FORMATS
    from clconn.problems import COMPONENTS, DESIGN_SPACES

    problem = next(
        (space for space in DESIGN_SPACES.values() if space.command == command), COMPONENTS
    )
    names = {*action.option_strings, action.dest}
    if "--variant" in names:
        return [*choosers_of(problem), *(row.name for row in variants(problem))]
    if "--variants" in names:
        return [row.name for row in variants(problem)]
    if not names.isdisjoint({"--format", "--from", "--to"}):
        return list(FORMATS)
    if "problem" in names:
        return list(DESIGN_SPACES)
    if "--origin" in names:
        rows = (row for space in DESIGN_SPACES.values() for row in variants(space))
        return sorted({origin for row in rows for origin in row.origins})
    return ["gpu", "cpu", "gpus", "all"] if "--device" in names else None
