"""``clconn variants``: print the table of variants."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from clconn.command_line.exit_codes import DONE
from clconn.command_line.stdout import print_json, print_table
from clconn.problems import COMPONENTS, find_design_space

if TYPE_CHECKING:
    from clconn.design_space import Option

DESCRIPTION = """\
List the variants of a problem. A variant is named edges/finish/compression:
which edges it visits, how it joins two trees, and how it shortens paths on the
way to a root; or edges/algorithm/form for minimum forests and strong
components. Those of `incremental` take edges that arrive in batches. All
variants give the same answer, except that spanning forests may differ, but have
different speeds. `auto` is not a variant: it lets clconn choose one for the
graph and the device.
"""

EPILOG = """\
examples:
  clconn variants
  clconn variants components --origin ecl-cc
  clconn variants strong-components
  clconn variants incremental --origin gconn
  clconn variants --json
  clconn components roads.mtx --variant kout/async/halve --option k=3
"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser of ``clconn``."""
    parser = subparsers.add_parser(
        "variants", help="the algorithms and their options", description=DESCRIPTION, epilog=EPILOG
    )
    parser.add_argument(
        "problem",
        metavar="PROBLEM",
        nargs="?",
        default=COMPONENTS.name,
        help="default: %(default)s",
    )
    parser.add_argument(
        "--origin", metavar="O", help="only variants from this publication, e.g. gconn or ecl-cc"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from clconn import variants
    from clconn.design_space import as_text

    rows = variants(arguments.problem, origin=arguments.origin)
    parts = find_design_space(arguments.problem).parts
    if arguments.json:
        records = [
            {
                "name": row.name,
                "edges": row.edges,
                "finish": row.finish,
                "compression": row.compression,
                "origins": row.origins,
                "options": [_option_record(option) for option in row.options],
            }
            for row in rows
        ]
        print_json({"problem": arguments.problem, "count": len(rows), "variants": records})
        return DONE
    print_table(
        [
            (row.name, ", ".join(row.origins), ", ".join(option.name for option in row.options))
            for row in rows
        ],
        heading=(f"variant: {'/'.join(parts)}", "published as", "options"),
    )
    options = {option.name: option for row in rows for option in row.options}
    if options:
        print()
        print_table(
            [
                (option.name, ", ".join(map(as_text, option.values)), option.meaning)
                for option in options.values()
            ],
            heading=("option", "values, the default first", "meaning"),
        )
    return DONE


def _option_record(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "values": option.values,
        "default": option.default,
        "meaning": option.meaning,
    }
