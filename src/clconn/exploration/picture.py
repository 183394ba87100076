"""The heat map of an exploration as a PNG, drawn by matplotlib without a display."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from clconn.errors import MissingLibraryError
from clconn.exploration.palette import DARKEST, STOPS, color_of, ink_on, slowdown_text

if TYPE_CHECKING:
    from clconn.exploration.results import Exploration

__all__ = ["import_matplotlib", "picture"]

DOTS_PER_INCH = 150


def import_matplotlib() -> Any:
    """matplotlib, if it is there.

    Raises
    ------
    MissingLibraryError
        If not; the message says how to get it.
    """
    try:
        import matplotlib
    except ImportError:
        raise MissingLibraryError(
            "a PNG of the heat map needs matplotlib: pip install 'clconn[plot]'; the HTML page "
            "needs nothing"
        ) from None
    return matplotlib


def picture(found: Exploration, title: str = "") -> bytes:
    """The heat map with its numbers.

    Parameters
    ----------
    found : Exploration
    title : str, optional
        Name of the graph.

    Returns
    -------
    bytes
        A PNG file.

    Raises
    ------
    MissingLibraryError
        If matplotlib is not installed.
    """
    import_matplotlib()
    # Not pyplot, which wants a display, keeps figures, and is one for the whole process.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.colors import LinearSegmentedColormap, LogNorm
    from matplotlib.figure import Figure

    heat = found.heat_map()
    rows, columns = max(1, len(heat.edges)), max(1, len(heat.finishes))
    figure = Figure(figsize=(3.2 + 0.78 * columns, 2.6 + 0.55 * rows), layout="constrained")
    canvas: Any = FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    colors = LinearSegmentedColormap.from_list(
        "slowdown", [tuple(part / 255 for part in stop) for stop in STOPS]
    ).with_extremes(bad="#f1f1f1")
    if heat.slowdowns.size:
        drawn = axes.imshow(
            heat.slowdowns, cmap=colors, norm=LogNorm(1.0, DARKEST, clip=True), aspect="auto"
        )
        bar = figure.colorbar(drawn, ax=axes, ticks=[1, 2, 5, 10, 20, 50, 100], pad=0.02)
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
    _entitle(axes, found, title)
    stream = io.BytesIO()
    canvas.print_png(stream, metadata={"Software": f"clconn {found.version}"})
    return stream.getvalue()


def _entitle(axes: Any, found: Exploration, title: str) -> None:
    heading = f"The design space of {found.problem}" + (f" on {title}" if title else "")
    facts = f"{found.device}; {found.vertices:,} vertices, {found.entries:,} entries"
    ranking = found.ranking()
    if ranking:
        facts += f"\nbest: {ranking[0].variant}, {ranking[0].milliseconds:.4g} ms"
    else:
        facts += "\nno variant has been verified"
    # A name may hold dollar signs, and characters that no font has.
    axes.set_title(f"{heading}\n{facts}", fontsize=9, loc="left", parse_math=False)
