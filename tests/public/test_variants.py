"""The table of variants: complete, consistent, and strict about names and options."""

from itertools import product

import numpy as np
import pytest

import clconn
from clconn.design_space import (
    AUTOMATIC,
    find_variant,
    make_request,
    resolve_options,
    variants,
)
from clconn.errors import OptionError, UnknownVariantError
from clconn.exploration.measuring import select_variants
from clconn.problems import COMPONENTS, DESIGN_SPACES
from tests.helpers.cases import for_each

ALL = variants("components")
EVERY = [variant for problem in DESIGN_SPACES for variant in variants(problem)]


def test_the_public_name():
    assert clconn.variants is variants
    assert clconn.variants() == ALL


def test_names_are_the_three_parts_and_unique():
    assert len({variant.name for variant in ALL}) == len(ALL)
    for variant in ALL:
        assert variant.name == str(variant)
        assert variant.name.split("/") == [variant.edges, variant.finish, variant.compression]
        assert variant.problem == "components"
        assert variant.origins
        assert find_variant(variant.name) is variant
        assert variant.name != AUTOMATIC


FINDS = ["naive", "compress", "halve", "split"]
REM = [f"{find}+{step}" for find in FINDS for step in ("halve-one", "split-one")]
REM += [f"{find}+splice" for find in ("naive", "halve", "split")]
ROOT_BASED = [
    *product(["async", "hooks", "early", "ecl", "afforest"], FINDS),
    *product(["jtb"], ["naive", "two-try"]),
]
OTHERS = [
    *product(["rem-cas", "rem-lock"], REM),
    *product(["stergiou", "shiloach-vishkin", "label-propagation"], ["none"]),
]
LIU_TARJAN = [*product(["liu-tarjan"], ["PUS", "PRS", "EUS", "PUF", "PRF", "EUF"])]
LIU_TARJAN_ALTERING = [
    *product(["liu-tarjan"], ["CUSA", "CRSA", "PUSA", "PRSA", "EUSA"]),
    *product(["liu-tarjan"], ["CUFA", "CRFA", "PUFA", "PRFA", "EUFA"]),
]


def _names(edges, finishes):
    return {f"{source}/{finish}/{find}" for source in edges for finish, find in finishes}


def test_gconn_has_339_variants():
    """Four edge sources with 53 finishes, two with 63, and repeated searches."""
    rows, arrays = ["csr", "kout", "hb", "bfs"], ["coo", "coo-relabel"]
    found = variants("components", origin="gconn")
    assert len(found) == 339
    assert {variant.name for variant in found} == (
        _names(rows, ROOT_BASED + OTHERS + LIU_TARJAN)
        | _names(arrays, ROOT_BASED + OTHERS + LIU_TARJAN + LIU_TARJAN_ALTERING)
        | {"csr/bfs-cc/none"}
    )


@pytest.mark.parametrize(
    ("edges", "count"),
    [("csr", 54), ("kout", 53), ("hb", 53), ("bfs", 53), ("coo", 63), ("coo-relabel", 63)],
)
def test_gconn_has_as_many_finishes_for_an_edge_source(edges, count):
    found = [v for v in variants("components", origin="gconn") if v.edges == edges]
    assert len(found) == count


def test_ecl_cc_has_its_four_kinds_of_pointer_jumping():
    found = variants("components", origin="ecl-cc")
    assert [(variant.edges, variant.finish) for variant in found] == [("csr", "ecl")] * 4
    finds = {variant.compression for variant in found}
    assert finds == {"naive", "compress", "split", "single"}


def test_cong_and_muzio_have_four_algorithms_each_of_them_in_stages_and_rem():
    plain = [
        "graft-and-shortcut",
        "graft-and-shortcut-update",
        "shiloach-vishkin-classic",
        "shiloach-vishkin-update",
    ]
    expected = {f"coo/{algorithm}/none" for algorithm in plain}
    expected |= {f"coo/stages/{algorithm}" for algorithm in plain} | {"coo/rem-verified/splice"}
    assert {variant.name for variant in variants("components", origin="cong-muzio")} == expected
    for algorithm in plain:
        options = {option.name for option in find_variant(f"coo/stages/{algorithm}").options}
        assert options == {"q", "order"}


@pytest.mark.parametrize(
    ("origin", "edges"),
    [("soman", "coo"), ("groute", "coo"), ("gunrock", "coo"), ("multistep", "csr")],
)
def test_prior_art(origin, edges):
    assert [str(v) for v in variants("components", origin=origin)] == [f"{edges}/{origin}/none"]


def test_gconn_has_43_variants_for_batches():
    """Its unions, and the root-based ones of its algorithms in rounds (section 3.6)."""
    gconns = product(["async", "hooks", "early"], FINDS)
    unions = [
        *gconns,
        *product(["jtb"], ["naive", "two-try"]),
        *product(["rem-cas", "rem-lock"], REM),
    ]
    root_based = [*product(["liu-tarjan"], ["CRSA", "PRSA", "PRS", "CRFA", "PRFA", "PRF"])]
    found = variants("incremental", origin="gconn")
    assert len(found) == 43
    assert {variant.name for variant in found} == _names(
        ["coo"], [*unions, *root_based, ("shiloach-vishkin", "none")]
    )


def test_what_cuts_trees_or_takes_all_edges_separates_queries():
    for variant in variants("incremental"):
        is_union = variant.rule is not None
        assert variant.separates_queries == (not is_union or "splice" in variant.name)
        # A word of Union-JTB is never absent.
        may_be_lazy = is_union and variant.rule.trees_are_parents
        assert [option.name for option in variant.options] == ["vertices"] * may_be_lazy
        assert (variant.reads, variant.samples, variant.keeps_edges) == ("edges", False, False)


def test_options_have_distinct_values_and_a_meaning():
    for variant in EVERY:
        assert len({option.name for option in variant.options}) == len(variant.options)
        for option in variant.options:
            assert len(option.values) == len(set(option.values)) >= 2
            assert option.default == option.values[0]
            assert option.meaning


@for_each("variant", EVERY)
def test_options_resolve_to_defaults_and_what_is_given(variant):
    defaults = {option.name: option.default for option in variant.options}
    assert resolve_options(variant, None) == resolve_options(variant, {}) == defaults
    for option in variant.options:
        for value in option.values:
            assert resolve_options(variant, {option.name: value}) == defaults | {option.name: value}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"K": 2}, r"no option 'K'.* k, "),
        ({"k": 16}, r"option k of kout/ecl/halve is 16.* 2, 1, 3, 4, 8"),
        ({"k": "2"}, "option k of kout/ecl/halve is '2'"),
        ({"k": True}, "option k of kout/ecl/halve is True"),
        ({"k": None}, "is None"),
        ({"vertex_gathering": 1}, r"vertex_gathering .*is 1.*True, False"),
        ({"finalization": "naive"}, "is 'naive'"),
    ],
)
def test_bad_options(given, message):
    with pytest.raises(OptionError, match=message):
        resolve_options(find_variant("kout/ecl/halve"), given)


def test_an_unknown_variant_names_the_nearest():
    for problem, name, proposal in (
        ("components", "csr/ecl/halv", "'csr/ecl/halve'?"),
        ("components", "csr/asinc/havle", "'csr/async/halve'?"),
        ("components", "CSR/Async/Halve", "'csr/async/halve'?"),
        ("components", "kout-async-halve", "'kout/async/halve'?"),
        ("components", "kout/asynch/split", "'kout/async/split'?"),
        ("components", "kout/rem-cas/naive+splitone", "'kout/rem-cas/naive+split-one'?"),
        (
            "components",
            "liu-tarjan/PRSA",
            "'coo/liu-tarjan/PRSA' or 'coo-relabel/liu-tarjan/PRSA'?",
        ),
        ("components", "asynch", "'csr/async/naive', 'csr/async/compress' or 'csr/async/halve'?"),
        ("components", "hb/afforest", "'hb/afforest/"),
        ("minimum-forest", "kruskall", "'coo/kruskal/serial'?"),
        ("minimum-forest", "boruvka", "'csr/boruvka/relabel'?"),
        ("incremental", "csr/async/split", "'coo/async/split'?"),
    ):
        with pytest.raises(UnknownVariantError, match="lists all") as caught:
            find_variant(name, problem)
        assert f"; did you mean {proposal}" in str(caught.value)
    with pytest.raises(UnknownVariantError, match="; did you mean 'auto'"):
        make_request(COMPONENTS, "auot")


def test_names_of_another_problem_are_told_as_such():
    for problem, name, owners, proposal in (
        ("forest", "csr/rem-cas/naive+split-one", "components", ""),
        ("components", "csr/boruvka/relabel", "minimum-forest", ""),
        ("incremental", "csr/async/split", "components and forest", "did you mean 'coo/async/spl"),
    ):
        with pytest.raises(UnknownVariantError, match="lists all") as caught:
            find_variant(name, problem)
        assert f", but a variant of {owners}; {proposal or '`clconn'}" in str(caught.value)


def test_auto_is_proposed_where_it_is_taken_alone():
    for name, look, message in (
        ("auto", find_variant, "unknown variant 'auto'"),
        ("auot", find_variant, "unknown variant 'auot'"),
        ("auto", select_variants, "'auto' chooses a variant and is none itself"),
        ("auot", select_variants, "unknown variant 'auot'"),
    ):
        with pytest.raises(UnknownVariantError, match=message) as caught:
            look(name)
        assert "did you mean" not in str(caught.value)


def test_the_nearest_problem_and_origin():
    with pytest.raises(UnknownVariantError, match=r"; did you mean 'components'\? known: "):
        variants("componets")
    with pytest.raises(UnknownVariantError, match=r"; did you mean 'ecl-cc'\? known origins: "):
        variants(origin="ecl-c")


def test_names_unlike_all_variants_get_no_proposal():
    for problem, name in (
        ("components", ""), ("components", "x"), ("components", "zzzzz"), ("components", "///"),
        ("components", "a" * 10**6), ("strong-components", "tarjan"), ("incremental", "kout//"),
    ):  # fmt: skip
        with pytest.raises(UnknownVariantError, match=r"; `clconn variants .* lists all") as caught:
            find_variant(name, problem)
        assert "did you mean" not in str(caught.value)


def test_unknown_problems_and_origins():
    with pytest.raises(UnknownVariantError, match=r"unknown problem 'colouring'.* components"):
        variants("colouring")
    # The word of the command line is no name, but says which is meant.
    with pytest.raises(UnknownVariantError, match="'scc'; did you mean 'strong-components'"):
        variants("scc")
    with pytest.raises(UnknownVariantError, match=r"unknown problem array.* components"):
        variants(np.array(["scc", "msf"]))
    with pytest.raises(UnknownVariantError, match=r"'galois'.*ecl-cc, gconn"):
        variants("components", origin="galois")
