"""Structures of which rows may hold an edge at one end only, and the fastest variant of each.

As ``structures_at_both_ends.py``, for the rows of the smaller ends, of the larger ends, or of
either by chance, mostly of 2^20 vertices and more. An entry is an edge, so there are half as many.
Of 1,547 structures the rules alone take 1.077 times the best of 17 variants in the mean, 170 of
them beyond 1.3 and 2.4 at most, by this table 1.025, 22 and 2.2.

Strips with a stride and from two sides look the same where rows hold the larger neighbors alone, as
tori from both ends and random graphs do, and hexagons from both ends at their larger and smaller
ends; none of our variants suits both.
"""

from __future__ import annotations

from clconn.opencl_backend.plan.auto_reasons import VERTICES_OF_LARGE
from clconn.opencl_backend.plan.structure import (
    BELOW_LARGE,
    BEYOND_A_MILLION,
    BLOCKS,
    FAR,
    FIRST,
    FROM_A_MILLION_ON,
    FROM_BEYOND_A_MILLION,
    FROM_TWO_MILLIONS,
    LARGE,
    MILLIONS,
    NEARLY_ALL,
    NONE,
    SECOND_MILLION,
    SELF,
    Range,
    Structure,
)

__all__ = ["AT_ONE_END"]

SAMPLE = {"skip_settled": False, "flatten_links": False}
FLAT_SAMPLE = {"skip_settled": False, "flatten_links": True}

FROM_HALF_A_MILLION: Range = (2**19, VERTICES_OF_LARGE)

MOST: Range = (0.8, 1.01)
BY_CHANCE: Range = (0.6, 0.8)
"""Shares of consecutive vertices of the smaller or larger ends, and of either by chance."""

STRIPS: Range = (1.7, 1.94)
TORI: Range = (1.94, 2.05)
STRIPS_AND_TORI: Range = (1.7, 2.05)
HEXAGONS: Range = (1.4, 1.6)
BARS: Range = (2.5, 2.9)
NEAR: Range = (2.7, 2.98)
SMALL_WORLDS: Range = (2.98, 3.15)
MESHES: Range = (3.4, 3.7)
BANDS: Range = (4.5, 5.5)
MANY_NEAR: Range = (8, 16)

# 160 graphs: 1.24 and 2.4 before, 1.05 and 1.4 by these.
OF_LATTICES = (
    Structure(
        "a strip", BELOW_LARGE, STRIPS, "csr/early/halve", SELF,
        within=(0.5, 0.6), consecutive=MOST,
    ),
    Structure(
        "a torus", MILLIONS, TORI, "csr/async/halve", FAR, within=(0.45, 0.52), consecutive=MOST,
    ),
    Structure(
        "a torus with a stride or from two sides", SECOND_MILLION, TORI, "csr/early/halve",
        BLOCKS, within=(0.45, 0.52), consecutive=NONE,
    ),
    Structure(
        "a torus with a stride or from two sides", FROM_TWO_MILLIONS, TORI, "kout/async/single",
        SAMPLE, within=(0.45, 0.52), consecutive=NONE,
    ),
    # A ladder looks the same where rows hold the larger neighbors alone. Us by first links, which
    # were chosen before, and so, of 2^20 vertices 357 and 84 (a forest 371 and 61), and hexagons in
    # blocks of 1,024, of 2^20 to 3 * 2^20 vertices 75 and 95, 77 and 115, 96 and 130, 114 and 171
    # (H200, 2026-11-30).
    Structure(
        "hexagons or a ladder", BELOW_LARGE, HEXAGONS, "csr/async-random/single", SELF,
        within=(0.6, 0.75), consecutive=MOST,
    ),
    Structure(
        "hexagons with a stride", FROM_BEYOND_A_MILLION, HEXAGONS, "csr/early/halve", BLOCKS,
        within=(0.6, 0.75), consecutive=NONE,
    ),
    Structure(
        "hexagons", BEYOND_A_MILLION, HEXAGONS, "csr/async/single", FIRST,
        within=(0.6, 0.75), scattered=(0.08, 0.2), consecutive=BY_CHANCE,
    ),
    Structure(
        "a strip or a torus", BEYOND_A_MILLION, STRIPS_AND_TORI, "csr/async/single", FIRST,
        within=(0.45, 0.6), scattered=(0.1, 0.23),
    ),
    Structure(
        "a strip", LARGE, STRIPS, "csr/async-random/single", SELF,
        within=(0.5, 0.6), scattered=(0.1, 0.23), consecutive=BY_CHANCE,
    ),
    Structure(
        "a torus", LARGE, TORI, "csr/async/single", SELF,
        within=(0.45, 0.52), scattered=(0.1, 0.23), consecutive=BY_CHANCE,
    ),
    Structure(
        "hexagons from both ends", FROM_BEYOND_A_MILLION, HEXAGONS, "csr/early/halve", BLOCKS,
        within=(0.2, 0.35), scattered=(0.2, 0.3), paired=(0.2, 0.3),
    ),
    Structure(
        "hexagons from both ends", BEYOND_A_MILLION, HEXAGONS, "csr/async/single", FIRST,
        within=(0.2, 0.35), scattered=(0.3, 0.45), paired=(0.08, 0.2),
    ),
    Structure(
        "a strip from both ends", BEYOND_A_MILLION, STRIPS, "csr/async-random/single", SELF,
        scattered=(0.9, 0.97), paired=(0.4, 0.6), consecutive=NONE,
    ),
    Structure(
        "a strip from both ends", SECOND_MILLION, STRIPS, "csr/async/single", FAR,
        scattered=(0.9, 0.97), paired=(0.04, 0.09), consecutive=NONE,
    ),
    Structure(
        "a strip from both ends", FROM_TWO_MILLIONS, STRIPS, "csr/early/halve", SELF,
        scattered=(0.9, 0.97), paired=(0.04, 0.09), consecutive=NONE,
    ),
)  # fmt: skip

# 67 graphs: 1.25 and 1.7 before, 1.02 and 1.4 by these.
OF_BARS_AND_BANDS = (
    Structure(
        "a bar from both ends", FROM_A_MILLION_ON, BARS, "csr/async/single", SELF,
        within=(0.6, 0.75),
    ),
    Structure(
        "a bar from both ends", BEYOND_A_MILLION, BARS, "csr/async/single", FIRST,
        within=(0.6, 0.75), scattered=(0.03, 0.1), paired=(0, 0.04),
    ),
    Structure(
        "a band", FROM_HALF_A_MILLION, BANDS, "csr/async/single", FAR,
        within=(0.98, 1.01), long=(0.3, 0.45), slow=(0.3, 0.45),
    ),
    Structure(
        "a band from both ends", MILLIONS, BANDS, "csr/async/single", FIRST,
        within=(0.35, 0.45), scattered=(0.03, 0.1), paired=(0.03, 0.09), consecutive=BY_CHANCE,
    ),
    Structure(
        "a band in blocks", MILLIONS, BANDS, "csr/async/single", FAR,
        within=(0.98, 1.01), long=(0.88, 0.97), slow=(0.84, 0.94),
    ),
    Structure(
        "a band from both ends", MILLIONS, BANDS, "csr/async/single", SELF,
        within=(0.35, 0.45), long=NEARLY_ALL, slow=NEARLY_ALL,
    ),
)  # fmt: skip

# 173 graphs: 1.26 and 2.1 before, 1.03 and 2.0 by these.
OF_MESHES_AND_NEAR_NEIGHBORS = (
    Structure(
        "a mesh from both ends", FROM_A_MILLION_ON, MESHES, "csr/early/halve", BLOCKS,
        within=(0.38, 0.5), scattered=(0.05, 0.09), paired=(0.05, 0.09),
    ),
    Structure(
        "a mesh in blocks", BELOW_LARGE, MESHES, "csr/interleaved/single", FIRST,
        within=(0.16, 0.5), scattered=(0.1, 0.5), paired=(0.05, 0.25), consecutive=NONE,
    ),
    Structure(
        "a mesh in blocks", LARGE, MESHES, "kout/interleaved/single", FLAT_SAMPLE,
        within=(0.15, 0.24), scattered=(0.38, 0.48), paired=(0.1, 0.2),
    ),
    Structure(
        "a small world", FROM_HALF_A_MILLION, SMALL_WORLDS, "csr/async/single", FIRST,
        within=(0.9, 0.98),
    ),
    Structure(
        "a small world", LARGE, SMALL_WORLDS, "csr/async/single", SELF,
        within=(0.9, 0.98), consecutive=BY_CHANCE,
    ),
    Structure(
        "a small world", LARGE, SMALL_WORLDS, "csr/early/halve", SELF,
        within=(0.9, 0.98), consecutive=MOST,
    ),
    Structure(
        "a small world from both ends", BEYOND_A_MILLION, SMALL_WORLDS, "csr/async/single", SELF,
        within=(0.28, 0.36), long=(0.15, 0.28), slow=(0.08, 0.2), scattered=(0, 0.05),
        paired=(0, 0.05),
    ),
    Structure(
        "a small world from both ends", BEYOND_A_MILLION, SMALL_WORLDS, "csr/async/single", FIRST,
        within=(0.28, 0.36), scattered=(0.2, 0.32), paired=(0.12, 0.24),
    ),
    Structure(
        "near neighbors from both ends", MILLIONS, NEAR, "csr/async/single", SELF,
        within=(0.44, 0.55), scattered=(0.06, 0.14), paired=(0.06, 0.14),
    ),
    Structure(
        "near neighbors from both ends", BEYOND_A_MILLION, NEAR, "csr/async/single", FIRST,
        within=(0.44, 0.55), scattered=(0.14, 0.24), paired=(0.08, 0.16),
    ),
    Structure(
        "many near neighbors from both ends", MILLIONS, MANY_NEAR, "kout/async/single", SAMPLE,
        within=(0.35, 0.52), long=(0.9, 0.97), slow=(0.9, 0.97), at_hubs=(0.4, 0.55),
        scattered=(0, 0.05), paired=(0, 0.05),
    ),
    Structure(
        "many near neighbors from both ends", BEYOND_A_MILLION, MANY_NEAR, "kout/async/single",
        SAMPLE, within=(0.42, 0.55), long=(0.1, 0.2), slow=(0.1, 0.2), at_hubs=(0.15, 0.3),
    ),
    Structure(
        "many near neighbors from both ends", FROM_A_MILLION_ON, MANY_NEAR, "kout/async/single",
        SAMPLE, within=(0.33, 0.45), at_hubs=(0.4, 0.55),
    ),
    Structure(
        "many near neighbors in blocks", MILLIONS, MANY_NEAR, "kout/async/single", SAMPLE,
        within=(0.88, 0.96), long=(0.22, 0.34), slow=(0.06, 0.17), at_hubs=(0.13, 0.3),
    ),
    Structure(
        "many near neighbors with a stride", FROM_TWO_MILLIONS, MANY_NEAR, "csr/early/halve",
        BLOCKS, within=(0.88, 0.98), at_hubs=(0.12, 0.22), consecutive=NONE,
    ),
    Structure(
        "a tree of near vertices from both ends", MILLIONS, (0.95, 1.05), "csr/interleaved/single",
        FIRST, within=(0.44, 0.55), scattered=(0.24, 0.34), paired=(0.04, 0.09),
    ),
)  # fmt: skip

AT_ONE_END = (*OF_LATTICES, *OF_BARS_AND_BANDS, *OF_MESHES_AND_NEAR_NEIGHBORS)
"""The first row that a graph looks like holds."""
