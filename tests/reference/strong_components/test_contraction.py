"""What becomes one vertex, in blocks of ids and elsewhere, and when there is no further level."""

import pytest
from hypothesis import given

from clconn.reference.strong_components import contraction as module
from clconn.reference.strong_components.arcs import arcs_of
from clconn.reference.strong_components.contraction import FORMS, contraction
from clconn.reference.strong_components.tarjan import tarjan
from tests.helpers.cases import case
from tests.helpers.directed_graphs import DIRECTED, directed_graph, directed_graphs
from tests.helpers.graphs import from_pairs


def _components(arcs, form="alone", **more):
    return sorted(map(sorted, contraction(arcs, form, **more)))


@pytest.mark.parametrize("form", FORMS)
def test_hand_made_graphs(form):
    for name in DIRECTED:
        arcs = arcs_of(directed_graph(name))
        expected = sorted(map(sorted, tarjan(arcs)))
        for block in (1, 2, 7, 64):
            with case(graph=name, block=block):
                assert _components(arcs, form, block=block) == expected


@given(graph=directed_graphs())
def test_drawn_graphs(graph):
    arcs = arcs_of(graph)
    assert _components(arcs, block=3) == sorted(map(sorted, tarjan(arcs)))


def _levels(pairs, n, monkeypatch, block):
    """The numbers of vertices of all levels, and of the graph that signatures finish."""
    sizes = []
    roots, signatures = module._roots, module.signatures
    monkeypatch.setattr(module, "_roots", lambda level, block: (
        sizes.append(level.n), roots(level, block))[1])  # fmt: skip
    monkeypatch.setattr(module, "signatures", lambda level: (
        sizes.append(level.n), signatures(level))[1])  # fmt: skip
    arcs = arcs_of(from_pairs(pairs, n, directed=True))
    return _components(arcs, block=block), sizes


def test_blocks_become_vertices_level_by_level(monkeypatch):
    """Rings of five on a ring: each ring is in a block, then five rings are, then all.

    Rings go both ways, so that they are no paths.
    """
    steps = [(5 * i + j, 5 * i + (j + 1) % 5) for i in range(25) for j in range(5)]
    rings = [*steps, *((v, u) for u, v in steps)]
    around = [(5 * i, (5 * i + 5) % 125) for i in range(25)]
    back = [(25 * i + 20, 25 * i) for i in range(5)]
    components, sizes = _levels([*rings, *around, *back], 125, monkeypatch, 5)
    assert components == [list(range(125))]
    # One vertex has no arc to another, so it is gone.
    assert sizes == [125, 25, 5, 1, 0]


def test_short_cycles_join_vertices_of_different_blocks(monkeypatch):
    far = [(0, 9), (9, 0), (9, 2), (2, 4), (4, 6), (6, 0)]
    components, sizes = _levels(far, 10, monkeypatch, 2)
    assert components == [[0, 2, 4, 6, 9], *([v] for v in (1, 3, 5, 7, 8))]
    # Without the vertices that have no arcs 0 and 9 become one, and a cycle an arc shorter.
    assert sizes == [10, 4, 1, 0]


def test_what_does_not_get_smaller_is_left_to_signatures(monkeypatch):
    ring = [(v, (v + 1) % 40) for v in range(40)]
    components, sizes = _levels(ring, 40, monkeypatch, 8)
    assert components == [list(range(40))]
    assert sizes == [40, 40]
