"""Two searches from one vertex, then signatures: ``two_phase.cl`` and ``signatures.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.searches import NEVER, PAUSE_ROUND, Searches
from clconn.opencl_backend.strong_components.signatures import signatures

__all__ = ["two_phase"]


def two_phase(builder: PlanBuilder) -> list[Step]:
    """The steps of the algorithm; chains are cut unless the variant says that it only jumps."""
    searches = Searches(builder)
    cuts_chains = builder.variant.compression != "jump"
    begin = searches.begin(PAUSE_ROUND if cuts_chains else NEVER)
    return [*begin, *signatures(builder, searches, cuts_chains=cuts_chains)]
