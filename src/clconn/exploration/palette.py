"""The colors of the heat map, and the format of its numbers.

The hues run from light to dark, so the order is visible without colors. The scale is logarithmic,
because slowdowns span orders of magnitude. All slowdowns beyond DARKEST have the darkest color.
"""

from __future__ import annotations

import math

__all__ = ["DARKEST", "LEGEND", "STOPS", "color_of", "ink_on", "slowdown_text"]

DARKEST = 100.0
"""The slowdown of the darkest color."""

LEGEND = (1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0)
"""The slowdowns in the legend of the colors."""

Color = tuple[int, int, int]

STOPS: tuple[Color, ...] = (
    (255, 250, 214),
    (253, 216, 134),
    (246, 160, 82),
    (219, 93, 78),
    (157, 46, 98),
    (84, 24, 96),
    (32, 12, 58),
)
"""Colors at equal distances on the scale, from slowdown 1; red, green and blue in 0..255."""


def color_of(slowdown: float) -> Color:
    """Return the color of a slowdown of 1 or more."""
    share = min(max(math.log(slowdown) / math.log(DARKEST), 0.0), 1.0)
    place = share * (len(STOPS) - 1)
    index = min(int(place), len(STOPS) - 2)
    below, above, part = STOPS[index], STOPS[index + 1], place - index
    red, green, blue = (
        round(low + (high - low) * part) for low, high in zip(below, above, strict=True)
    )
    return red, green, blue


def ink_on(color: Color) -> Color:
    """Return black or white, whichever has more contrast with a color.

    The contrast ratio is that of the Web Content Accessibility Guidelines 2. It is 4.5 or more on
    every color, which these guidelines require.
    """
    linear = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (part / 255 for part in color)
    )
    weights = (0.2126, 0.7152, 0.0722)
    luminance = sum(weight * part for weight, part in zip(weights, linear, strict=True))
    on_black, on_white = (luminance + 0.05) / 0.05, 1.05 / (luminance + 0.05)
    return (0, 0, 0) if on_black > on_white else (255, 255, 255)


def slowdown_text(slowdown: float) -> str:
    """Format a slowdown in few characters: ``1.00``, ``2.31``, ``14.2``, ``310``, ``2.1k``."""
    if slowdown < 9.995:
        return f"{slowdown:.2f}"
    if slowdown < 99.95:
        return f"{slowdown:.1f}"
    if slowdown < 999.5:
        return f"{slowdown:.0f}"
    return f"{slowdown / 1e3:.3g}k" if slowdown < 999_500 else f"{slowdown:.1e}"
