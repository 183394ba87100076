"""Graphs on a device, as much of them as the choice of a variant asks."""

import math
from types import SimpleNamespace

import pytest

from clconn.design_space import Automatic
from clconn.opencl_backend.graph.edge_order import EdgeOrder
from clconn.opencl_backend.graph.first_links import FirstLinks
from clconn.opencl_backend.graph.hooked_share import FirstNeighbors
from clconn.opencl_backend.plan import auto_variant as choice
from clconn.opencl_backend.plan.auto_reasons import SCATTERED_TO_MEET
from clconn.opencl_backend.plan.auto_variant import choose_by_sampling
from clconn.problems import COMPONENTS

__all__ = [
    "IN_ORDER", "LONG", "MANY", "NEAR", "NO_LOOK", "SCATTERED", "SLOW", "choose", "links_with",
    "placed_graph",
]  # fmt: skip


def choose(placed, options=None, problem=COMPONENTS):
    """The choice for a problem, the variant by its name."""
    made = choose_by_sampling(placed, Automatic(problem, options or {}))
    return SimpleNamespace(variant=made.variant.name, options=made.options, reason=made.reason)


class _Placed(SimpleNamespace):
    """As much of a graph on a device as the choice asks."""

    @property
    def hook_coverage(self):
        if self.coverage is None:
            pytest.fail("the coverage was looked for where nothing follows from it")
        return self.coverage

    @property
    def hooked_share(self):
        if self.share is None:
            pytest.fail("all vertices were hooked where nothing follows from it")
        return self.share


NEAR = FirstLinks(0, 0, 0, 0, 0, 0, 0, 0)


def links_with(**shares):
    """First links of which all shares but these are 0."""
    return NEAR._replace(**shares)


NO_LOOK = FirstNeighbors(roots=1.0, unlike=0.0, at_hubs=0.0)
"""First neighbors after which a processor hooks nothing, and samples as without them."""

IN_ORDER = EdgeOrder(local=1.0, shared=0.0, short=0.0, parallel=0.0)
"""What a list of edges in order is found to be."""

SCATTERED = links_with(scattered=SCATTERED_TO_MEET)
LONG, SLOW = links_with(long=1), links_with(long=1, slow=1)
MANY = choice.VERTICES_OF_ONE_LAUNCH + 1


def placed_graph(
    degree, *, is_cpu=False, symmetric=True, coverage=None, n=1000, rows=True, links=NEAR,
    small=0.0, medium=0.0, first=NO_LOOK, share=None, is_sorted=True, ascending=1.0, order=IN_ORDER,
    cores=2,
):  # fmt: skip
    return _Placed(
        small_components=small,
        medium_components=medium,
        first_links=links,
        runtime=SimpleNamespace(
            is_cpu=is_cpu,
            tuning=SimpleNamespace(id_block_bits_for=lambda vertices: 10),
            device=SimpleNamespace(max_compute_units=cores),
        ),
        n=n,
        entry_count=math.ceil(degree * n),
        symmetric=symmetric,
        is_sorted=is_sorted,
        ascending_rows=ascending,
        edge_order=order,
        coverage=coverage,
        first_neighbors=first,
        share=share,
        rows=object() if rows else None,
    )
