"""The problems that clconn solves, one record for each.

Dispatch, the automatic choice, exploration, the command line, verifiers, tests and benchmarks
look up problems here. No other file contains the name of a problem as a literal. A record refers
to code as ``"module:function"`` and imports it on first use, so importing this module is cheap.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from clconn.errors import UnknownVariantError
from clconn.nearest_names import did_you_mean

__all__ = [
    "COMPONENTS",
    "DESIGN_SPACES",
    "FOREST",
    "INCREMENTAL",
    "MINIMUM_FOREST",
    "PROBLEMS",
    "STRONG_COMPONENTS",
    "DesignSpace",
    "Incremental",
    "Problem",
    "find_design_space",
    "find_problem",
]


@dataclass(frozen=True)
class DesignSpace:
    """A table of variants: what a problem has in common with what is no problem of one graph.

    Attributes
    ----------
    name : str
        The name that ``clconn.variants(name)`` takes.
    function : str
        The public function, or class.
    command : str
        The word after ``clconn`` on the command line.
    parts : tuple of str
        What the three parts of a variant's name mean.
    rows : str
        The function that makes the rows of the table of variants.
    reference : str
        The serial reference.
    reference_variant, reference_reason : str
        The variant that ``"auto"`` selects for the reference, and why.
    """

    name: str
    function: str
    command: str
    parts: tuple[str, str, str]
    rows: str
    reference: str
    reference_variant: str
    reference_reason: str

    def load(self, attribute: str) -> Any:
        """Import the object that an attribute such as ``"rows"`` names."""
        module, _, name = getattr(self, attribute).partition(":")
        return getattr(importlib.import_module(module), name)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Problem(DesignSpace):
    """The properties of one problem of a graph.

    Its reference takes a graph and a choice, and returns the array for ``host_answer``.

    Attributes
    ----------
    weighted : bool
        Whether weights matter.
    directed : bool
        Whether the direction of an edge matters.
    canonical : bool
        Whether there is exactly one right answer, so that all answers must be equal.
    result : str
        The class of the result.
    host_answer : str
        The class that holds an answer in host memory; made from a graph and an array.
    scipy : str
        The function of :mod:`clconn.scipy_backend`: takes a graph, and returns the array for
        ``host_answer``.
    small : str or None
        The same for a small graph without an import of scipy, by numpy; None if there is none.
    solver : str
        The :class:`~clconn.opencl_backend.plan.run.Solver` of the OpenCL backend.
    pieces : str or None
        The :class:`~clconn.opencl_backend.pieces.solver.PiecesSolver`, of graphs in pieces; None
        if the problem takes only whole graphs, on one device.
    verifier : str
        The function of :mod:`clconn.verify`.
    answers : str
        The class with which exploration compares answers.
    """

    weighted: bool
    directed: bool
    canonical: bool
    result: str
    host_answer: str
    scipy: str
    small: str | None
    solver: str
    pieces: str | None
    verifier: str
    answers: str


@dataclass(frozen=True)
class Incremental(DesignSpace):
    """Components of edges that arrive in batches: no problem of one graph, but with variants.

    Its reference is an :class:`clconn.incremental.engine.Engine` class.

    Attributes
    ----------
    engine : str
        The same of the OpenCL backend.
    """

    engine: str


_ECL_CC = "the serial reference takes ECL-CC's algorithm for every graph"
_ECL_MST = "the serial reference takes ECL-MST's algorithm for every graph"

COMPONENTS: Final = Problem(
    name="components",
    function="clconn.components:connected_components",
    command="components",
    weighted=False,
    directed=False,
    canonical=True,
    parts=("edges", "finish", "compression"),
    rows="clconn.design_space.components:rows",
    result="clconn.results:Components",
    host_answer="clconn.results:HostComponents",
    reference="clconn.reference.components.connected_components:connected_components",
    reference_variant="csr/ecl/split",
    reference_reason=_ECL_CC,
    scipy="clconn.scipy_backend.components:connected_components",
    small="clconn.scipy_backend.small_components:small_components",
    solver="clconn.opencl_backend.components.connected_components:SOLVER",
    pieces="clconn.opencl_backend.pieces.unions:COMPONENTS_OF_PIECES",
    verifier="clconn.verify:components",
    answers="clconn.exploration.answers:RootAnswers",
)

FOREST: Final = Problem(
    name="forest",
    function="clconn.forests:spanning_forest",
    command="forest",
    weighted=False,
    directed=False,
    canonical=False,
    parts=("edges", "finish", "compression"),
    rows="clconn.design_space.spanning_forest:rows",
    result="clconn.results:SpanningForest",
    host_answer="clconn.results:HostForest",
    reference="clconn.reference.spanning_forest.spanning_forest:spanning_forest",
    reference_variant="csr/ecl/split",
    reference_reason=_ECL_CC,
    scipy="clconn.scipy_backend.spanning_forest:spanning_forest",
    small=None,
    solver="clconn.opencl_backend.spanning_forest.spanning_forest:SOLVER",
    pieces="clconn.opencl_backend.pieces.unions:FOREST_OF_PIECES",
    verifier="clconn.verify:forest",
    answers="clconn.exploration.answers:EdgeAnswers",
)

MINIMUM_FOREST: Final = Problem(
    name="minimum-forest",
    function="clconn.minimum_forests:minimum_spanning_forest",
    command="msf",
    weighted=True,
    directed=False,
    canonical=True,
    parts=("edges", "algorithm", "form"),
    rows="clconn.design_space.minimum_forest:rows",
    result="clconn.results:MinimumForest",
    host_answer="clconn.results:HostForest",
    reference="clconn.reference.minimum_forest.minimum_forest:minimum_forest",
    reference_variant="csr/ecl-mst/all",
    reference_reason=_ECL_MST,
    scipy="clconn.scipy_backend.minimum_forest:minimum_forest",
    small=None,
    solver="clconn.opencl_backend.minimum_forest.minimum_forest:SOLVER",
    pieces="clconn.opencl_backend.pieces.minimum_forest:MINIMUM_FOREST_OF_PIECES",
    verifier="clconn.verify:minimum_forest",
    answers="clconn.exploration.answers:EdgeAnswers",
)

STRONG_COMPONENTS: Final = Problem(
    name="strong-components",
    function="clconn.strong_components:strongly_connected_components",
    command="scc",
    weighted=False,
    directed=True,
    canonical=True,
    parts=("edges", "algorithm", "form"),
    rows="clconn.design_space.strong_components:rows",
    result="clconn.results:StrongComponents",
    host_answer="clconn.results:HostStrongComponents",
    reference="clconn.reference.strong_components.strong_components:strong_components",
    reference_variant="csr/pearce/serial",
    reference_reason="the serial reference takes Pearce's algorithm for every graph",
    scipy="clconn.scipy_backend.strong_components:strong_components",
    small=None,
    solver="clconn.opencl_backend.strong_components.strong_components:SOLVER",
    pieces=None,
    verifier="clconn.verify:strong_components",
    answers="clconn.exploration.answers:RootAnswers",
)

INCREMENTAL: Final = Incremental(
    name="incremental",
    function="clconn.incremental:IncrementalComponents",
    command="stream",
    parts=("edges", "finish", "compression"),
    rows="clconn.design_space.incremental:rows",
    reference="clconn.reference.incremental.engine:ReferenceEngine",
    reference_variant="coo/async/split",
    reference_reason="the serial reference takes Union-Async for every stream",
    engine="clconn.opencl_backend.incremental.engine:DeviceEngine",
)

PROBLEMS: Final = {
    problem.name: problem for problem in (COMPONENTS, FOREST, MINIMUM_FOREST, STRONG_COMPONENTS)
}
"""Every problem of a graph by its name."""

DESIGN_SPACES: Final[dict[str, DesignSpace]] = {**PROBLEMS, INCREMENTAL.name: INCREMENTAL}
"""Everything that has variants, by its name."""


def find_problem(name: Any) -> Problem:
    """Return the record of a problem of a graph, given its name or the record itself.

    Raises
    ------
    UnknownVariantError
        If there is no such problem; the message lists all.
    """
    if isinstance(name, Problem):
        return name
    if not isinstance(name, str) or name not in PROBLEMS:
        raise _unknown(name, PROBLEMS)
    return PROBLEMS[name]


def find_design_space(name: Any) -> DesignSpace:
    """Return the record of what has variants, given its name or the record itself.

    Raises
    ------
    UnknownVariantError
        If there is no such record; the message lists all.
    """
    if isinstance(name, DesignSpace):
        return name
    if not isinstance(name, str) or name not in DESIGN_SPACES:
        raise _unknown(name, DESIGN_SPACES)
    return DESIGN_SPACES[name]


def _unknown(name: Any, known: Iterable[str]) -> UnknownVariantError:
    commands = {each.command: each.name for each in PROBLEMS.values()}
    hint = did_you_mean(commands.get(str(name), name), known)
    return UnknownVariantError(f"unknown problem {name!r}; {hint}known: {', '.join(known)}")
