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
    """Rings of four on a ring: each ring is in a block, then four rings are, then all.

    Rings go both ways, so that they are no paths.
    """
    steps = [(4 * i + j, 4 * i + (j + 1) % 4) for i in range(16) for j in range(4)]
    rings = [*steps, *((v, u) for u, v in steps)]
    around = [(4 * i, (4 * i + 4) % 64) for i in range(16)]
    back = [(16 * i + 12, 16 * i) for i in range(4)]
    components, sizes = _levels([*rings, *around, *back], 64, monkeypatch, 4)
    assert components == [list(range(64))]
    # One vertex has no arc to another, so it is gone.
    assert sizes == [64, 16, 4, 1, 0]


def test_two_arcs_join_vertices_of_different_blocks(monkeypatch):
    far = [(0, 9), (9, 0), (9, 5), (5, 0)]
    components, sizes = _levels(far, 10, monkeypatch, 2)
    assert components == [[0, 5, 9], *([v] for v in (1, 2, 3, 4, 6, 7, 8))]
    # Without the vertices that have no arcs 0 and 9 become one, and then that and 5.
    assert sizes == [10, 2, 1, 0]


def test_what_does_not_get_smaller_is_left_to_signatures(monkeypatch):
    ring = [(v, (v + 1) % 40) for v in range(40)]
    components, sizes = _levels(ring, 40, monkeypatch, 8)
    assert components == [list(range(40))]
    assert sizes == [40, 40]
