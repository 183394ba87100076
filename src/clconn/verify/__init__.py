"""Verifiers: check an answer in linear time or nearly so, whoever computed it and however.

They share no line with the algorithms. A verifier returns a
:class:`Verification`, true if the answer is right, which otherwise names the
first offending vertex or edge.
"""

from __future__ import annotations

from clconn.verify.components import components
from clconn.verify.forest import forest
from clconn.verify.minimum_forest import minimum_forest
from clconn.verify.verification import Verification

__all__ = ["Verification", "components", "forest", "minimum_forest"]
