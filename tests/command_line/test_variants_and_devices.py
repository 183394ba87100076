from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

import clconn as library


def test_variants_for_people(clconn):
    lines = [line.split() for line in clconn("variants").out.splitlines()]
    table = library.variants("components")
    assert [line[0] for line in lines[1 : 1 + len(table)]] == [row.name for row in table]
    assert any(line[:1] == ["finalization"] and "single" in " ".join(line) for line in lines)
    assert any(line[:3] == ["vertex_gathering", "true,", "false"] for line in lines)


@pytest.mark.parametrize(
    ("problem", "origin"),
    [(None, None), ("components", "ecl-cc"), ("components", "gconn"), ("incremental", "gconn")],
)
def test_variants_json(clconn, problem, origin):
    words = () if problem is None else (problem, "--origin", origin)
    listed = clconn("variants", *words, "--json").json
    problem = problem or "components"
    table = library.variants(problem, origin=origin)
    assert listed["problem"] == problem
    assert listed["count"] == len(table)
    assert [row["name"] for row in listed["variants"]] == [row.name for row in table]
    for described, row in zip(listed["variants"], table, strict=True):
        assert described["origins"] == list(row.origins)
        for option, expected in zip(described["options"], row.options, strict=True):
            assert option["values"] == list(expected.values)
            assert option["default"] == expected.default
            assert option["meaning"] == expected.meaning


def test_devices_for_people(clconn):
    outcome = clconn("devices")
    assert (outcome.code, outcome.err) == (0, "")
    for platform in library.devices().platforms:
        assert platform.name in outcome.out
        for device in platform.devices:
            assert device.name in outcome.out
            assert f"--device {device.selector}" in outcome.out


def test_devices_json(clconn):
    overview = clconn("devices", "--json").json
    usable = [
        device
        for platform in overview["platforms"]
        for device in platform["devices"]
        if device["usable"]
    ]
    assert overview["count"] == len(usable)
    assert sum(device["chosen_by_default"] for device in usable) == min(len(usable), 1)


@dataclass
class Overview:
    """As much of what `clconn.devices` returns as the command reads."""

    platforms: list[Any] = field(default_factory=list)
    advice: str = ""


def test_no_devices_is_an_answer(clconn, monkeypatch):
    monkeypatch.setitem(vars(library), "devices", lambda: Overview(advice="install a driver"))
    outcome = clconn("devices")
    assert (outcome.code, outcome.out) == (0, "install a driver\n")
    described = clconn("devices", "--json").json
    assert described == {"count": 0, "platforms": [], "advice": "install a driver"}


def test_devices_that_cannot_be_used_say_why(clconn, monkeypatch):
    common = {"version": "1.2", "global_memory": 2**33, "maximum_buffer": 2**31}
    good = SimpleNamespace(
        name="good", type="GPU", selector="0:0", usable=True, chosen_by_default=True, reason="",
        compute_units=80, capabilities={"subgroups": True, "fp64": False, "groups": "of 32"},
        reliable=True, **common,
    )  # fmt: skip
    odd = SimpleNamespace(
        name="odd", type="CPU", selector="0:2", usable=True, chosen_by_default=False,
        reason="ends loops", compute_units=2, capabilities={}, reliable=False, **common,
    )  # fmt: skip
    broken = SimpleNamespace(
        name="broken", type="CPU", selector="0:1", usable=False, chosen_by_default=False,
        reason="no linker", compute_units=2, capabilities={}, reliable=True, **common,
    )  # fmt: skip
    full = SimpleNamespace(name="full", vendor="V", version="1", devices=[good, broken, odd])
    empty = SimpleNamespace(name="empty", vendor="W", version="2", devices=[])
    monkeypatch.setitem(vars(library), "devices", lambda: Overview([full, empty]))
    lines = [line.split() for line in clconn("devices").out.splitlines()]
    assert ["full", "(V,", "1)"] in lines
    assert ["state", "usable,", "the", "default"] in lines
    assert ["capabilities", "subgroups,", "groups", "(of", "32)"] in lines
    assert ["memory", "8.0", "GiB"] in lines
    assert ["state", "not", "usable:", "no", "linker"] in lines
    assert ["state", "unreliable:", "ends", "loops"] in lines
    assert lines[lines.index(["empty", "(W,", "2)"]) + 1] == ["no", "devices"]
