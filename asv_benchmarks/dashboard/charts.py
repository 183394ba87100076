"""Charts as inline SVG: times over the commits on a logarithmic scale, beside the best peers.

A chart needs neither a script nor a font nor another file. Each point tells its commit when the
pointer rests on it; a red ring is a regression that asv found; a dashed line is the best peer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from asv_benchmarks.dashboard.lines import Commit, Line, Regression

__all__ = ["COLORS", "chart", "number"]

COLORS = ("#1f6feb", "#d9730d", "#2a8a4a", "#8250df", "#b5366e", "#0f7c8a", "#8a6d1b", "#57606a")
"""Dark enough for thin lines on white, and apart in hue."""

WIDTH, HEIGHT = 460, 240
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 20, 40
SPAN = math.log10(5)
"""Powers of ten that a chart shows at least, so that a small step looks small."""


def number(value: float) -> str:
    """Format a time with three digits."""
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def chart(lines: Sequence[Line], commits: Sequence[Commit]) -> str:
    """Draw the lines of one problem, family and machine; the commits are the horizontal axis."""
    scale = _Scale(lines, commits)
    title = f"{lines[0].problem}, {lines[0].family} on {lines[0].machine}"
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">',
        *_axes(scale, commits, lines[0].unit),
    ]
    for place, line in enumerate(lines):
        parts += _drawn(line, COLORS[place % len(COLORS)], scale)
    return "\n".join([*parts, "</svg>"])


class _Scale:
    """Where a commit and a value are in a chart."""

    def __init__(self, lines: Sequence[Line], commits: Sequence[Commit]) -> None:
        values = [value for line in lines for _, value in line.points]
        values += [line.peer.value for line in lines if line.peer]
        low, high = math.log10(min(values)), math.log10(max(values))
        margin = max(0.08, (SPAN - (high - low)) / 2)
        self.lowest, self.highest = low - margin, high + margin
        self._places = {commit: place for place, commit in enumerate(commits)}

    def x(self, commit: Commit) -> float:
        steps = max(len(self._places) - 1, 1)
        share = self._places[commit] / steps if len(self._places) > 1 else 0.5
        return LEFT + 12 + share * (WIDTH - LEFT - RIGHT - 24)

    def y(self, value: float) -> float:
        share = (math.log10(value) - self.lowest) / (self.highest - self.lowest)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    def ticks(self) -> list[float]:
        """Round values between the lowest and the highest: 1, 2 and 5 of each power of ten."""
        powers = range(math.floor(self.lowest), math.ceil(self.highest) + 1)
        found = [digit * 10.0**power for power in powers for digit in (1, 2, 5)]
        return [value for value in found if self.lowest <= math.log10(value) <= self.highest]


def _axes(scale: _Scale, commits: Sequence[Commit], unit: str) -> list[str]:
    bottom = HEIGHT - BOTTOM
    parts = [f'<text class="unit" x="{LEFT - 6}" y="{TOP - 8}">{escape(unit)}</text>']
    for value in scale.ticks():
        y = scale.y(value)
        parts += [
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>',
            f'<text class="value" x="{LEFT - 6}" y="{y + 4:.1f}">{value:g}</text>',
        ]
    # As many names as fit next to each other.
    every = max(1, math.ceil(len(commits) / 6))
    for commit in commits[::-1][::every]:
        parts.append(
            f'<text class="commit" x="{scale.x(commit):.1f}" y="{bottom + 16}">{commit.hash[:8]}'
            f'<tspan x="{scale.x(commit):.1f}" dy="13">{commit.date[5:]}</tspan>'
            f"{_hint(f'{commit.hash[:8]}, {commit.date}: {commit.subject}')}</text>"
        )
    return parts


def _drawn(line: Line, color: str, scale: _Scale) -> list[str]:
    parts = [f'<g class="line" data-graph="{escape(line.graph)}" stroke="{color}" fill="{color}">']
    if line.peer:
        y = scale.y(line.peer.value)
        parts.append(
            f'<line class="peer" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}">'
            f"{_hint(f'{line.peer.code} on {line.graph}: {number(line.peer.value)} {line.unit}')}"
            "</line>"
        )
    places = " ".join(
        f"{scale.x(commit):.1f},{scale.y(value):.1f}" for commit, value in line.points
    )
    parts.append(f'<polyline points="{places}"/>')
    worse = {step.after: step for step in line.regressions}
    for commit, value in line.points:
        x, y = scale.x(commit), scale.y(value)
        if commit in worse:
            parts.append(f'<circle class="regression" cx="{x:.1f}" cy="{y:.1f}" r="7"/>')
        text = _told(line, commit, value, worse.get(commit))
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5">{_hint(text)}</circle>')
    return [*parts, "</g>"]


def _told(line: Line, commit: Commit, value: float, step: Regression | None) -> str:
    """What a point says about itself."""
    lines = [
        f"{line.graph}: {number(value)} {line.unit}",
        f"{commit.hash[:8]}, {commit.date}",
        commit.subject,
    ]
    if line.peer:
        lines.insert(1, f"{value / line.peer.value:.2f} of {line.peer.code}")
    if step:
        lines.append(f"regression: {number(step.old)} before, at {step.before.hash[:8]}")
    return "\n".join(lines)


def _hint(text: str) -> str:
    return f"<title>{escape(text)}</title>"
