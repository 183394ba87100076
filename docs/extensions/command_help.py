"""The directive ``command-help``: the help texts of all commands, from their parser."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive

from clconn.command_line import build_parser

COLUMNS = 88


class CommandHelp(Directive):
    """A section for each command, and each of its own commands, with what ``--help`` prints."""

    def run(self) -> list[nodes.Node]:
        """Make the sections."""
        os.environ["COLUMNS"] = str(COLUMNS)  # argparse asks for it
        return [_section(name, text) for name, text in _helps("clconn", build_parser())]


def _helps(name: str, parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    yield name, parser.format_help()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, command in action.choices.items():
                yield from _helps(f"{name} {word}", command)


def _section(name: str, text: str) -> nodes.section:
    section = nodes.section(ids=[nodes.make_id(name)], names=[name])
    section += nodes.title(text=name)
    section += nodes.literal_block(text, text, language="text")
    return section


def setup(app: Any) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True}
