"""Generators of graphs for testing and measuring connectivity codes.

:func:`clconn.generate` makes a graph by name. ``FAMILIES`` lists the families and their
parameters. ``NAMED_GRAPHS`` lists the graphs of clconn's own benchmarks. All graphs
are simple: no self loops, no repeated edges, sorted neighbors.
"""

from __future__ import annotations

from clconn.generators.barabasi_albert import barabasi_albert
from clconn.generators.cycle import cycle
from clconn.generators.cycles_on_path import cycles_on_path
from clconn.generators.delaunay import delaunay
from clconn.generators.directed_chains import directed_chains
from clconn.generators.directed_torus import directed_torus
from clconn.generators.families import FAMILIES, REQUIRED, Family, Parameter
from clconn.generators.generation import generate
from clconn.generators.grid import torus
from clconn.generators.named import NAMED_GRAPHS, NamedGraph
from clconn.generators.path import path
from clconn.generators.rmat import rmat
from clconn.generators.road import road
from clconn.generators.ssca2 import ssca2
from clconn.generators.star import star
from clconn.generators.uniform_random import uniform_random
from clconn.generators.weights import WEIGHTS, hash_weights

__all__ = [
    "FAMILIES",
    "NAMED_GRAPHS",
    "REQUIRED",
    "WEIGHTS",
    "Family",
    "NamedGraph",
    "Parameter",
    "barabasi_albert",
    "cycle",
    "cycles_on_path",
    "delaunay",
    "directed_chains",
    "directed_torus",
    "generate",
    "hash_weights",
    "path",
    "rmat",
    "road",
    "ssca2",
    "star",
    "torus",
    "uniform_random",
]
