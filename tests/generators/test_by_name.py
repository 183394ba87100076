"""generate() by family and by name, the table of families, and bad input."""

import inspect

import numpy as np
import pytest

import clconn
from clconn.errors import GraphError
from clconn.generators import FAMILIES, NAMED_GRAPHS, rmat, torus
from tests.helpers.cases import for_each

SMALLEST = {
    "torus": {"rows": 3, "columns": 3},
    "uniform-random": {"n": 4, "edges": 5},
    "rmat": {"scale": 3, "edges": 20},
    "barabasi-albert": {"n": 5, "edges_per_vertex": 2},
    "road": {"rows": 3, "columns": 3},
    "delaunay": {"n": 5},
    "ssca2": {"n": 9, "maximum_clique_size": 3},
    "path": {"n": 4},
    "cycle": {"n": 4},
    "star": {"n": 4},
    "directed-torus": {"rows": 3, "columns": 3},
    "directed-chains": {"chains": 2, "length": 3},
    "cycles-on-path": {"cycles": 3},
}
DIRECTED = {"directed-torus", "directed-chains", "cycles-on-path"}


def test_every_family_is_in_the_table_here():
    assert set(SMALLEST) == set(FAMILIES)


@for_each("name", FAMILIES)
def test_table_says_what_the_functions_take(name):
    family = FAMILIES[name]
    assert family.description.endswith(".")
    assert list(family.parameters) == list(inspect.signature(family.function).parameters)
    for parameter in family.parameters.values():
        assert parameter.type in (int, float, bool)
        assert parameter.required or type(parameter.default) is parameter.type
        assert parameter.meaning.endswith(".")
    required = {p.name for p in family.parameters.values() if p.required}
    assert required == set(SMALLEST[name])
    if "seed" in family.parameters:
        assert family.parameters["seed"].default == 0


@for_each("name", FAMILIES)
def test_graphs_are_simple_and_sorted(name):
    graph = clconn.generate(name, **SMALLEST[name])
    sources, targets = graph.edges()
    key = sources.astype(np.int64) * graph.n + targets
    assert (sources != targets).all()
    assert (np.diff(key) > 0).all()
    assert graph.weights is None
    assert graph.directed == (name in DIRECTED)
    if not graph.directed:
        np.testing.assert_array_equal(np.sort(targets.astype(np.int64) * graph.n + sources), key)


def test_underscores_do_as_well():
    one = clconn.generate("uniform_random", n=9, edges=20)
    other = clconn.generate("uniform-random", n=9, edges=20)
    np.testing.assert_array_equal(one.rows.neighbors, other.rows.neighbors)


def test_numpy_numbers_are_taken():
    graph = clconn.generate(
        "rmat", scale=np.int64(3), edges=np.uint8(9), a=np.float32(0.5), permute=np.True_
    )
    assert graph.n == 8


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("rmta", "rmat"), ("rodes", "road"), ("rmat23", "rmat22"), (7, None), ([], None)],
)
def test_unknown_family_names_the_nearest(name, nearest):
    hint = "Families" if nearest is None else f"did you mean '{nearest}'"
    with pytest.raises(GraphError, match=f"unknown family .*; {hint}"):
        clconn.generate(name)


def test_unknown_parameter_lists_the_known():
    with pytest.raises(GraphError, match=r"no parameter 'sed'; it has: n, edges, seed, directed"):
        clconn.generate("uniform-random", n=3, edges=3, sed=1)


def test_missing_parameters_are_named():
    with pytest.raises(GraphError, match=r"torus needs rows, columns"):
        clconn.generate("torus")


def test_named_graph_takes_only_a_seed():
    with pytest.raises(GraphError, match=r"road-small has no parameter 'rows'; it has: seed"):
        clconn.generate("road-small", rows=3)
    with pytest.raises(GraphError, match=r"2d-2e20 has no parameter 'seed'"):
        clconn.generate("2d-2e20", seed=3)


BAD = [
    ("torus", {"rows": 0}, "rows is 0; give an integer from 1"),
    ("torus", {"columns": 2.0}, "columns is 2.0; give an integer"),
    ("torus", {"rows": 2**16, "columns": 2**16}, "at most 2147483647"),
    ("directed-torus", {"columns": 2}, "columns is 2; give an integer from 3"),
    ("directed-torus", {"both": 1.5}, "both is 1.5; give a number from 0 to 1"),
    ("directed-torus", {"both": float("nan")}, "both is nan"),
    ("uniform-random", {"n": -1}, "n is -1; give an integer from 0 to 2147483647"),
    ("uniform-random", {"n": 2**31}, "n is 2147483648"),
    ("uniform-random", {"n": 0}, "edges is 5 but n is 0"),
    ("uniform-random", {"edges": 2**62}, "needs about .* GiB"),
    ("uniform-random", {"edges": "many"}, "edges is 'many'; give an integer 0 or more"),
    ("uniform-random", {"directed": 1}, "directed is 1; give True or False"),
    ("rmat", {"scale": 31}, "scale is 31; give an integer from 0 to 30"),
    ("rmat", {"edges": 2**62}, "needs about .* GiB"),
    ("rmat", {"a": -0.1}, "a is -0.1; give a number from 0 to 1"),
    ("rmat", {"b": "x"}, "b is 'x'; give a number"),
    ("rmat", {"c": None}, "c is None; give a number"),
    ("rmat", {"a": 0.5, "b": 0.5, "c": 0.5}, r"a \+ b \+ c is 1.5"),
    ("rmat", {"permute": "yes"}, "permute is 'yes'; give True or False"),
    ("barabasi-albert", {"n": 1}, "n is 1; give an integer from 2"),
    ("barabasi-albert", {"edges_per_vertex": 0}, "edges_per_vertex is 0; give an integer 1 or"),
    ("barabasi-albert", {"edges_per_vertex": 5}, "fewer edges per vertex"),
    ("barabasi-albert", {"n": 2**31 - 1, "edges_per_vertex": 2**20}, "needs about .* GiB"),
    ("road", {"rows": True}, "rows is True; give an integer"),
    ("road", {"keep": 2}, "keep is 2.0; give a number from 0 to 1"),
    ("road", {"subdivisions": -1}, "subdivisions is -1; give an integer 0 or more"),
    ("road", {"subdivisions": 2**30}, "give fewer subdivisions"),
    ("delaunay", {"n": 2}, "n is 2; give an integer from 3"),
    ("ssca2", {"maximum_clique_size": 0}, "maximum_clique_size is 0"),
    ("ssca2", {"interclique_probability": -1}, "interclique_probability is -1.0"),
    ("ssca2", {"permute": 0}, "permute is 0"),
    ("ssca2", {"directed": 1}, "directed is 1; give True or False"),
    ("ssca2", {"n": 10**6, "maximum_clique_size": 10**6, "seed": 1}, "needs about .* GiB"),
    ("path", {"n": 1.5}, "n is 1.5; give an integer"),
    ("path", {"shuffled": None}, "shuffled is None"),
    ("path", {"directed": "yes"}, "directed is 'yes'; give True or False"),
    ("cycle", {"n": -1}, "n is -1; give an integer from 0"),
    ("cycle", {"directed": 0}, "directed is 0; give True or False"),
    ("star", {"n": -5}, "n is -5"),
    ("directed-chains", {"chains": -1}, "chains is -1; give an integer from 0"),
    ("directed-chains", {"length": 0}, "length is 0; give an integer from 1"),
    ("directed-chains", {"crossing": -1}, "crossing is -1; give an integer 0 or more"),
    ("directed-chains", {"crossing": 2**62}, "needs about .* GiB"),
    ("directed-chains", {"chains": 0, "crossing": 1}, "crossing is 1 but chains is 0"),
    (
        "directed-chains",
        {"chains": 2**16, "length": 2**16},
        "chains x length .* at most 2147483647",
    ),
    ("directed-chains", {"shuffled": 1}, "shuffled is 1; give True or False"),
    ("cycles-on-path", {"cycles": 0.5}, "cycles is 0.5; give an integer from 0"),
    ("cycles-on-path", {"length": 1}, "length is 1; give an integer from 2"),
    ("cycles-on-path", {"cycles": 2**30}, "cycles x length .* at most 2147483647"),
    ("cycles-on-path", {"shuffled": "no"}, "shuffled is 'no'"),
    *[(name, {"seed": -1}, "seed is -1") for name, f in FAMILIES.items() if "seed" in f.parameters],
    ("path", {"seed": 2**64}, "seed is 18446744073709551616"),
    ("path", {"seed": None}, "seed is None"),
    ("star", {"weights": "random"}, "weights is 'random'; give one of None, 'hash'"),
]


@for_each("bad", BAD)
def test_bad_parameters_are_refused(bad):
    name, changed, message = bad
    with pytest.raises(GraphError, match=message):
        clconn.generate(name, **{**SMALLEST[name], **changed})


def test_probabilities_that_sum_to_one_but_for_rounding_are_taken():
    assert rmat(4, 50, 0.7, 0.2, 0.1).n == 16


def test_functions_are_what_generate_calls():
    np.testing.assert_array_equal(
        torus(4, 5).rows.neighbors, clconn.generate("torus", rows=4, columns=5).rows.neighbors
    )


def test_named_graphs_are_defined_in_terms_of_families():
    assert len(NAMED_GRAPHS) == 14
    assert not set(NAMED_GRAPHS) & set(FAMILIES)
    for named in NAMED_GRAPHS.values():
        known = FAMILIES[named.family].parameters
        assert set(named.parameters) <= set(known)
        assert (named.seed is None) == ("seed" not in known)


# Published size; the entries of random ones within 0.1 % (0.3 % for the smallest).
CHEAP = [
    ("2d-2e20", 1_048_576, 4_194_304, 0.0),
    ("rmat16", 65_536, 955_620, 1e-3),
    ("road-small", 253_640, 564_312, 3e-3),
    ("d-sparse", 4_194_304, 8_388_606, 1e-5),
    ("d-grid", 1_048_576, 2_726_431, 1e-3),
]


@pytest.mark.parametrize(("name", "n", "entries", "tolerance"), CHEAP)
def test_cheap_named_graphs_have_the_published_size(name, n, entries, tolerance):
    graph = clconn.generate(name)
    assert graph.edge_count == pytest.approx(entries, rel=tolerance)
    assert graph.n == pytest.approx(n, rel=tolerance if name == "road-small" else 0)
    assert graph.directed == name.startswith("d-")


def test_named_graph_with_another_seed_is_another_graph():
    one, other = clconn.generate("rmat16"), clconn.generate("rmat16", seed=5)
    assert one.n == other.n
    assert not np.array_equal(one.rows.offsets, other.rows.offsets)
