"""Finalizations that run at once, a thread for every vertex, leave every vertex at its root."""

from __future__ import annotations

import pytest

from clconn.opencl_backend.union_find.finish_rows import FINALIZATIONS
from tests.races.interleavings import assembled_text, changed
from tests.races.scenarios import finalizations

# Paths of this length and less are walked without a store; no path here is long enough for 1.
IMPATIENT = ("#define PATIENCE 32\n", "#define PATIENCE 0\n")
SWITCHES = {"UNITE_async": None, "FIND": "find_naive"}


@pytest.mark.parametrize("name", FINALIZATIONS)
def test_every_vertex_ends_at_its_root(explorer, name):
    text = changed(assembled_text(), *IMPATIENT)
    verdict = explorer({**SWITCHES, **FINALIZATIONS[name]}, text).explore(
        finalizations(), finalizing=True
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
    verdict = explorer({**SWITCHES, **form}, text).explore(finalizations(), finalizing=True)
    print(verdict)
    assert verdict.startswith("wrong"), verdict
