"""The table of the families of graphs.

A family is a function with annotated parameters and a numpydoc docstring. This module
reads its row (name, description, and type, default and meaning of each parameter) from
them. So a new family needs a new file and an entry in `_FUNCTIONS`; the command line
then knows its parameters.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clconn.generators.barabasi_albert import barabasi_albert
from clconn.generators.cycle import cycle
from clconn.generators.cycles_on_path import cycles_on_path
from clconn.generators.delaunay import delaunay
from clconn.generators.directed_chains import directed_chains
from clconn.generators.directed_torus import directed_torus
from clconn.generators.grid import torus
from clconn.generators.path import path
from clconn.generators.rmat import rmat
from clconn.generators.road import road
from clconn.generators.ssca2 import ssca2
from clconn.generators.star import star
from clconn.generators.uniform_random import uniform_random
from clconn.graph import Graph

__all__ = ["FAMILIES", "REQUIRED", "Family", "Parameter"]

REQUIRED = inspect.Parameter.empty
"""The default of a parameter that the caller must pass."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a family.

    Attributes
    ----------
    name : str
        The name in ``generate(family, name=value)``; the command line uses hyphens.
    type : type
        int, float or bool.
    default : object
        `REQUIRED` if the caller must pass the parameter.
    meaning : str
        An explanation for the user, in a line or two.
    """

    name: str
    type: type
    default: Any
    meaning: str

    @property
    def required(self) -> bool:
        """Whether the parameter has no default."""
        return self.default is REQUIRED


@dataclass(frozen=True)
class Family:
    """A family of graphs.

    Attributes
    ----------
    name : str
        The name in ``generate(name)``.
    function : callable
        The function that makes the graph.
    description : str
        A line of explanation for the user.
    parameters : dict of str to Parameter
        The parameters by name, in the order of the function.
    """

    name: str
    function: Callable[..., Graph]
    description: str
    parameters: dict[str, Parameter]


def _family(function: Callable[..., Graph]) -> Family:
    description, meanings = _read_docstring(inspect.getdoc(function) or "")
    parameters = {
        name: Parameter(name, parameter.annotation, parameter.default, meanings.get(name, ""))
        for name, parameter in inspect.signature(function, eval_str=True).parameters.items()
    }
    name = function.__name__.replace("_", "-")
    return Family(name, function, description, parameters)


def _read_docstring(text: str) -> tuple[str, dict[str, str]]:
    """Return the first line of a numpydoc docstring, and the meaning of each parameter."""
    lines = text.splitlines() or [""]
    meanings: dict[str, str] = {}
    if "Parameters" in lines:
        name = ""
        underline = lines.index("Parameters") + 1
        # A blank line ends the section.
        for line in itertools.takewhile(str.strip, lines[underline + 1 :]):
            if line.startswith(" "):
                meanings[name] = f"{meanings.get(name, '')} {line.strip()}".strip()
            else:
                name = line.partition(":")[0].strip()
    return lines[0], meanings


_FUNCTIONS: tuple[Callable[..., Graph], ...] = (
    torus,
    uniform_random,
    rmat,
    barabasi_albert,
    road,
    delaunay,
    ssca2,
    path,
    cycle,
    star,
    directed_torus,
    directed_chains,
    cycles_on_path,
)

FAMILIES: dict[str, Family] = {
    family.name: family for family in [_family(function) for function in _FUNCTIONS]
}
"""Every family by its name."""
