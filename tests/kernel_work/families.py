"""Families of graphs in which cliffs were, or could be, each for a number of vertices."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

import clconn
from asv_benchmarks.benchmarks import numberings
from asv_benchmarks.benchmarks import untuned_graphs as untuned

__all__ = ["FAMILIES"]

FAMILIES: dict[str, Callable[[int], clconn.Graph]] = {
    "path": lambda n: clconn.generate("path", n=n),
    "path-shuffled": lambda n: clconn.generate("path", n=n, shuffled=True),
    "path-in-blocks": lambda n: untuned.path_in_blocks(n, 256),
    "path-descending": lambda n: untuned.path_in_groups(n, shuffled=False),
    "path-in-groups": lambda n: untuned.path_in_groups(n, shuffled=True),
    "path-stride": lambda n: untuned.path_with_stride(n),
    "cycle": lambda n: clconn.generate("cycle", n=n),
    "strip": lambda n: untuned.strip(n // 8),
    "bar": lambda n: untuned.bar(n // 64),
    "band": lambda n: untuned.band(n),
    "band-of-eight": lambda n: untuned.band(n, 8),
    "band-of-nine": lambda n: untuned.band(n, 9),
    "clique-chain": lambda n: untuned.clique_chain(n),
    "near-random": lambda n: untuned.near_random(n, 50),
    "near-random-dense": lambda n: untuned.near_random(n, 50, 10),
    "two-diagonals": lambda n: untuned.banded_matrix(n, 2),
    "three-diagonals": lambda n: untuned.banded_matrix(n, 3),
    "twenty-diagonals": lambda n: untuned.banded_matrix(n, 20),
    "four-diagonals": lambda n: untuned.banded_matrix(n, 4),
    "diagonals-in-blocks": lambda n: numberings.in_blocks(untuned.banded_matrix(n, 20)),
    "band-in-blocks": lambda n: numberings.in_blocks(untuned.band(n, 14)),
    "caterpillar": lambda n: untuned.caterpillar(n),
    "long-legs": lambda n: untuned.long_legs(n),
    "hub-path": lambda n: untuned.hub_path(n),
    "wheel": lambda n: untuned.wheel(n),
    "categories": lambda n: untuned.path_with_categories(n, 1000),
    "star-first": lambda n: untuned.star(n, 0),
    "star-last": lambda n: untuned.star(n, n - 1),
    "star-beside-path": lambda n: untuned.star_beside_path(n),
    "tree": lambda n: untuned.random_tree(n),
    "tree-shuffled": lambda n: untuned.random_tree(n, shuffled=True),
    "tree-near": lambda n: untuned.tree_of_near(n, 50),
    "cliques": lambda n: untuned.cliques(n // 40),
    "cliques-shuffled": lambda n: untuned.cliques(n // 40, shuffled=True),
    "small-components": lambda n: untuned.sparse_random(n, 0.8),
    "mesh": lambda n: untuned.mesh(n),
    "stencil": lambda n: untuned.stencil(round(n ** (1 / 3))),
    "torus": lambda n: clconn.generate("torus", rows=128, columns=n // 128),
    "grid3d-shuffled": lambda n: untuned.shuffled_grid(round(n ** (1 / 3))),
    "small-world": lambda n: untuned.small_world(n, 0.02),
    "ratings": lambda n: untuned.ratings(15 * n // 16, n // 16, 6 * n),
    "ratings-few": lambda n: untuned.ratings(15 * n // 16, n // 16, 3 * n // 2),
    "random": lambda n: untuned.sparse_random(n, 4),
    "rmat": lambda n: clconn.generate("rmat", scale=n.bit_length() - 1, edges=8 * n),
    "rmat-sparse": lambda n: clconn.generate(
        "rmat", scale=n.bit_length() - 1, edges=4 * n, permute=True
    ),
    "path-beside-random": lambda n: untuned.band_beside_random(n),
    "short-path-beside-random": lambda n: untuned.band_beside_random(n, 0.1),
    "path-beside-sparse": lambda n: untuned.band_beside_random(n, degree=4),
    "path-linked-to-random": lambda n: untuned.path_linked_to_random(n),
    "two-chains-beside-random": lambda n: untuned.two_chains_beside_random(n),
    "band-beside-random": lambda n: untuned.band_beside_random(n, 0.3, 3),
    "thin-band-beside-random": lambda n: untuned.band_beside_random(n, 0.3, 2),
    "dense-band-beside-random": lambda n: untuned.band_beside_random(n, 0.5, 10),
    "path-among-band": lambda n: untuned.path_among_band(n),
    "clique-chain-both-ends": lambda n: numberings.from_both_ends(untuned.clique_chain(n, 12)),
    "band-beside-tree": lambda n: untuned.band_beside_tree(n),
    "path-linked-to-ratings": lambda n: untuned.path_linked_to_ratings(n),
    "torus-linked-to-random": lambda n: untuned.torus_linked_to_random(n),
    "categories-unsorted": lambda n: numberings.unsorted(
        numberings.reversed_ids(untuned.path_with_categories(n, 20))
    ),
    "legs-unsorted": lambda n: numberings.unsorted(untuned.long_legs(n, 30)),
    "star-first-unsorted": lambda n: numberings.unsorted(untuned.star(n, 0)),
    "preferential-tree-unsorted": lambda n: numberings.unsorted(
        clconn.generate("barabasi-albert", n=n, edges_per_vertex=1)
    ),
    # So many entries that their vertices are few.
    "complete": lambda n: untuned.cliques(1, isqrt(8 * n)),
    "complete-bipartite": lambda n: untuned.complete_bipartite(isqrt(n) // 2, 8 * isqrt(n)),
}
