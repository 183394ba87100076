"""What notebooks show: small tables of HTML without scripts, and progress bars."""

import sys
from html.parser import HTMLParser

import pytest

import clconn
from clconn import progress_bars
from clconn.opencl_backend.device import device_report
from tests.exploration.samples import ROWS, sample

EVIL = "<script>alert(1)</script>&\"'"


class Table(HTMLParser):
    """The rows of a table; refuses what is not closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.rows = [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        assert tag in {"table", "caption", "b", "thead", "tbody", "tr", "th", "td", "p"}
        assert dict(attributes).keys() <= {"style", "scope"}
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in {"th", "td"}:
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1] in {"th", "td"}:
            self.rows[-1][-1] += data


def _rows(shown):
    text = shown._repr_html_()
    assert len(text) < 10_000
    return Table(text).rows


def test_graphs():
    graph = clconn.Graph.from_edges([0, 2499], [1, 2], weights=[1, 2])
    assert _rows(graph) == [["vertices", "2,500"], ["edges", "2"], ["weights", "int64"]]
    graph = clconn.Graph.from_edges([EVIL, "c"], ["b", "d"], renumber=True, directed=True)
    assert ["names", f"{EVIL}, b, c, ..."] in _rows(graph)
    rows = clconn.Graph.from_csr([0, 1, 2], [1, 0])
    assert ["entries", "2"] in _rows(rows)
    assert _rows(clconn.Graph.from_edges([], []))[0] == ["vertices", "0"]


def test_graphs_on_a_device(device):
    resident = clconn.Graph.from_edges([0, 2499], [1, 2]).to(device)
    rows = _rows(resident)
    assert rows[:2] == [["vertices", "2,500"], ["entries", f"{resident.entry_count}"]]
    assert rows[2][0] == "device"


def test_results():
    graph = clconn.Graph.from_edges([0, 1, 3], [1, 0, 4], directed=True)
    for function, unit in (
        (clconn.connected_components, "components"),
        (clconn.strongly_connected_components, "components"),
        (clconn.spanning_forest, "trees"),
        (clconn.minimum_spanning_forest, "trees"),
    ):
        result = function(graph, backend="reference")
        rows = dict(_rows(result))
        assert rows["vertices"] == "5"
        assert rows[unit] == str(result.count)
        assert rows["variant"] == result.variant
        assert rows["backend"] == "reference"
        assert "compute" in rows["time"]
        assert not {"labels", "roots", "edges"} & result._arrays.keys()
    heaviest = clconn.minimum_spanning_forest(graph, maximum=True)
    assert dict(_rows(heaviest))["maximum"] == "yes"
    condensation = clconn.strongly_connected_components(graph).condensation()
    assert _rows(condensation) == [["vertices", "4"], ["arcs", "1"]]


def test_variants():
    table = clconn.variants()
    assert isinstance(table, tuple)
    rows = _rows(table)
    assert rows[0] == ["variant", "origins", "options"]
    assert [row[0] for row in rows[1:]] == [variant.name for variant in table[:20]]
    assert f"and {len(table) - 20:,} more" in table._repr_html_()
    few = clconn.variants("minimum-forest", origin="ecl-mst")
    assert len(_rows(few)) == len(few) + 1
    named = {variant.name: variant for variant in table}["kout/async/halve"]
    assert ["k", "2, 1, 3, 4"] in _rows(named) or any(row[0] == "k" for row in _rows(named))


def test_explorations():
    rows = _rows(sample(*ROWS, device=EVIL))
    assert rows[0] == ["rank", "variant", "median ms", "slowdown"]
    assert rows[1:3] == [
        ["1", "kout/async/halve", "2", "1.00"],
        ["2", "csr/ecl/halve", "3", "1.50"],
    ]
    assert len(_rows(sample())) == 1


# ------------------------------------------------------------------------- devices


def _overview(*selectors):
    sizes = dict.fromkeys(
        ("global_memory", "maximum_buffer", "local_memory", "maximum_work_group"), 2**34
    )
    known = {"version": "3.0", "driver": "1", "compute_units": 1, **sizes}
    reports = [
        device_report.DeviceReport(
            EVIL, "GPU", selector, **known,
            usable=True, chosen_by_default=selector == "0:0", simulator=False,
        )
        for selector in selectors
    ]  # fmt: skip
    platforms = [device_report.PlatformReport(EVIL, "", "", [report]) for report in reports]
    return device_report.DeviceOverview(platforms, "" if reports else f"none: {EVIL}")


def test_devices_are_a_sequence():
    overview = _overview("0:0", "1:0", "2:0")
    assert len(overview) == 3
    assert overview[1].selector == "1:0"
    assert overview[-1] is overview.platforms[2].devices[0]
    assert [device.selector for device in overview[:2]] == ["0:0", "1:0"]
    assert [device.selector for device in overview] == ["0:0", "1:0", "2:0"]
    assert overview[0] in overview
    with pytest.raises(IndexError):
        overview[3]
    assert not _overview()


def test_devices_are_shown():
    rows = _rows(_overview("0:0", "1:0"))
    assert rows[1] == ["0:0", EVIL, "GPU", "16.0 GiB", "yes", "yes", ""]
    assert ["global memory", f"{2**34:,}"] in _rows(_overview("0:0")[0])
    assert "none: &lt;script&gt;" in _overview()._repr_html_()


def test_a_device_of_the_list_can_be_passed(device):
    usable = [report for report in clconn.devices() if report.usable]
    assert usable
    result = clconn.connected_components(clconn.Graph.from_edges([0], [1]), device=usable[0])
    assert result.backend == "opencl"
    assert result.device == usable[0].name


# ------------------------------------------------------------------- progress bars


def test_bars_are_tqdm_auto_in_notebooks(monkeypatch, capsys):
    assert progress_bars.progress_bar(total=3) is None
    monkeypatch.setitem(sys.modules, "ipykernel", object())
    made = []
    monkeypatch.setattr("tqdm.auto.tqdm", lambda **how: made.append(how))
    progress_bars.progress_bar(total=3)
    assert made == [{"leave": False, "total": 3}]


def test_no_bar_without_standard_error(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert progress_bars.progress_bar(total=3) is None
