"""The kernels for low, middle and high degree, on processors too.

A processor takes every vertex in one work-item and so never meets the lists and
pieces that a GPU works with. Here every device gets tiny classes.
"""

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

import clconn
from asv_benchmarks.benchmarks.storages import store
from clconn.design_space import find_variant
from clconn.opencl_backend.plan.run import plan_variant
from clconn.problems import COMPONENTS
from clconn.reference.union_find.disjoint_sets import connected_components_union_find
from tests.helpers.cases import case
from tests.helpers.graphs import REPRESENTATIVE, SORTED_AND_SYMMETRIC, as_rows, hand_made
from tests.helpers.representative_variants import (
    crossing_where_unions_are_alike,
    one_of_each_kind,
)
from tests.helpers.small_degree_classes import runtime_with_small_classes

# Arrays of edges have no degrees.
VARIANTS = [
    v.name
    for v in crossing_where_unions_are_alike(clconn.variants("components"))
    if not v.edges.startswith("coo")
]
# Whatever the form of its rows, a union finds them in the same lists.
WITH_ROWS_OF_EVERY_FORM = [*map(str, one_of_each_kind(clconn.variants("components")))]
MORE = ("hub-of-400", "star-from-last", "clique", "torus")
ONE_OF_EACH_FORM = ("heavy-tailed", "random-one-giant", "interleaved-cliques-and-a-bridge")


def _has(variant, name):
    return any(option.name == name for option in find_variant(variant).options)


def _ways(variant):
    """Options for several launches; and for one, which a union does not see, so for one of them."""
    if not _has(variant, "one_launch"):
        return [{}]
    values = ("never", "always") if find_variant(variant).finish == "async" else ("never",)
    return [{"one_launch": value} for value in values]


@pytest.fixture(scope="module")
def small_classes(device):
    """A runtime with degree classes for small graphs, whose work-items share lists as on a GPU."""
    return runtime_with_small_classes(device, blocks=False)


def _graphs(variant):
    every_form = variant in WITH_ROWS_OF_EVERY_FORM
    return (*(REPRESENTATIVE if every_form else SORTED_AND_SYMMETRIC), *MORE)


@cache
def _expected(name):
    return connected_components_union_find(hand_made(name))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_class_is_finished(variant, small_classes):
    for name, options in product(_graphs(variant), _ways(variant)):
        with case(graph=name, options=options):
            result = clconn.connected_components(
                hand_made(name),
                variant=variant,
                backend="opencl",
                device=small_classes,
                options=options,
            )
            np.testing.assert_array_equal(result.roots, _expected(name))


@pytest.mark.parametrize("variant", ["csr/async/single", "kout/async/single"])
def test_every_class_is_finished_by_blocks(variant, device):
    """Where work-items take neighboring positions of a list, as on a processor."""
    runtime = runtime_with_small_classes(device, blocks=True)
    for name in (*SORTED_AND_SYMMETRIC, *MORE):
        result = clconn.connected_components(hand_made(name), variant=variant, device=runtime)
        np.testing.assert_array_equal(result.roots, _expected(name), err_msg=name)


@pytest.mark.parametrize("edges", ["csr", "kout", "hb"])
def test_the_edges_of_every_class_make_a_forest_in_one_launch(edges, small_classes):
    """As few edges of a vertex as can be are sampled, so that long rows are left, too."""
    fewest = {"kout": {"k": 1}, "hb": {"edges": 1}}.get(edges, {})
    for name in (*SORTED_AND_SYMMETRIC, *MORE):
        with case(graph=name):
            clconn.spanning_forest(
                hand_made(name),
                variant=f"{edges}/async/single",
                device=small_classes,
                options={"one_launch": "always", **fewest},
                verify=True,
            )


GATHERING = [find_variant(name) for name in VARIANTS if _has(name, "vertex_gathering")]


@pytest.mark.parametrize("variant", GATHERING, ids=str)
def test_every_class_is_finished_without_gathering(variant, small_classes):
    """As few edges of a vertex as can be are sampled, so that many are left."""
    fewest = {
        option.name: min(option.values)
        for option in variant.options
        if all(isinstance(value, int) for value in option.values)
    }
    settings = [{**fewest, "vertex_gathering": False}]
    if {"one_launch": "always"} in _ways(variant.name):
        settings.append({**fewest, "vertex_gathering": True, "one_launch": "always"})
    for name, options in product(_graphs(variant.name), settings):
        with case(graph=name, options=options):
            result = clconn.connected_components(
                hand_made(name),
                variant=variant.name,
                backend="opencl",
                device=small_classes,
                options=options,
            )
            np.testing.assert_array_equal(result.roots, _expected(name))


NOT_SKIPPING = [name for name in VARIANTS if _has(name, "skip_settled")]
HOW = ({"one_launch": "never"}, {"one_launch": "always"}, {"vertex_gathering": False})


@pytest.mark.parametrize("variant", NOT_SKIPPING)
def test_every_class_is_finished_with_edges_at_one_end(variant, small_classes):
    """By gathering, by all rows in one launch, and by all rows in several."""
    for name, storage in product(MORE + ONE_OF_EACH_FORM, ("larger", "smaller", "either")):
        stored = store(as_rows(hand_made(name)), storage, 3)
        for options in HOW:
            with case(graph=name, storage=storage, options=options):
                result = clconn.connected_components(
                    stored.to(small_classes), variant=variant,
                    options={"skip_settled": False, **options},
                )  # fmt: skip
                np.testing.assert_array_equal(result.roots, _expected(name))


def test_forests_of_edges_at_one_end(small_classes):
    for name, storage in product(MORE + ONE_OF_EACH_FORM, ("larger", "smaller", "either")):
        stored = store(as_rows(hand_made(name)), storage, 3)
        for edges, options in product(("kout", "hb"), HOW):
            with case(graph=name, storage=storage, edges=edges, options=options):
                clconn.spanning_forest(
                    stored, variant=f"{edges}/interleaved/single", device=small_classes,
                    options={"skip_settled": False, **options}, verify=True,
                )  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_rows_longer_than_there_are_vertices(variant, small_classes):
    """Parallel edges and self loops: three from vertex 0 to 1, which stand at that end only."""
    graph = clconn.Graph.from_csr([0, 3, 6], [1, 1, 1, 1, 1, 1])
    result = clconn.connected_components(
        graph, variant=variant, backend="opencl", device=small_classes
    )
    assert result.roots.tolist() == [0, 0]


def test_the_cores_of_a_processor_take_all_vertices(device):
    tuning = runtime_with_small_classes(device, blocks=True).tuning
    for cores in (1, 2, 3):
        runtime = runtime_with_small_classes(device, blocks=True)
        runtime.tuning = replace(tuning, units=cores)
        block = 64 * tuning.local_size
        for n in (0, 1, block - 1, block + 1, cores * block + 1):
            with case(cores=cores, n=n):
                if n:
                    path = as_rows(clconn.generate("path", n=n))
                else:
                    path = clconn.Graph.from_csr([0], np.empty(0, np.int32), symmetric=True)
                placed = path.to(runtime)
                alone = {"one_launch": "never"}
                _, plan = plan_variant(COMPONENTS, placed, "kout/async/single", alone)
                named = {step.kernel.function_name: step for step in plan.steps}
                (items,) = named["flatten_and_gather"].global_
                assert items > 0
                assert items % (cores * tuning.local_size) == 0
                (roots,) = plan.run(wait=True).values()
                assert not runtime.download(roots, n).any()
