"""Ranking, heat map, and results as text that is believed only if it makes sense."""

import json
import math
import re
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.errors import ExplorationError, GraphFileAccessError
from clconn.exploration import Exploration, Measurement
from tests.exploration.samples import ROWS, measured, sample


def test_ranking_is_of_the_verified_rows():
    found = sample(*ROWS)
    ranking = found.ranking()
    assert [row.milliseconds for row in ranking] == [2, 3, 4, 500]
    assert [found.slowdown(row) for row in ranking] == [1, 1.5, 2, 250]
    assert {row.variant for row in found.failures()} == {"kout/ecl/split", "csr/async/halve"}
    assert [row.variant for row in ROWS if row.wrong] == ["csr/async/halve"]


def test_equal_times_are_ranked_by_name():
    rows = [measured(name, 1.0) for name in ("kout/ecl/split", "csr/ecl/split", "csr/ecl/halve")]
    names = [row.variant for row in sample(*rows).ranking()]
    assert names == sorted(names)


def test_heat_map():
    heat = sample(*ROWS).heat_map()
    assert heat.edges == ("csr", "kout")
    assert heat.finishes == ("async", "ecl")
    np.testing.assert_array_equal(heat.slowdowns, [[250, 1.5], [1, math.nan]])
    best = [[row and row.variant for row in line] for line in heat.best]
    assert best == [["csr/async/naive", "csr/ecl/halve"], ["kout/async/halve", None]]


def test_heat_map_of_the_whole_table_is_in_its_order():
    table = clconn.variants("components")
    rows = [measured(row.name, 1.0 + index) for index, row in enumerate(table)]
    heat = sample(*reversed(rows)).heat_map()
    assert heat.edges == tuple(dict.fromkeys(row.edges for row in table))
    assert heat.finishes == tuple(dict.fromkeys(row.finish for row in table))
    for index, source in enumerate(heat.edges):
        for place, finish in enumerate(heat.finishes):
            times = [
                row.milliseconds for row in rows if row.variant.startswith(f"{source}/{finish}/")
            ]
            expected = min(times, default=math.nan)
            np.testing.assert_equal(heat.slowdowns[index, place], expected)


def test_heat_map_of_parts_that_the_table_lacks():
    rows = (measured("csr/zebra/none", 1.0), measured("new/ecl/halve", 2.0), *ROWS)
    heat = sample(*rows).heat_map()
    assert (heat.edges, heat.finishes) == (("csr", "kout", "new"), ("async", "ecl", "zebra"))
    assert sample(*rows, problem="unheard-of").heat_map().edges == heat.edges


@pytest.mark.parametrize("rows", [(), ROWS[3:5]], ids=["none", "none verified"])
def test_nothing_verified(rows):
    found = sample(*rows)
    assert found.ranking() == ()
    assert np.isnan(found.heat_map().slowdowns).all()
    assert Exploration.from_json(found.to_json()) == found


# ------------------------------------------------------------------------------ as text


def test_json_is_one_object():
    values = json.loads(sample(*ROWS).to_json())
    assert values["count"] == 3
    assert [row["variant"] for row in values["rows"]] == [row.variant for row in ROWS]
    assert values["rows"][0] == asdict(ROWS[0])


_text = st.text(max_size=20)
_time = st.floats(1e-6, 1e9)
_failed = st.builds(Measurement, variant=st.just(""), error=_text, remark=_text)
_right = st.builds(
    Measurement, variant=st.just(""), milliseconds=_time, minimum=_time, runs=st.integers(1, 99),
    build_seconds=st.floats(0, 1e6), verified=st.booleans(), error=_text, remark=_text,
)  # fmt: skip


@given(rows=st.lists(_failed | _right, max_size=5), device=_text, driver=_text)
def test_json_round_trip(rows, device, driver):
    named = [
        Measurement(**{**asdict(row), "variant": f"csr/ecl/{index}"})
        for index, row in enumerate(rows)
    ]
    found = sample(*named, device=device, driver=driver)
    assert Exploration.from_json(found.to_json()) == found
    assert Exploration.from_json(found.to_json().encode()) == found


def _changed(**values):
    return json.dumps({**json.loads(sample(*ROWS).to_json()), **values})


def _row(**values):
    rows = json.loads(sample(*ROWS).to_json())["rows"]
    return _changed(rows=[{**rows[0], **values}, *rows[1:]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not the results of an exploration, which are JSON"),
        ("%%MatrixMarket matrix", "which are JSON"),
        (b"\xff\xfe\x00", "which are JSON"),
        ("[" * 100_000, "which are JSON"),
        ("[]", "no JSON object"),
        ("{}", "checksum is missing"),
        (_changed(color="red"), "color is unknown"),
        (_changed(vertices="8"), "vertices is '8'"),
        (_changed(vertices=True), "vertices is True"),
        (_changed(count=None), "count is null, but rows are verified"),
        (_changed(rows={}), "rows is {}"),
        (_changed(rows=[3]), "row 0 is no JSON object"),
        (_changed(rows=[{}]), "row 0: build_seconds is missing"),
        (_changed(rows=[asdict(ROWS[0])] * 2), "a variant stands twice"),
        (_row(variant="csr/ecl"), "'csr/ecl' is no edges/finish/compression"),
        (_row(milliseconds="fast"), "row 0: milliseconds is 'fast'"),
        (_row(milliseconds=-1.0), "row 0: 5 runs took"),
        (_row(milliseconds=0.0), "row 0: 5 runs took"),
        (_row(milliseconds=None), "row 0: 5 runs took"),
        (_row(minimum=10**400), "row 0: 5 runs took"),
        (_row(runs=0), "row 0: 0 runs took"),
        (_row(runs=0, milliseconds=None, minimum=None), "row 0: 0 runs took"),
        (_row(build_seconds=-0.5), "row 0: build_seconds is -0.5"),
        (_row(verified=1), "row 0: verified is 1"),
        (_row().replace('"minimum": 1.0', '"minimum": NaN', 1), "NaN is no JSON number"),
        (_row().replace('"minimum": 1.0', '"minimum": 1e999', 1), "row 0: 5 runs took"),
    ],
)
def test_text_that_makes_no_sense(text, message):
    with pytest.raises(ExplorationError, match=message):
        Exploration.from_json(text)


def test_files(tmp_path):
    path = tmp_path / "results.json"
    found = sample(*ROWS)
    found.write(path)
    assert Exploration.read(path) == found
    sample().write(path)
    assert Exploration.read(path).rows == ()
    assert [entry.name for entry in tmp_path.iterdir()] == ["results.json"]


def test_a_bad_file_is_named(tmp_path):
    path = tmp_path / "results.json"
    path.write_text("{}")
    with pytest.raises(ExplorationError, match=r"results\.json: the results: checksum is missing"):
        Exploration.read(path)
    with pytest.raises(FileNotFoundError, match=r"none\.json: no such file; Exploration\.write"):
        Exploration.read(tmp_path / "none.json")
    with pytest.raises(GraphFileAccessError, match=f"^{re.escape(str(tmp_path))}: cannot be read"):
        Exploration.read(tmp_path)
