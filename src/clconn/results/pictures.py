"""A picture of the sizes of components, drawn by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import OptionError
from clconn.matplotlib_import import import_matplotlib

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["draw_sizes"]


def draw_sizes(sizes: NDArray[np.int64], axes: Any, unit: str) -> Any:
    """Draw how many components there are of each size, on logarithmic axes, and return the axes.

    Parameters
    ----------
    axes
        Where to draw, or None for a new figure.
    unit
        What a component is called, in the plural.
    """
    import_matplotlib("a picture of the sizes", "numpy.unique(result.sizes(), return_counts=True)")
    if axes is None:
        # pyplot, so that a notebook shows the figure and a script's show() knows it.
        from matplotlib import pyplot

        axes = pyplot.subplots(layout="constrained")[1]
    elif not hasattr(axes, "loglog"):
        raise OptionError(f"axes is {axes!r}; expected matplotlib's Axes, or None for new ones")
    values, counts = np.unique(sizes, return_counts=True)
    axes.loglog(values, counts, linestyle="none", marker="o", markersize=4, alpha=0.7)
    axes.set_xlabel(f"vertices in one of the {unit}")
    axes.set_ylabel(f"number of {unit}")
    largest = int(sizes.max(initial=0))
    axes.set_title(f"{sizes.size:,} {unit}, the largest of {largest:,} vertices", fontsize=10)
    axes.grid(which="major", alpha=0.3)
    return axes
