"""Finalizations that run at once, a thread for every vertex, leave every vertex at its root."""

from __future__ import annotations

import pytest

from clconn.opencl_backend.union_find.finish_rows import FINALIZATIONS
from tests.races.interleavings import assembled_text, changed
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
