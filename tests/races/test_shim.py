"""The explorer sees every shared access of the kernels."""

from __future__ import annotations

import re
from importlib import resources

from tests.races.interleavings import FOLDER, assembled_text

PARENTS_AND_MORE = ["parents", "union_state", "vertex_order"]
# Redefined by plain_accesses.h.
PLAIN = {"LOAD_PARENT", "STORE_PARENT", "LOAD_PAST_CACHE"}
# Made of atomic functions, or of the others.
ATOMIC = {"LOAD_FRESH_PARENT", "LOWER_PARENT", "OFFER_PARENT", "LINK_PARENT", "REPLACE_PARENT"}
# No access while others run.
BEFORE = {"INITIALIZE_PARENT"}
# Of union_state.h and vertex_order.h.
NO_ACCESS = {
    "INITIALIZE_STATE", "NO_STATE", "STATE_PARAMETER", "STATE_ARGUMENT",
    "ABOVE", "LOWER", "ORDER_BY_ID", "UPPER",
}  # fmt: skip


def test_every_macro_of_the_parents_is_known():
    folder = resources.files("clconn.kernels_cl") / "device"
    texts = {name: (folder / f"{name}.h").read_text(encoding="utf-8") for name in PARENTS_AND_MORE}
    included = re.findall(r'^#include "device/(\w+)\.h"', texts["parents"], re.MULTILINE)
    assert ["parents", *included] == PARENTS_AND_MORE
    defined = set(re.findall(r"^#define (\w+)", "".join(texts.values()), re.MULTILINE))
    assert defined == PLAIN | ATOMIC | BEFORE | NO_ACCESS
    redefined = re.findall(
        r"^#define (\w+)", (FOLDER / "plain_accesses.h").read_text(), re.MULTILINE
    )
    assert set(redefined) == PLAIN


def test_no_function_goes_past_the_macros():
    behind = assembled_text().split("// Find the root of a vertex, compressing")[1]
    code = re.sub(r"//.*", "", behind)
    # Labels after sampling are kept while nobody writes.
    code = code.replace("sampled[v] = parents[v];", "")
    assert re.findall(r"\b(?:parents|words|hooks|union_state)\s*\[.*", code) == []
    assert re.findall(r"(?<!int )\*\s*(?:parents|words|hooks|union_state|lock)\b", code) == []
