"""The design space on one graph and one device: measured, verified, ranked and drawn.

``measuring`` runs the variants, and ``answers`` compares what problems leave; ``results``
holds what was seen, ``page`` and ``picture`` draw the heat map, both with the colors of
``palette``.
"""

from __future__ import annotations

from clconn.exploration.measuring import explore, select_variants
from clconn.exploration.results import Exploration, HeatMap, Measurement

__all__ = ["Exploration", "HeatMap", "Measurement", "explore", "select_variants"]
