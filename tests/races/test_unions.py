"""Every union with every find is right in every interleaving of the scenarios."""

from __future__ import annotations

import re

import pytest

import clconn
from tests.races.interleavings import switches_of
from tests.races.scenarios import unions

UNIONS = sorted({row.finish for row in clconn.variants("components") if row.kind == "union"})


@pytest.mark.parametrize("finish", UNIONS)
def test_every_interleaving_is_right(explorer, finish):
    programs = {}
    for variant in clconn.variants("components"):
        if variant.finish == finish and variant.edges in ("csr", "coo"):
            switches = switches_of(variant)
            programs[tuple(switches.items())] = (variant, switches)
    assert programs
    for variant, switches in programs.values():
        verdict = explorer(switches).explore(unions())
        print(variant, verdict)
        assert verdict.startswith("right"), f"{variant}: {verdict}"
        # Nearly all with all that is modelled.
        total, reduced, _ = (int(word) for word in re.findall(r"\d+", verdict)[:3])
        assert reduced < total / 50, f"{variant}: {verdict}"
