"""The first page of the dashboard: each problem on each family of graphs, beside the best peers.

One file without any script, so it opens from a disk as well as from a server.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from asv_benchmarks.dashboard.charts import COLORS, chart, number
from asv_benchmarks.dashboard.lines import BATCHES, KERNELS, WHOLE_WAY, Commit, Line
from clconn.generators.families import FAMILIES

__all__ = ["NAME", "add_to_menu", "page"]

NAME = "peers.html"
TITLE = "Beside the best codes"

MENU = (
    (NAME, TITLE),
    ("index.html#/", "Benchmark grid"),
    ("index.html#/summarylist", "Benchmark list"),
    ("index.html#/regressions", "Regressions"),
)
MEANINGS = {
    KERNELS: "The kernels, on a graph that is on the device already.",
    WHOLE_WAY: "From scipy's matrix in memory to the answer in memory.",
    BATCHES: "An edge of a stream that is inserted as one batch.",
}
_FIRST_OF_ASV = '<li id="nav-li-" class="active">'

STYLE = """\
body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 82em; padding: 0 1em 3em;
       color: #222; background: #fff; color-scheme: light; }
nav { border-bottom: 1px solid #ddd; padding: .8em 0; } nav a { margin-right: 1.5em; }
nav .here { font-weight: 600; color: inherit; text-decoration: none; }
a { color: #0a58ca; } h1 { font-size: 1.5em; } h2 { margin-top: 2em; } h3 { margin: 1.5em 0 .3em; }
p { max-width: 60em; } .note { color: #666; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2em .7em; border-bottom: 1px solid #e4e4e4; text-align: right; }
th { font-weight: 500; }
th:first-child, td.text, .overview :is(th, td):nth-child(2) { text-align: left; }
td.faster { background: #e0f2e4; } td.slower { background: #fbe3d6; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(26em, 1fr)); gap: 1.5em; }
figure { margin: 0; } figcaption { font-weight: 500; } figcaption small { color: #666; }
svg { width: 100%; height: auto; overflow: visible; }
svg text { font-size: 11px; fill: #555; } svg .value, svg .unit { text-anchor: end; }
svg .commit { text-anchor: middle; } svg .grid { stroke: #e6e6e6; }
svg polyline { fill: none; stroke-width: 1.8; } svg .peer { stroke-dasharray: 5 4; }
svg .regression { fill: none; stroke: #c00; stroke-width: 2; }
.legend { list-style: none; margin: 0; padding: 0; font-size: .85em; }
.legend i { display: inline-block; width: .8em; height: .8em; margin-right: .4em; }
details { font-size: .85em; } summary { cursor: pointer; color: #555; }
.scroll { overflow-x: auto; }
"""


def page(lines: Sequence[Line], devices: dict[str, str]) -> str:
    """Return the page; ``devices`` names the device of each machine."""
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>clconn: {TITLE}</title>",
        '<link rel="icon" href="swallow.ico">',
        f"<style>\n{STYLE}</style></head><body>",
        _menu(),
        f"<h1>clconn over the commits, {TITLE[0].lower()}{TITLE[1:]}</h1>",
        "<p>Solid lines are clconn as <code>auto</code> runs it, a point for each commit that was "
        "measured; a dashed line is the best other code on the graph of that color. A red ring is "
        "a regression that asv's step detection found. Rest the pointer on a point, or open the "
        "table below a chart, to see its commit.</p>",
    ]
    machines = list(dict.fromkeys(line.machine for line in lines))
    if not machines:
        parts.append('<p class="note">No results have been recorded.</p>')
    for machine in machines:
        here = [line for line in lines if line.machine == machine]
        parts += [
            f'<h2 id="{escape(machine)}">{escape(machine)}: {escape(devices[machine])}</h2>',
            _regressions(here),
            _overview(here),
        ]
        for problem in dict.fromkeys(line.problem for line in here):
            parts += _problem(machine, problem, [line for line in here if line.problem == problem])
    return "\n".join([*parts, "</body></html>"]) + "\n"


def add_to_menu(index: Path) -> None:
    """Put the page first into the menu of asv's own pages.

    Raises
    ------
    ValueError
        If the menu is not where it was in the versions of asv that are known.
    """
    text = index.read_text(encoding="utf-8")
    if _FIRST_OF_ASV not in text:
        raise ValueError(f"{index} has no menu with {_FIRST_OF_ASV}")
    entry = f'<li id="nav-li-peers"><a href="{NAME}">{TITLE}</a></li>\n\t{_FIRST_OF_ASV}'
    index.write_text(text.replace(_FIRST_OF_ASV, entry, 1), encoding="utf-8")


def _menu() -> str:
    links = (
        f'<a href="{target}"{_HERE if target == NAME else ""}>{text}</a>' for target, text in MENU
    )
    return f"<nav>{''.join(links)}</nav>"


_HERE = ' class="here" aria-current="page"'


def _regressions(lines: Sequence[Line]) -> str:
    found = [(line, step) for line in lines for step in line.regressions]
    if not found:
        return '<p class="note">asv found no regression in these lines.</p>'
    items = (
        f'<li><a href="#{_anchor(line.machine, line.problem, line.family)}">{escape(line.problem)} '
        f"on {escape(line.graph)}</a>: {number(step.old)} to {number(step.new)} {line.unit} "
        f"between {step.before.hash[:8]} and {_commit(step.after)}</li>"
        for line, step in found
    )
    return f'<ul class="regressions">{"".join(items)}</ul>'


def _commit(commit: Commit) -> str:
    return f"<code>{commit.hash[:8]}</code> {commit.date} {escape(commit.subject)}"


def _anchor(machine: str, problem: str, family: str) -> str:
    return escape(f"{machine}-{problem}-{family}")


def _overview(lines: Sequence[Line]) -> str:
    """The latest time of each problem on each graph, as a multiple of the best peer's."""
    problems = list(dict.fromkeys(line.problem for line in lines))
    latest = {(line.graph, line.problem): line for line in lines}
    rows = []
    for graph, family in dict.fromkeys((line.graph, line.family) for line in lines):
        cells = "".join(_cell(latest.get((graph, problem))) for problem in problems)
        rows.append(f"<tr><th>{escape(graph)}</th><td>{escape(family)}</td>{cells}</tr>")
    heads = "".join(f"<th>{escape(problem)}</th>" for problem in problems)
    return (
        "<p>The last recorded time, and what share of the best peer's that is.</p>"
        '<div class="scroll"><table class="overview"><thead><tr><th>graph</th><th>family</th>'
        f"{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _cell(line: Line | None) -> str:
    if line is None:
        return "<td></td>"
    target = f"#{_anchor(line.machine, line.problem, line.family)}"
    text = f'<a href="{target}">{number(line.latest)} {line.unit}</a>'
    if line.ratio is None:
        return f"<td>{text}</td>"
    kind = "faster" if line.ratio <= 1 else "slower"
    return f'<td class="{kind}">{text} <small>{line.ratio:.2f}</small></td>'


def _problem(machine: str, problem: str, lines: Sequence[Line]) -> list[str]:
    # One axis for all charts of a problem, so that the same place is the same commit.
    commits = sorted({commit for line in lines for commit, _ in line.points})
    parts = [
        f'<h3 id="{escape(machine)}-{escape(problem)}">{escape(problem)}</h3>',
        f'<p class="note">{escape(_meaning(lines))}</p>',
        '<div class="charts">',
    ]
    for family in dict.fromkeys(line.family for line in lines):
        of_family = [line for line in lines if line.family == family]
        about = FAMILIES[family].description if family in FAMILIES else ""
        parts += [
            f'<figure id="{_anchor(machine, problem, family)}">',
            f"<figcaption>{escape(family)} <small>{escape(about)}</small></figcaption>",
            chart(of_family, commits),
            _legend(of_family),
            _table(of_family),
            "</figure>",
        ]
    return [*parts, "</div>"]


def _meaning(lines: Iterable[Line]) -> str:
    """What was measured, and when the other codes were."""
    benchmarks = dict.fromkeys(line.benchmark for line in lines)
    parts = [
        f"{meaning} asv calls it {name}."
        for name in benchmarks
        for kind, meaning in MEANINGS.items()
        if f".{kind}" in name
    ]
    days = dict.fromkeys(line.peer.measured for line in lines if line.peer)
    return " ".join([*parts, *(f"The other codes were measured {day}." for day in days)])


def _legend(lines: Sequence[Line]) -> str:
    items = []
    for place, line in enumerate(lines):
        peer = "no other code was measured"
        if line.peer:
            peer = f"{line.peer.code} takes {number(line.peer.value)}"
        color = COLORS[place % len(COLORS)]
        items.append(
            f'<li><i style="background:{color}"></i>{escape(line.graph)}: '
            f"{number(line.latest)} {line.unit}; {escape(peer)}</li>"
        )
    return f'<ul class="legend">{"".join(items)}</ul>'


def _table(lines: Sequence[Line]) -> str:
    """What a chart shows, as numbers."""
    commits = sorted({commit for line in lines for commit, _ in line.points}, reverse=True)
    values = [dict(line.points) for line in lines]
    rows = "".join(
        f'<tr><td class="text">{_commit(commit)}</td>'
        + "".join(f"<td>{number(of[commit]) if commit in of else ''}</td>" for of in values)
        + "</tr>"
        for commit in commits
    )
    heads = "".join(f"<th>{escape(line.graph)}, {line.unit}</th>" for line in lines)
    return (
        f'<details><summary>commits</summary><div class="scroll"><table><tr><th>commit</th>{heads}'
        f"</tr>{rows}</table></div></details>"
    )
