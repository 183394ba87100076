"""Measure, verify, rank and draw the variants of a problem on one graph and one device.

``measuring`` runs the variants, and ``answers`` compares their answers. ``results`` stores
the measurements. ``page`` and ``picture`` draw the heat map with the colors of ``palette``.
"""

from __future__ import annotations

from clconn.exploration.measuring import explore, select_variants
from clconn.exploration.results import Exploration, HeatMap, Measurement

__all__ = ["Exploration", "HeatMap", "Measurement", "explore", "select_variants"]
