"""Each family is what its definition says."""

import networkx
import numpy as np
import pytest
import scipy.sparse
from scipy.sparse.csgraph import connected_components

from clconn.generators import (
    barabasi_albert,
    cycle,
    cycles_on_path,
    delaunay,
    directed_chains,
    directed_torus,
    path,
    rmat,
    road,
    ssca2,
    star,
    torus,
    uniform_random,
)


def degrees(graph):
    return np.diff(graph.rows.offsets)


def matrix(graph):
    ones = np.ones(graph.edge_count, dtype=np.int8)
    return scipy.sparse.csr_array((ones, graph.rows.neighbors, graph.rows.offsets), (graph.n,) * 2)


def component_count(graph):
    return connected_components(matrix(graph), directed=False)[0]


def edge_set(graph):
    return set(zip(*(ends.tolist() for ends in graph.edges()), strict=True))


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (4, 7), (10, 3)])
def test_torus_is_networkx_grid_with_period(rows, columns):
    graph = torus(rows, columns)
    assert (degrees(graph) == 4).all()
    expected = networkx.grid_2d_graph(rows, columns, periodic=True)
    edges = {(r * columns + c, s * columns + d) for (r, c), (s, d) in expected.edges()}
    assert edge_set(graph) == edges | {(v, u) for u, v in edges}


@pytest.mark.parametrize(
    ("rows", "columns", "edges"), [(1, 1, 0), (1, 2, 1), (1, 5, 5), (2, 2, 4), (2, 3, 9)]
)
def test_narrow_torus_has_no_loops_and_repetitions(rows, columns, edges):
    assert torus(rows, columns).edge_count == 2 * edges


def test_directed_torus_orients_every_edge_of_the_torus():
    undirected = edge_set(torus(60, 70))
    graph = directed_torus(60, 70, both=0.3, seed=4)
    arcs = edge_set(graph)
    assert graph.directed
    assert arcs | {(v, u) for u, v in arcs} == undirected
    twice = graph.edge_count - 2 * 60 * 70
    deviation = np.sqrt(2 * 60 * 70 * 0.3 * 0.7)
    assert abs(twice - 0.3 * 2 * 60 * 70) < 5 * deviation
    forward = sum(u < v for u, v in arcs if (v, u) not in arcs)
    once = 2 * 60 * 70 - twice
    assert abs(forward - once / 2) < 5 * np.sqrt(once) / 2


@pytest.mark.parametrize(("both", "arcs"), [(0.0, 24), (1.0, 48)])
def test_directed_torus_at_the_ends_of_the_range(both, arcs):
    assert directed_torus(3, 4, both=both).edge_count == arcs


def test_uniform_random_loses_as_many_edges_as_expected():
    n, edges = 2000, 200_000
    graph = uniform_random(n, edges, seed=2)
    # Each of the n (n - 1) / 2 pairs is missed by all draws with the same probability.
    pairs = n * (n - 1) / 2
    expected = pairs * -np.expm1(edges * np.log1p(-2 / n**2))
    assert abs(graph.edge_count / 2 - expected) < 5 * np.sqrt(edges)
    # Degrees are binomial.
    present = graph.edge_count / 2 / pairs
    assert degrees(graph).var() == pytest.approx(n * present * (1 - present), rel=0.15)


def test_uniform_random_arcs_are_in_no_preferred_direction():
    graph = uniform_random(1000, 50_000, seed=3, directed=True)
    tails, heads = graph.edges()
    assert graph.directed
    assert (
        abs(int((tails < heads).sum()) - graph.edge_count / 2) < 5 * np.sqrt(graph.edge_count) / 2
    )


def test_rmat_quadrants_have_their_probabilities():
    a, b, c = 0.5, 0.25, 0.15
    scale, edges = 14, 100_000
    tails, heads = rmat(scale, edges, a, b, c, seed=5, directed=True).edges()
    # The first level shows in the upper bits; few edges fall into one place, and so few are lost.
    upper, left = tails < 2 ** (scale - 1), heads < 2 ** (scale - 1)
    shares = [(upper & left).mean(), (upper & ~left).mean(), (~upper & left).mean()]
    assert shares == pytest.approx([a, b, c], abs=0.02)


def test_rmat_distinct_entries_agree_with_the_product_distribution():
    a, b, c, d = 0.57, 0.19, 0.14, 0.1
    scale, edges = 6, 5000
    one_level = np.array([[a, b], [c, d]])
    probability = np.ones((1, 1))
    for _ in range(scale):
        probability = np.kron(probability, one_level)
    np.fill_diagonal(probability, 0)
    present = -np.expm1(edges * np.log1p(-probability))
    found = sum(matrix(rmat(scale, edges, a, b, c, s, directed=True)).toarray() for s in range(40))
    deviation = np.sqrt(40 * present * (1 - present))
    assert (np.abs(found - 40 * present) <= 6 * deviation + 2).all()
    assert abs((found - 40 * present).sum()) < 5 * np.sqrt((deviation**2).sum())


def test_rmat_quadrants_without_probability_stay_empty():
    corner = rmat(8, 1000, a=0.0, b=1.0, c=0.0, directed=True)
    assert edge_set(corner) == {(0, 255)}
    upper_triangle = rmat(8, 1000, a=0.5, b=0.25, c=0.0, directed=True)
    assert all(u < v for u, v in edge_set(upper_triangle))


def test_rmat_permuted_is_the_same_graph_with_other_labels():
    plain, permuted = rmat(10, 5000, seed=6), rmat(10, 5000, seed=6, permute=True)
    assert (np.sort(degrees(plain)) == np.sort(degrees(permuted))).all()
    assert (degrees(plain) != degrees(permuted)).any()


def test_rmat_across_blocks_repeats_no_block():
    # Two blocks of the same stream would leave half the edges.
    assert rmat(20, 1 << 17, 0.25, 0.25, 0.25, directed=True).edge_count > 0.99 * (1 << 17)


@pytest.mark.parametrize(("n", "edges_per_vertex"), [(2, 1), (50, 1), (1000, 3), (300, 299)])
def test_barabasi_albert_is_connected_and_has_its_edges(n, edges_per_vertex):
    graph = barabasi_albert(n, edges_per_vertex, seed=7)
    assert component_count(graph) == 1
    edges = graph.edge_count // 2
    drawn = edges_per_vertex * (n - edges_per_vertex)
    assert edges <= drawn
    if edges_per_vertex == 1:
        assert edges == n - 1
    # Every newcomer keeps at least one edge to an earlier vertex.
    tails, heads = graph.edges()
    assert set(tails[heads < tails].tolist()) == set(range(1, n))


def test_barabasi_albert_attaches_in_proportion_to_degree():
    # The third vertex after the star 0-1-2 (two edges a vertex): the fourth vertex
    # sees vertex 0 in 2 of 4 ends, vertex 1 and 2 in 1 of 4 each.
    rounds = 2000
    hit = np.zeros(3)
    for seed in range(rounds):
        tails, heads = barabasi_albert(4, 2, seed).edges()
        hit[heads[tails == 3]] += 1
    expected = rounds * (1 - np.array([1 / 2, 3 / 4, 3 / 4]) ** 2)
    assert (np.abs(hit - expected) < 5 * np.sqrt(rounds) / 2).all()


def test_barabasi_albert_has_a_heavy_tail_of_exponent_three():
    found = degrees(barabasi_albert(100_000, 4, seed=8))
    # P(degree >= k) = 4 * 5 / (k * (k + 1)) in the limit.
    for k in (8, 16, 32):
        assert (found >= k).mean() == pytest.approx(20 / (k * (k + 1)), rel=0.1)


@pytest.mark.parametrize(("rows", "columns", "subdivisions"), [(30, 40, 2), (1, 9, 0), (7, 1, 5)])
def test_road_has_chains_on_the_edges_kept(rows, columns, subdivisions):
    graph = road(rows, columns, keep=0.72, subdivisions=subdivisions, seed=9)
    kept, rest = divmod(graph.edge_count // 2, subdivisions + 1)
    assert rest == 0
    assert graph.n == rows * columns + subdivisions * kept
    assert (degrees(graph)[rows * columns :] == 2).all()
    assert degrees(graph)[: rows * columns].max() <= 4
    grid = rows * (columns - 1) + columns * (rows - 1)
    assert abs(kept - 0.72 * grid) < 5 * np.sqrt(0.72 * 0.28 * grid)


@pytest.mark.parametrize(("keep", "components"), [(0.0, 12), (1.0, 1)])
def test_road_at_the_ends_of_the_range(keep, components):
    graph = road(3, 4, keep=keep)
    assert component_count(graph) == components
    assert graph.n == (12 if keep == 0 else 12 + 2 * 17)


def test_road_chains_join_neighbors_of_the_grid():
    graph = road(5, 6, subdivisions=3, seed=1)
    networks = networkx.from_scipy_sparse_array(matrix(graph))
    for first in range(30, graph.n, 3):
        assert networks.has_edge(first, first + 1)
        assert networks.has_edge(first + 1, first + 2)
        ends = [v for u in (first, first + 2) for v in networks[u] if v < 30]
        assert abs(ends[0] - ends[1]) in (1, 6)


def test_delaunay_is_planar_connected_and_full():
    n = 500
    graph = delaunay(n, seed=10)
    edges = graph.edge_count // 2
    assert 2 * n - 3 <= edges <= 3 * n - 6
    assert component_count(graph) == 1
    assert degrees(graph).min() >= 2
    assert networkx.check_planarity(networkx.from_scipy_sparse_array(matrix(graph)))[0]


def test_delaunay_of_three_points_is_a_triangle():
    assert edge_set(delaunay(3)) == {(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)}


def test_ssca2_cliques_partition_the_vertices():
    n, largest = 3000, 9
    graph = ssca2(n, largest, interclique_probability=0.0, seed=11, permute=False)
    count, label = connected_components(matrix(graph), directed=False)
    sizes = np.bincount(label)
    assert (degrees(graph) == sizes[label] - 1).all()
    assert (np.diff(label) >= 0).all()
    assert set(sizes.tolist()) == set(range(1, largest + 1))
    # Sizes are uniform on 1..9, so their mean is 5 and their variance 80 / 12.
    assert abs(n / count - 5) < 5 * np.sqrt(80 / 12 / count)


def test_ssca2_edges_between_cliques_get_rarer_with_distance():
    n, probability = 1 << 14, 0.5
    graph = ssca2(n, 1, probability, seed=12, permute=False)
    tails, heads = graph.edges()
    forward = (heads.astype(np.int64) - tails) % n
    for distance in (4, 64, 256):
        drawn = ((forward >= distance) & (forward < distance + distance // 2)).sum()
        expected = n * probability * 2 / distance
        assert abs(drawn - expected) < 5 * np.sqrt(expected)
    assert not ((forward >= 6) & (forward < 8)).any()


def test_ssca2_has_whole_cliques_and_edges_between_them():
    alone = ssca2(2000, 12, 0.0, seed=13, permute=False)
    joined = ssca2(2000, 12, 0.4, seed=13, permute=False)
    assert edge_set(alone) < edge_set(joined)
    assert component_count(joined) < component_count(alone)


def test_ssca2_directed_has_whole_cliques_and_arcs_between_them():
    options = {"interclique_probability": 0.4, "seed": 13}
    for permute in (False, True):
        arcs = edge_set(ssca2(2000, 12, **options, permute=permute, directed=True))
        assert arcs | {(v, u) for u, v in arcs} == edge_set(
            ssca2(2000, 12, **options, permute=permute)
        )
        cliques = edge_set(ssca2(2000, 12, 0.0, 13, permute=permute))
        assert permute or cliques < arcs
    once = {(u, v) for u, v in arcs if (v, u) not in arcs}
    assert 2000 * 0.4 < len(once) < 2000 * 0.9


def test_ssca2_permuted_is_the_same_graph_with_other_labels():
    plain, permuted = (ssca2(500, 8, seed=14, permute=p) for p in (False, True))
    assert (np.sort(degrees(plain)) == np.sort(degrees(permuted))).all()
    assert edge_set(plain) != edge_set(permuted)


def test_ssca2_takes_a_clique_as_large_as_the_graph():
    graph = ssca2(20, 2**31 - 1, 0.0, seed=0)
    assert graph.n == 20


@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize("n", [0, 1, 2, 100])
def test_path_is_a_path(n, shuffled):
    graph = path(n, shuffled, seed=15)
    assert graph.n == n
    assert graph.edge_count == 2 * max(n - 1, 0)
    assert (degrees(graph) <= 2).all()
    assert n == 0 or component_count(graph) == 1
    in_order = all(abs(u - v) == 1 for u, v in edge_set(graph))
    assert in_order == (not shuffled or n <= 2)


def test_a_directed_path_has_arcs_along_it():
    assert edge_set(path(4, directed=True)) == {(0, 1), (1, 2), (2, 3)}
    shuffled, plain = (path(100, True, seed=15, directed=d) for d in (True, False))
    assert shuffled.directed
    arcs = edge_set(shuffled)
    assert len(arcs) == 99
    assert arcs | {(v, u) for u, v in arcs} == edge_set(plain)
    assert networkx.dag_longest_path_length(networkx.DiGraph(list(arcs))) == 99


@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 100])
def test_cycle_is_a_cycle(n, shuffled):
    arcs = edge_set(cycle(n, shuffled, seed=16, directed=True))
    assert len(arcs) == (n if n > 1 else 0)
    assert (
        n < 2 or connected_components(matrix(cycle(n, directed=True)), connection="strong")[0] == 1
    )
    assert edge_set(cycle(n, shuffled, seed=16)) == arcs | {(v, u) for u, v in arcs}
    in_order = all(v == (u + 1) % n for u, v in arcs)
    assert in_order == (not shuffled or n <= 2)


@pytest.mark.parametrize("shuffled", [False, True])
def test_directed_chains_have_no_cycle_and_are_long(shuffled):
    alone = directed_chains(30, 40, shuffled=shuffled, seed=17)
    assert alone.directed
    assert alone.edge_count == 30 * 39
    assert component_count(alone) == 30
    crossed = directed_chains(30, 40, 500, shuffled, seed=17)
    assert edge_set(alone) < edge_set(crossed)
    # An arc between equal places is dropped; so is one that follows a chain.
    assert 30 * 39 + 500 * 0.9 < crossed.edge_count <= 30 * 39 + 500
    network = networkx.DiGraph(list(edge_set(crossed)))
    assert networkx.dag_longest_path_length(network) == 39
    assert shuffled != all(u < v for u, v in edge_set(alone))


@pytest.mark.parametrize(("cycles", "length"), [(1, 2), (20, 2), (7, 5)])
@pytest.mark.parametrize("shuffled", [False, True])
def test_cycles_on_a_path_are_the_components(cycles, length, shuffled):
    graph = cycles_on_path(cycles, length, shuffled, seed=18)
    assert graph.edge_count == cycles * length + cycles - 1
    network = networkx.DiGraph(list(edge_set(graph)))
    assert sorted(map(len, networkx.strongly_connected_components(network))) == [length] * cycles
    joined = networkx.condensation(network)
    assert networkx.dag_longest_path_length(joined) == cycles - 1
    if not shuffled:
        assert {(0, 1), (length - 1, 0)} <= edge_set(graph)


@pytest.mark.parametrize("n", [0, 1, 2, 50])
def test_star_is_a_star(n):
    assert edge_set(star(n)) == {e for v in range(1, n) for e in ((0, v), (v, 0))}


@pytest.mark.parametrize(
    "graph",
    [
        uniform_random(0, 0),
        uniform_random(5, 0),
        rmat(3, 0),
        rmat(0, 9),
        ssca2(0, 3),
        ssca2(1, 1),
        directed_chains(0, 5),
        directed_chains(3, 1, 9),
        cycles_on_path(0),
    ],
)
def test_no_edges(graph):
    assert graph.edge_count == 0
    assert graph.rows.offsets.tolist() == [0] * (graph.n + 1)
