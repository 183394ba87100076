"""Every union with every find is right in every interleaving of the scenarios."""

from __future__ import annotations

import re

import pytest

import clconn
from tests.helpers.kernels_as_c import changed
from tests.helpers.new_rows import new_union
from tests.races.interleavings import assembled_text, switches_of, text_with_blocks
from tests.races.scenarios import unions

UNIONS = sorted({row.finish for row in clconn.variants("components") if row.kind == "union"})


@pytest.mark.parametrize("finish", UNIONS)
def test_every_interleaving_is_right(explorer, finish):
    _explore(explorer, finish)


def test_every_interleaving_of_a_union_by_another_order_is_right(explorer, monkeypatch):
    with new_union(monkeypatch) as finish:
        _explore(explorer, finish, text=assembled_text.__wrapped__())


def test_every_interleaving_of_rows_that_are_looked_at_first_is_right(explorer):
    for finish in UNIONS:
        _explore(explorer, finish, most=1, FINISHES_AHEAD=None)


def test_every_interleaving_of_rows_that_many_read_is_right(explorer):
    """As those of high degree are read: a work-item goes on from above the row's vertex."""
    for finish in ("async", "async-random", "hooks", "early", "interleaved"):
        _explore(explorer, finish, SHARED_ROWS=None)


def test_every_interleaving_of_long_walks_is_right(explorer):
    """As they are where walks that meet halve their paths, and link below the root."""
    text = changed(assembled_text(), "#define LONG_WALK 16\n", "#define LONG_WALK 0\n")
    text = changed(text, "#define PATIENCE 32\n", "#define PATIENCE 1\n")
    _explore(explorer, "interleaved", text=text)


@pytest.mark.parametrize("finish", ["async", "async-random"])
def test_every_interleaving_within_blocks_is_right(explorer, finish):
    _explore(explorer, finish, text=text_with_blocks(), most=1)


def _explore(explorer, finish, text=None, most=None, **further):
    programs = {}
    for variant in clconn.variants("components"):
        if variant.finish == finish and variant.edges in ("csr", "coo"):
            switches = {**switches_of(variant), **further}
            programs[tuple(switches.items())] = (variant, switches)
    assert programs
    for variant, switches in list(programs.values())[:most]:
        verdict = explorer(switches, text).explore(unions())
        print(variant, verdict)
        assert verdict.startswith("right"), f"{variant}: {verdict}"
        # Nearly all with all that is modelled.
        total, reduced, _ = (int(word) for word in re.findall(r"\d+", verdict)[:3])
        assert reduced < total / 50, f"{variant}: {verdict}"
