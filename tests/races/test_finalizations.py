"""Finalizations that run at once, a thread for every vertex, leave every vertex at its root."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from clconn.opencl_backend.union_find.finish_rows import FINALIZATIONS
from tests.helpers.kernels_as_c import changed
from tests.races.interleavings import assembled_text
from tests.races.scenarios import (
    finalizations,
    finalizations_of_a_path,
    finalizations_of_pairs,
)

# Paths of this length and less are walked without a store; few paths here are long enough for 1.
IMPATIENT = ("#define PATIENCE 32\n", "#define PATIENCE 0\n")
SWITCHES = {"UNITE_async": None, "FIND": "find_naive"}


@pytest.mark.parametrize("name", FINALIZATIONS)
def test_every_vertex_ends_at_its_root(explorer, name):
    text = changed(assembled_text(), *IMPATIENT)
    scenarios = finalizations() + finalizations_of_a_path()
    explored = explorer({**SWITCHES, **FINALIZATIONS[name]}, text)
    verdict = explored.explore(scenarios, finalizing=True)
    print(verdict)
    assert verdict.startswith("right"), verdict


@pytest.mark.parametrize("patience", [0, 1, 2, 32])
def test_every_vertex_of_a_pair_ends_at_its_root(explorer, patience):
    text = changed(assembled_text(), IMPATIENT[0], f"#define PATIENCE {patience}\n")
    verdict = explorer({**SWITCHES, "LOOKS": "2"}, text).explore(
        finalizations_of_pairs(), finalizing=True
    )
    print(verdict)
    assert verdict.startswith("right"), verdict


ALONE = "#define STEPS_ALONE 8\n"


@pytest.mark.parametrize(("patience", "alone"), [(1, 0), (2, 0), (3, 1)])
def test_vertices_that_store_where_they_have_come_to_end_at_their_roots(explorer, patience, alone):
    text = changed(assembled_text(), IMPATIENT[0], f"#define PATIENCE {patience}\n")
    text = changed(text, ALONE, f"#define STEPS_ALONE {alone}\n")
    # The states of a path are too many if all store from the first step on.
    single = finalizations() + (finalizations_of_a_path() if alone else [])
    for more, scenarios in (
        ({"ONE_AT_A_TIME": None}, single),
        ({}, single),
        ({"LOOKS": "2"}, finalizations_of_pairs()),
    ):
        verdict = explorer({**SWITCHES, **more}, text).explore(scenarios, finalizing=True)
        print(verdict)
        assert verdict.startswith("right"), verdict


@pytest.mark.parametrize(
    ("more", "old", "new"),
    [
        (
            {"ONE_AT_A_TIME": None},
            "STORE_PARENT(parents, v, root);\n    }\n",
            "STORE_PARENT(parents, v, v);\n    }\n",
        ),
        ({"LOOKS": "2"}, "first + i * step, next[i]);", "first + i * step, first + i * step);"),
    ],
    ids=["one", "together"],
)
def test_a_wrong_store_on_the_way_is_noticed(explorer, more, old, new):
    text = changed(assembled_text(), IMPATIENT[0], "#define PATIENCE 2\n")
    text = changed(changed(text, ALONE, "#define STEPS_ALONE 0\n"), old, new)
    scenarios = (
        finalizations_of_pairs() if "LOOKS" in more else finalizations() + finalizations_of_a_path()
    )
    verdict = explorer({**SWITCHES, **more}, text).explore(scenarios, finalizing=True)
    print(verdict)
    assert verdict.startswith("wrong"), verdict


def test_both_flattenings_store_on_the_way():
    """Which no answer shows: without it, chains take many steps (``test_no_cliffs.py``)."""
    for file in ("finalize.h", "flatten_together.h"):
        text = (resources.files("clconn.kernels_cl") / "union_find" / file).read_text()
        assert re.search(r"if \(\w+ >= STEPS_ALONE[^;]*\)\s+STORE_PARENT\(", text), file


LIFTS = "        LIFT_PARENT(parents, v, grandparent);\n"


@pytest.mark.parametrize(
    ("find", "old", "new"),
    [
        ("find_split_lifting", LIFTS, "        STORE_PARENT(parents, v, grandparent);\n"),
        (None, LIFTS, "        STORE_PARENT(parents, v, grandparent);\n"),
        # A look and a store are no atomic minimum.
        (
            "find_split_lifting",
            LIFTS,
            "if (LOAD_FRESH_PARENT(parents, v) > grandparent)\n"
            "            STORE_PARENT(parents, v, grandparent);\n",
        ),
        # Right among unions, wrong among finalizations.
        ("find_split", "", ""),
        ("find_halve", "", ""),
    ],
    ids=["split-store", "patient-store", "split-look-and-store", "plain-split", "plain-halve"],
)
def test_a_wrong_finalization_is_noticed(explorer, find, old, new):
    text = changed(assembled_text(), *IMPATIENT)
    if old:
        text = changed(text, old, new)
    form = {"FINALIZE": find} if find else {}
    scenarios = finalizations() + finalizations_of_a_path()
    verdict = explorer({**SWITCHES, **form}, text).explore(scenarios, finalizing=True)
    print(verdict)
    assert verdict.startswith("wrong"), verdict
