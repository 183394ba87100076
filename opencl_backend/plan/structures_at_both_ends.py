"""Structures of which rows hold each edge at both ends, and the fastest variant of each.

``asv_benchmarks.mixtures measure --kind structure`` makes them: twelve structures in six orders. Of
2,610 that were measured, of 2^18 to 16 million vertices, rows in order and not, components and
forests (H100s, 2026-11-26 and 27), the rules alone take 1.094 times the best of 17 variants in the
mean, 323 of them beyond 1.3 and 6.7 at most, by this table 1.022, 23 and 1.9. These made it;
docs/performance/structures.md, "Structures between powers of two", has what graphs take that it had
not seen.

Above each part are the multiples of the best that its graphs took before and take by it, in the
mean and at most. Where two orders of one structure look the same, a row has what is least far from
the best of both. None has finds where these walk long chains by a device whose work-items keep in
step (tests/kernel_work), however fast an H100 is.
"""

from __future__ import annotations

from clconn.opencl_backend.plan.structure import (
    ANY,
    BELOW_A_MILLION,
    BELOW_LARGE,
    BEYOND_A_MILLION,
    BLOCKS,
    COALESCED,
    FAR,
    FIRST,
    FLAT,
    FROM_A_MILLION_ON,
    FROM_BELOW_A_MILLION,
    FROM_BEYOND_A_MILLION,
    FROM_TWO_MILLIONS,
    LARGE,
    MILLIONS,
    NEARLY_ALL,
    NONE,
    NOT_FLAT,
    SELF,
    TWO_MILLIONS,
    Range,
    Structure,
)
from clconn.problems import COMPONENTS, FOREST

__all__ = ["AT_BOTH_ENDS"]

WHOLE: Range = (0.99, 1.01)
"""Share of long walks where no block's end cuts one off."""
MOST: Range = (0.9, 1.01)

TORI: Range = (3.9, 4.05)
STRIPS: Range = (3.4, 3.9)
HEXAGONS: Range = (2.9, 3.1)
LATTICES: Range = (2.9, 4.05)
SMALL_WORLDS: Range = (5.9, 6.3)
NEAR: Range = (5.5, 6.5)
MESHES: Range = (6.9, 7.4)
BANDS: Range = (8, 12)
MANY_NEAR: Range = (12, 40)

# 209 graphs: 1.34 and 5.0 before, 1.01 and 1.3 by these. A strip of four million vertices and more
# is hooked as it comes (of 2^24 vertices 0.39 ms; by links from single vertices 0.51 to 0.52); with
# a stride hooks take 2.2, and the look at consecutive ids tells.
LATTICES_IN_ORDER = (
    Structure(
        "a torus", TWO_MILLIONS, TORI, "csr/async/single", SELF,
        within=(0.45, 0.515), long=WHOLE, slow=ANY, is_sorted=True,
    ),
    Structure(
        "a strip", BELOW_LARGE, STRIPS, "csr/interleaved/single", NOT_FLAT,
        within=(0.5, 0.6), long=WHOLE, slow=(0.9, 1.01), consecutive=MOST, is_sorted=True,
        problem=FOREST.name,
    ),
    Structure(
        "a strip", TWO_MILLIONS, STRIPS, "csr/async/single", SELF,
        within=(0.5, 0.6), long=WHOLE, slow=(0.9, 1.01), consecutive=MOST, is_sorted=True,
        problem=COMPONENTS.name,
    ),
    Structure(
        "a strip", LARGE, STRIPS, "hb/interleaved/single", FLAT,
        within=(0.5, 0.6), long=WHOLE, slow=(0.9, 1.01), consecutive=MOST, is_sorted=True,
        problem=COMPONENTS.name,
    ),
    Structure(
        "a lattice", LARGE, (3.4, 4.05), "hb/interleaved/single", FLAT,
        within=(0.45, 0.6), long=WHOLE, slow=ANY, consecutive=MOST, is_sorted=False,
    ),
    Structure(
        "a lattice", BEYOND_A_MILLION, LATTICES, "csr/early/halve", BLOCKS,
        within=(0.45, 0.7), long=(0.9, 1.01), slow=ANY,
    ),
)  # fmt: skip

# 114 graphs: 1.23 and 2.3 before, 1.03 and 1.2 by these. (Tori whose ids come from both ends and
# are not paired look as random graphs of four neighbors do, so no row has them.) A strip in no
# order takes a tenth less by links from single vertices up to 2^21 vertices, but 20,000 rounds in
# step.
LATTICES_FROM_BOTH_ENDS = (
    Structure(
        "a torus from both ends", BEYOND_A_MILLION, TORI, "csr/async/single", SELF,
        long=(0.3, 0.6), scattered=NEARLY_ALL, paired=(0.1, 0.6), consecutive=NONE,
        problem=COMPONENTS.name,
    ),
    Structure(
        "a torus from both ends", LARGE, TORI, "kout/async/single", COALESCED,
        long=(0.3, 0.6), scattered=NEARLY_ALL, paired=(0.1, 0.6), consecutive=NONE, is_sorted=False,
    ),
    Structure(
        "a strip from both ends", FROM_BELOW_A_MILLION, STRIPS, "csr/async-random/single", SELF,
        scattered=NEARLY_ALL, paired=(0.15, 0.3), consecutive=NONE, is_sorted=False,
    ),
    Structure(
        "hexagons from both ends", BELOW_A_MILLION, HEXAGONS, "csr/interleaved/single", NOT_FLAT,
        within=(0.2, 0.35), is_sorted=True,
    ),
    Structure(
        "hexagons from both ends", MILLIONS, HEXAGONS, "csr/early/halve", BLOCKS,
        within=(0.2, 0.35),
    ),
    Structure(
        "a bar from both ends", BEYOND_A_MILLION, (5, 5.9), "csr/early/halve", BLOCKS,
        within=(0.6, 0.75), long=NEARLY_ALL, slow=NEARLY_ALL, is_sorted=False,
    ),
    Structure(
        "a band from both ends", BELOW_A_MILLION, BANDS, "csr/early/halve", BLOCKS,
        within=(0.35, 0.5), long=NEARLY_ALL, slow=NEARLY_ALL, is_sorted=True,
    ),
    Structure(
        "a band from both ends", BELOW_A_MILLION, BANDS, "csr/interleaved/single", FLAT,
        within=(0.35, 0.5), long=NEARLY_ALL, slow=NEARLY_ALL, is_sorted=False,
    ),
    Structure(
        "a band from both ends", BEYOND_A_MILLION, BANDS, "csr/async/single", SELF,
        within=(0.35, 0.5), long=NEARLY_ALL, slow=NEARLY_ALL,
    ),
    Structure(
        "a mesh from both ends", FROM_BEYOND_A_MILLION, MESHES, "kout/interleaved/single",
        FLAT, within=(0.38, 0.5), scattered=(0, 0.03), paired=(0, 0.03),
    ),
    Structure(
        "a mesh in blocks", TWO_MILLIONS, MESHES, "kout/interleaved/single", FLAT,
        within=(0.12, 0.42), scattered=(0.02, 0.36), paired=(0.02, 0.17), consecutive=(0, 0.04),
    ),
    Structure(
        "a mesh in blocks", LARGE, MESHES, "kout/interleaved/single", COALESCED,
        within=(0.12, 0.42), scattered=(0.02, 0.36), paired=(0.02, 0.17), consecutive=(0, 0.04),
    ),
    Structure(
        "a mesh from two sides", BELOW_A_MILLION, MESHES, "kout/interleaved/single", FLAT,
        within=(0.5, 0.78), long=(0.55, 0.72), is_sorted=False,
    ),
)  # fmt: skip

# 171 graphs: 1.23 and 2.1 before, 1.01 and 1.2 by these.
OF_SMALL_WORLDS = (
    Structure(
        "a small world", FROM_A_MILLION_ON, SMALL_WORLDS, "csr/async/single", SELF,
        within=(0.9, 1.01), long=(0.9, 1.01), slow=(0.45, 0.62), is_sorted=True,
    ),
    Structure(
        "a small world", BELOW_A_MILLION, SMALL_WORLDS, "csr/interleaved/single", FLAT,
        within=(0.9, 1.01), long=NEARLY_ALL, slow=(0.6, 0.76), is_sorted=False,
    ),
    Structure(
        "a small world", FROM_A_MILLION_ON, SMALL_WORLDS, "hb/interleaved/single", FLAT,
        within=(0.9, 1.01), long=NEARLY_ALL, slow=(0.6, 0.74), is_sorted=False,
    ),
    Structure(
        "a small world in blocks", BELOW_LARGE, SMALL_WORLDS,
        "csr/async/single", FAR, within=(0.9, 1.01), long=(0.93, 0.98), slow=(0.6, 0.75),
        is_sorted=False,
    ),
    Structure(
        "a small world from both ends", BELOW_A_MILLION, SMALL_WORLDS, "csr/async/single", FIRST,
        within=(0.25, 0.4), long=(0.15, 0.3), slow=(0.08, 0.2),
    ),
    Structure(
        "a small world from both ends", FROM_BEYOND_A_MILLION, SMALL_WORLDS,
        "csr/async/single", SELF, within=(0.25, 0.4), long=(0.15, 0.3), slow=(0.08, 0.2),
    ),
)  # fmt: skip

# 180 graphs: 1.32 and 3.6 before, 1.01 and 1.3 by these.
OF_NEAR_NEIGHBORS = (
    Structure(
        "near neighbors from both ends", FROM_BELOW_A_MILLION, NEAR, "kout/async/single", NOT_FLAT,
        within=(0.4, 0.6), scattered=(0.01, 0.06), paired=(0.01, 0.06), is_sorted=True,
    ),
    Structure(
        "near neighbors from both ends", BELOW_A_MILLION, NEAR, "csr/async/single", SELF,
        within=(0.4, 0.6), scattered=(0.01, 0.06), paired=(0.01, 0.06), is_sorted=False,
    ),
    Structure(
        "near neighbors from both ends", FROM_A_MILLION_ON, NEAR, "hb/async/single", NOT_FLAT,
        within=(0.4, 0.6), scattered=(0.01, 0.06), paired=(0.01, 0.06), is_sorted=False,
    ),
    Structure(
        "near neighbors with a stride", FROM_BELOW_A_MILLION, NEAR, "csr/early/halve", BLOCKS,
        within=(0.8, 0.97), long=(0.2, 0.32), is_sorted=True,
    ),
    Structure(
        "near neighbors with a stride", FROM_BELOW_A_MILLION, NEAR, "hb/async/single", FLAT,
        within=(0.8, 0.97), long=(0.2, 0.32), is_sorted=False,
    ),
    Structure(
        "near neighbors", MILLIONS, NEAR, "hb/async/single", FLAT,
        within=(0.95, 1.01), long=(0.2, 0.32), slow=(0.18, 0.32), is_sorted=False,
    ),
    Structure(
        "near neighbors in blocks", FROM_BELOW_A_MILLION, NEAR, "kout/async/single", NOT_FLAT,
        within=(0.93, 0.98), long=(0.02, 0.15), slow=(0, 0.06), is_sorted=True,
    ),
    Structure(
        "near neighbors in blocks", BELOW_A_MILLION, NEAR, "csr/async/single", FAR,
        within=(0.93, 0.98), long=(0.02, 0.15), slow=(0, 0.06), is_sorted=False,
    ),
    Structure(
        "near neighbors in blocks", (2**20, 5_000_000), NEAR, "kout/interleaved/single", FLAT,
        within=(0.93, 0.98), long=(0.02, 0.15), slow=(0, 0.06), is_sorted=False,
    ),
    Structure(
        "many near neighbors from both ends", BELOW_LARGE, MANY_NEAR,
        "kout/async/single", COALESCED, within=(0.01, 0.1), long=(0.6, 0.97), slow=(0.6, 0.97),
        at_hubs=NEARLY_ALL, is_sorted=False,
    ),
    Structure(
        "many near neighbors from both ends", BEYOND_A_MILLION, MANY_NEAR, "kout/async/single",
        COALESCED, within=(0.01, 0.1), long=(0.6, 0.97), slow=(0.6, 0.97), at_hubs=NEARLY_ALL,
        scattered=(0, 0.05), is_sorted=True,
    ),
    Structure(
        "many near neighbors in blocks", FROM_BELOW_A_MILLION, MANY_NEAR, "kout/async/single",
        NOT_FLAT, within=(0.02, 0.1), long=(0.2, 0.32), slow=(0.05, 0.15), at_hubs=NEARLY_ALL,
        is_sorted=True,
    ),
    Structure(
        "many near neighbors from two sides", FROM_TWO_MILLIONS, MANY_NEAR,
        "kout/interleaved/single", FLAT, within=(0.02, 0.1), long=NEARLY_ALL, slow=NEARLY_ALL,
        at_hubs=NEARLY_ALL, consecutive=NONE,
    ),
    Structure(
        "many near neighbors", TWO_MILLIONS, MANY_NEAR, "hb/async/single", NOT_FLAT,
        within=(0.02, 0.1), long=NEARLY_ALL, slow=NEARLY_ALL, at_hubs=NEARLY_ALL,
        consecutive=(0.15, 0.5), is_sorted=False,
    ),
)  # fmt: skip

# 32 graphs: 1.79 and 6.7 before, 1.01 and 1.2 by these. (Roads from both ends, 1.3 to 1.0 by
# finds, have no row: any sparse graph in a shuffled order looks like them.)
OF_TREES = (
    Structure(
        "a tree of near vertices from both ends", BELOW_A_MILLION, (1.9, 2.1),
        "csr/interleaved/single", NOT_FLAT, within=(0.4, 0.6), scattered=(0.25, 0.4),
        paired=(0.08, 0.2),
    ),
    Structure(
        "a tree of near vertices from both ends", FROM_A_MILLION_ON, (1.9, 2.1),
        "csr/interleaved/single", FLAT, within=(0.4, 0.6), scattered=(0.25, 0.4),
        paired=(0.08, 0.2),
    ),
)  # fmt: skip

AT_BOTH_ENDS = (
    *LATTICES_IN_ORDER,
    *LATTICES_FROM_BOTH_ENDS,
    *OF_SMALL_WORLDS,
    *OF_NEAR_NEIGHBORS,
    *OF_TREES,
)
"""The first row that a graph looks like holds."""
