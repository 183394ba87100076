"""Verifiers, which check an answer from any program in linear or nearly linear time.

They share no code with the algorithms. A verifier takes what the function takes that computes
such an answer: a graph, a matrix of scipy, or another library's graph. It returns a
:class:`Verification`, which is true if the answer is right. Otherwise it names the first wrong
vertex or edge.
"""

from __future__ import annotations

from clconn.verify.components import components
from clconn.verify.forest import forest
from clconn.verify.minimum_forest import minimum_forest
from clconn.verify.strong_components import strong_components
from clconn.verify.verification import Verification

__all__ = ["Verification", "components", "forest", "minimum_forest", "strong_components"]
