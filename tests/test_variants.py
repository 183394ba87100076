"""The table of variants: complete, consistent, and strict about names and options."""

from itertools import product

import pytest

import clconn
from clconn.errors import OptionError, UnknownVariantError
from clconn.variants import AUTOMATIC, find_variant, resolve_options, variants

ALL = variants("components")


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


def test_gconn_combines_each_edge_source_union_and_find():
    names = {variant.name for variant in variants("components", origin="gconn")}
    assert names >= {
        "/".join(parts)
        for parts in product(
            ["csr", "kout"], ["async", "ecl"], ["naive", "compress", "halve", "split"]
        )
    }


def test_ecl_cc_has_its_four_kinds_of_pointer_jumping():
    found = variants("components", origin="ecl-cc")
    assert [(variant.edges, variant.finish) for variant in found] == [("csr", "ecl")] * 4
    finds = {variant.compression for variant in found}
    assert finds == {"naive", "compress", "split", "single"}


def test_options_have_distinct_values_and_a_meaning():
    for variant in ALL:
        assert len({option.name for option in variant.options}) == len(variant.options)
        for option in variant.options:
            assert len(option.values) == len(set(option.values)) >= 2
            assert option.default == option.values[0]
            assert option.meaning


@pytest.mark.parametrize("variant", ALL, ids=str)
def test_options_resolve_to_defaults_and_what_is_given(variant):
    defaults = {option.name: option.default for option in variant.options}
    assert resolve_options(variant, None) == resolve_options(variant, {}) == defaults
    for option in variant.options:
        for value in option.values:
            assert resolve_options(variant, {option.name: value}) == defaults | {option.name: value}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"K": 2}, "has no option 'K'; it has: k, "),
        ({"k": 16}, "option k of kout/ecl/halve is 16; expected one of 2, 1, 3, 4, 8"),
        ({"k": "2"}, "option k of kout/ecl/halve is '2'"),
        ({"k": True}, "option k of kout/ecl/halve is True"),
        ({"k": None}, "is None"),
        ({"vertex_gathering": 1}, "is 1; expected one of True, False"),
        ({"finalization": "naive"}, "is 'naive'"),
    ],
)
def test_bad_options(given, message):
    with pytest.raises(OptionError, match=message):
        resolve_options(find_variant("kout/ecl/halve"), given)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("csr/ecl/halv", "csr/ecl/halve"),
        ("kout/asynch/split", "kout/async/split"),
        ("", ""),
        (7, ""),
    ],
)
def test_an_unknown_variant_names_the_nearest(name, nearest):
    with pytest.raises(UnknownVariantError, match=f"did you mean '{nearest}"):
        find_variant(name)


def test_unknown_problems_and_origins():
    with pytest.raises(
        UnknownVariantError, match=r"unknown problem 'colouring'; known: components"
    ):
        variants("colouring")
    with pytest.raises(UnknownVariantError, match=r"'gunrock'; known origins: .*ecl-cc, gconn"):
        variants("components", origin="gunrock")
