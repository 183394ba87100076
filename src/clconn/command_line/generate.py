"""``clconn generate``: generate a graph of a family, or a named graph.

The families, their parameters and the explanations come from
:data:`clconn.generators.FAMILIES`; a new family needs no change here.
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any

from clconn.command_line.exit_codes import DONE
from clconn.command_line.output import check_graph_path
from clconn.command_line.parser import CommandParser
from clconn.command_line.reading import format_table
from clconn.command_line.standard_streams import (
    output_title,
    refuse_json_beside,
    summary_beside,
    write_graph,
)
from clconn.command_line.stdout import print_graph, print_json, print_table, put
from clconn.design_space import as_text
from clconn.errors import OptionError

if TYPE_CHECKING:
    from clconn.generators import Family, Parameter

DESCRIPTION = """\
Generate a graph and write it to the file that -o names. FAMILY is a family
with its own parameters, or a named graph, which fixes the parameters.
`clconn generate FAMILY --help` explains them, and `clconn generate --list`
lists all families. Equal parameters and seeds give equal graphs on every
machine. All graphs are simple: no self loops, no repeated edges.
"""

EPILOG = """\
examples:
  clconn generate --list
  clconn generate torus --help
  clconn generate torus --rows 1000 --columns 1000 -o torus.npz
  clconn generate rmat16 -o rmat16.mtx
"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser of ``clconn``."""
    parser = subparsers.add_parser(
        "generate",
        help="generate a graph of a family",
        description=DESCRIPTION,
        epilog=EPILOG,
        fill=_fill,
    )
    parser.set_defaults(run=run)


def _fill(parser: CommandParser) -> None:
    from clconn.generators import FAMILIES, NAMED_GRAPHS

    parser.add_argument("--list", action="store_true", help="list the families and named graphs")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    families = parser.add_subparsers(title="families", dest="family", metavar="FAMILY")
    for family in FAMILIES.values():
        families.add_parser(
            family.name,
            help=family.description,
            description=family.description,
            fill=partial(_fill_family, family),
        )
    for name, graph in NAMED_GRAPHS.items():
        settings = _arguments_text(graph.parameters)
        families.add_parser(
            name,
            help=f"named graph: {graph.family} {settings}",
            description=f"The named graph {name}: {graph.family} {settings}",
            fill=partial(_fill_named, graph.seed),
        )


def _fill_family(family: Family, parser: CommandParser) -> None:
    group = parser.add_argument_group("parameters of the family")
    for parameter in family.parameters.values():
        _add_parameter(group, parameter)
    _add_common(parser)


def _fill_named(seed: int | None, parser: CommandParser) -> None:
    if seed is not None:
        parser.add_argument(
            "--seed",
            type=int,
            metavar="INT",
            default=argparse.SUPPRESS,
            help=f"another seed (default: {seed})",
        )
    _add_common(parser)


def _add_parameter(group: Any, parameter: Parameter) -> None:
    flag = "--" + parameter.name.replace("_", "-")
    # Leave out missing arguments, so that the library's own defaults apply.
    settings: dict[str, Any] = {"default": argparse.SUPPRESS, "dest": parameter.name}
    meaning = parameter.meaning.replace("%", "%%")
    if parameter.type is bool:
        settings["action"] = argparse.BooleanOptionalAction
    else:
        settings |= {"type": parameter.type, "metavar": parameter.type.__name__.upper()}
    if parameter.required:
        settings["required"] = True
    else:
        meaning += f" (default: {as_text(parameter.default)})"
    group.add_argument(flag, help=meaning, **settings)


def _add_common(parser: CommandParser) -> None:
    from clconn.generators import WEIGHTS

    parser.epilog = format_table()
    parser.add_argument(
        "--weights",
        choices=[name for name in WEIGHTS if name is not None],
        help="give every edge a weight; hash: from 1 to 2**24, computed from its two ends",
    )
    parser.add_argument(
        "-o", "--output", metavar="PATH", required=True, help="the file to write, or -"
    )
    parser.add_argument("--format", metavar="F", help="format of the file (default: by its suffix)")
    parser.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON object"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    values = dict(vars(arguments))
    values.pop("run")
    values.pop("command")
    as_json, family = values.pop("json"), values.pop("family")
    if values.pop("list"):
        _print_list(as_json)
        return DONE
    if family is None:
        raise OptionError("generate needs a family; `clconn generate --list` lists the families")

    from clconn.generators import generate

    path, format, weights = values.pop("output"), values.pop("format"), values.pop("weights")
    refuse_json_beside([path], as_json)
    check_graph_path(path, format=format, option="--format")
    graph = generate(family, weights=weights, **values)
    write_graph(graph, path, format)
    with summary_beside([path]):
        print_graph(graph, output_title(path), as_json)
    return DONE


def _arguments_text(parameters: dict[str, Any]) -> str:
    return " ".join(
        f"--{'' if value is not False else 'no-'}{name.replace('_', '-')}"
        + ("" if isinstance(value, bool) else f" {value}")
        for name, value in parameters.items()
    )


def _print_list(as_json: bool) -> None:
    from clconn.generators import FAMILIES, NAMED_GRAPHS

    if as_json:
        families = [
            {
                "name": family.name,
                "description": family.description,
                "parameters": [_parameter_record(entry) for entry in family.parameters.values()],
            }
            for family in FAMILIES.values()
        ]
        named = [
            {
                "name": name,
                "family": graph.family,
                "parameters": graph.parameters,
                "seed": graph.seed,
            }
            for name, graph in NAMED_GRAPHS.items()
        ]
        print_json(
            {"count": len(families) + len(named), "families": families, "named_graphs": named}
        )
        return
    print_table(
        [
            (family.name, " ".join(map(_usage, family.parameters.values())), family.description)
            for family in FAMILIES.values()
        ],
        heading=("family", "parameters", "what it is"),
    )
    put()
    print_table(
        [
            (name, f"{graph.family} {_arguments_text(graph.parameters)}")
            for name, graph in NAMED_GRAPHS.items()
        ],
        heading=("named graph", "the same as"),
    )


def _usage(parameter: Parameter) -> str:
    name = parameter.name.replace("_", "-")
    return name if parameter.required else f"[{name}]"


def _parameter_record(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "type": parameter.type.__name__,
        "required": parameter.required,
        "default": None if parameter.required else parameter.default,
        "meaning": parameter.meaning,
    }
