"""The results of an exploration as one self-contained page of HTML.

The page has no font, picture or link to another file, and forbids its browser to load any, so users
can mail it and still read it in ten years. Its script only sorts and filters rows that are there
without it. All external text (names of files and devices, compilers' logs) is escaped.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from clconn.exploration.page_script import CONTROLS, SCRIPT, SECURITY_POLICY
from clconn.exploration.palette import LEGEND, color_of, ink_on, slowdown_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clconn.exploration.results import Exploration, HeatMap, Measurement

__all__ = ["page"]

STYLE = """\
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em;
       color: #222; background: #fff; color-scheme: light; }
h1 { font-size: 1.5em; } h2 { font-size: 1.2em; margin-top: 2em; }
table { border-collapse: collapse; }
dl { display: grid; grid-template-columns: max-content auto; gap: 0 1em; }
dt { color: #666; } dd { margin: 0; }
.scroll { overflow-x: auto; }
.map th { font-weight: 500; padding: .3em .5em; }
.map thead th { writing-mode: vertical-rl; transform: rotate(180deg); text-align: left; }
.map tbody th { text-align: right; white-space: nowrap; }
.map td { border: 2px solid #fff; min-width: 4.2em; height: 2.9em; text-align: center;
          line-height: 1.15; padding: .1em .3em; font-variant-numeric: tabular-nums; }
.map small { display: block; font-size: .7em; opacity: .85; max-width: 8em; margin: auto; }
.none { background: #f1f1f1; color: #888; }
.legend td { padding: .15em .7em; font-size: .85em; border: 0; }
.list th { text-align: left; border-bottom: 1px solid #888; padding: .2em .8em .2em 0; }
.list td { border-bottom: 1px solid #e4e4e4; padding: .15em .8em .15em 0; vertical-align: top; }
.list .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.list button { all: unset; cursor: pointer; font-weight: bold; }
.list button:focus-visible { outline: 2px solid #36c; }
[aria-sort=ascending] button::after { content: " \\25B2"; }
[aria-sort=descending] button::after { content: " \\25BC"; }
.controls input { font: inherit; width: 20em; max-width: 100%; }
.map td[data-filter] { cursor: pointer; }
.list code { font-size: .95em; white-space: nowrap; }
"""


def page(result: Exploration, title: str = "") -> str:
    """Return a page with the heat map, the ranking and the failures; the title names the graph."""
    heading = f"The design space of {result.problem}" + (f" on {title}" if title else "")
    ranking, failures = result.ranking(), result.failures()
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{SECURITY_POLICY}">',
        f"<title>{escape(heading)}</title>",
        f"<style>\n{STYLE}</style></head><body>",
        f"<h1>{escape(heading)}</h1>",
        _facts(result),
    ]
    if ranking:
        parts += ["<h2>Slowdown over the fastest</h2>", _map(result.heat_map()), _legend()]
        parts += ["<h2>Ranking</h2>", CONTROLS, _ranking(ranking)]
    else:
        parts.append("<p>No variant has been verified.</p>")
    if failures:
        parts += ["<h2>Failed</h2>", _failures(failures)]
    if ranking:
        parts.append(f"<script>\n{SCRIPT}</script>")
    parts.append("</body></html>")
    return "\n".join(parts) + "\n"


def _facts(result: Exploration) -> str:
    verified = len(result.ranking())
    facts = [
        ("device", f"{result.device} ({result.driver})"),
        ("graph", f"{result.vertices:,} vertices, {result.entries:,} entries"),
        ("components", "unknown" if result.count is None else f"{result.count:,}"),
        ("variants", f"{verified:,} verified, {len(result.rows) - verified:,} failed"),
        ("clconn", result.version),
    ]
    return f"<dl>{''.join(f'<dt>{name}</dt><dd>{escape(text)}</dd>' for name, text in facts)}</dl>"


def _map(heat: HeatMap) -> str:
    heads = "".join(f'<th scope="col">{escape(finish)}</th>' for finish in heat.finishes)
    lines = [f'<div class="scroll"><table class="map"><thead><tr><td></td>{heads}</tr></thead>']
    lines.append("<tbody>")
    for index, source in enumerate(heat.edges):
        cells = (
            '<td class="none">&ndash;</td>' if best is None else _cell(float(slowdown), best)
            for slowdown, best in zip(heat.slowdowns[index], heat.best[index], strict=True)
        )
        lines.append(f'<tr><th scope="row">{escape(source)}</th>{"".join(cells)}</tr>')
    lines.append("</tbody></table></div>")
    return "\n".join(lines)


def _cell(slowdown: float, best: Measurement) -> str:
    pair, compression = best.variant.rsplit("/", 1)
    hint = f"{best.variant}: {best.milliseconds:.4g} ms"
    return (
        f'<td {_color_style(slowdown)} title="{escape(hint)}" '
        f'data-filter="{escape(pair)}/">{slowdown_text(slowdown)}'
        f"<small>{escape(compression)}</small></td>"
    )


def _color_style(slowdown: float) -> str:
    color = color_of(slowdown)
    red, green, blue = color
    ink = "#000" if ink_on(color) == (0, 0, 0) else "#fff"
    return f'style="background:#{red:02x}{green:02x}{blue:02x};color:{ink}"'


def _legend() -> str:
    cells = "".join(f"<td {_color_style(value)}>{value:g}</td>" for value in LEGEND)
    return (
        "<p>Rows: which edges are visited. Columns: how trees are joined. A cell is the best "
        "compression of the pair, its median time over that of the fastest variant.</p>"
        f'<table class="legend"><tr>{cells}<td>times</td></tr></table>'
    )


def _ranking(ranking: Iterable[Measurement]) -> str:
    heads = ("rank", "variant", "median ms", "minimum ms", "slowdown", "runs", "build s", "remark")
    best = None
    lines = []
    for rank, row in enumerate(ranking, 1):
        assert row.milliseconds is not None
        assert row.minimum is not None
        best = best or row.milliseconds
        slowdown = row.milliseconds / best
        numbers = (
            _number(row.milliseconds, f"{row.milliseconds:.4g}"),
            _number(row.minimum, f"{row.minimum:.4g}"),
            _number(slowdown, slowdown_text(slowdown)),
            _number(row.runs, str(row.runs)),
            _number(row.build_seconds, f"{row.build_seconds:.2f}"),
        )
        lines.append(
            f"<tr>{_number(rank, str(rank))}<td><code>{escape(row.variant)}</code></td>"
            f"{''.join(numbers)}<td>{escape(row.remark)}</td></tr>"
        )
    return _table(heads, lines, ' id="ranking"')


def _number(value: float, text: str) -> str:
    """Return a cell with what it sorts by, since "2.1k" is more than "640"."""
    return f'<td class="number" data-value="{value!r}">{text}</td>'


def _failures(failures: Iterable[Measurement]) -> str:
    lines = [
        f"<tr><td><code>{escape(row.variant)}</code></td><td>{escape(row.error)}</td></tr>"
        for row in failures
    ]
    return _table(("variant", "what happened"), lines)


def _table(heads: Iterable[str], lines: Iterable[str], attributes: str = "") -> str:
    row = "".join(f'<th scope="col">{head}</th>' for head in heads)
    body = "\n".join(lines)
    return (
        f'<div class="scroll"><table class="list"{attributes}><thead><tr>{row}</tr></thead>'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )
