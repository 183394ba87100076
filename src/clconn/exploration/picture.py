"""Draw the heat map of an exploration as a PNG, with matplotlib and without a display."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from clconn.exploration.palette import DARKEST, STOPS, color_of, ink_on, slowdown_text
from clconn.matplotlib_import import import_matplotlib

if TYPE_CHECKING:
    from clconn.exploration.results import Exploration

__all__ = ["PURPOSE", "picture"]

PURPOSE = ("a PNG of the heat map", "the HTML page")
"""What needs matplotlib, and what does not."""


def picture(result: Exploration, title: str = "") -> bytes:
    """Return a PNG file of the heat map with its numbers; the title names the graph.

    Raises
    ------
    MissingLibraryError
        If matplotlib is not installed.
    """
    import_matplotlib(*PURPOSE)
    # pyplot would need a display, keep figures alive, and share state in the whole process.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.colors import LinearSegmentedColormap, LogNorm
    from matplotlib.figure import Figure

    heat = result.heat_map()
    rows, columns = max(1, len(heat.edges)), max(1, len(heat.finishes))
    figure = Figure(figsize=(3.2 + 0.78 * columns, 2.6 + 0.55 * rows), layout="constrained")
    canvas: Any = FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    colors = LinearSegmentedColormap.from_list(
        "slowdown", [tuple(part / 255 for part in stop) for stop in STOPS]
    ).with_extremes(bad="#f1f1f1")
    if heat.slowdowns.size:
        image = axes.imshow(
            heat.slowdowns, cmap=colors, norm=LogNorm(1.0, DARKEST, clip=True), aspect="auto"
        )
        bar = figure.colorbar(image, ax=axes, ticks=[1, 2, 5, 10, 20, 50, 100], pad=0.02)
        bar.ax.set_yticklabels(["1", "2", "5", "10", "20", "50", "100+"])
        bar.ax.minorticks_off()
        bar.set_label("median time over the fastest")
    axes.set_xticks(range(len(heat.finishes)), heat.finishes, rotation=35, ha="right")
    axes.set_yticks(range(len(heat.edges)), heat.edges)
    axes.set_xticks([place - 0.5 for place in range(1, columns)], minor=True)
    axes.set_yticks([place - 0.5 for place in range(1, rows)], minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    for index, bests in enumerate(heat.best):
        for place, best in enumerate(bests):
            if best is None:
                axes.text(place, index, "\N{EN DASH}", ha="center", va="center", color="#888888")
                continue
            slowdown = float(heat.slowdowns[index, place])
            ink = tuple(part / 255 for part in ink_on(color_of(slowdown)))
            compression = best.variant.split("/", 2)[2].replace("+", "\n+")
            text: dict[str, Any] = {"ha": "center", "color": ink, "parse_math": False}
            axes.text(place, index, slowdown_text(slowdown), va="bottom", fontsize=9, **text)
            axes.text(place, index + 0.06, compression, va="top", fontsize=5.5, **text)
    _set_title(axes, result, title)
    stream = io.BytesIO()
    canvas.print_png(stream, metadata={"Software": f"clconn {result.version}"})
    return stream.getvalue()


def _set_title(axes: Any, result: Exploration, title: str) -> None:
    heading = f"The design space of {result.problem}" + (f" on {title}" if title else "")
    facts = f"{result.device}; {result.vertices:,} vertices, {result.entries:,} entries"
    ranking = result.ranking()
    if ranking:
        facts += f"\nbest: {ranking[0].variant}, {ranking[0].milliseconds:.4g} ms"
    else:
        facts += "\nno variant has been verified"
    # A name may contain dollar signs, which matplotlib would read as mathematics.
    axes.set_title(f"{heading}\n{facts}", fontsize=9, loc="left", parse_math=False)
