"""Generators: drawing random edges and making a simple graph of them."""

from __future__ import annotations

import clconn

from . import graphs


class Generate:
    """Generation of a named graph, with all cores of the machine."""

    params = (graphs.SMALL_NAMES,)
    param_names = ("graph",)
    version = "1"
    rounds = 1
    repeat = (3, 10, 1.0)
    number = 1

    def time_generate(self, graph: str) -> None:
        clconn.generate(graph)
