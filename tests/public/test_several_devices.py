"""``device=`` of several devices and ``memory_limit=``: what is refused, and said."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest

import clconn
import clconn.streams
from clconn.device_requests import memory_bytes, names_several
from clconn.errors import DeviceError, OptionError
from clconn.opencl_backend.incremental.choice import ON_GPU
from clconn.problems import STRONG_COMPONENTS
from tests.helpers.problems import PROBLEMS, take_devices_away

GRAPH = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
IN_PIECES = [problem for problem in PROBLEMS.values() if problem.pieces]


@pytest.mark.parametrize(
    ("given", "size"),
    [
        (None, None), (1, 1), (np.int64(5000), 5000), ("123", 123), ("2 GiB", 2**31),
        ("1.5kB", 1500), ("500 MB", 500_000_000), (" 3 mib ", 3 * 2**20), ("1T", 10**12),
        ("7B", 7), ("4Gi", 2**32), ("9" * 400, int("9" * 400)),
    ],
)  # fmt: skip
def test_sizes(given, size):
    assert memory_bytes(given) == size


@pytest.mark.parametrize(
    "given",
    [
        0,
        -5,
        "0",
        "",
        "2 GB/s",
        "GiB",
        "1e9",
        2.5,
        [1],
        b"1",
        True,
        "2 \N{KELVIN SIGN}B",
        "9" * 5000,
        Fraction(10**400),
        Fraction(1, 10**400),
        math.inf,
        math.nan,
    ],
)
def test_what_is_no_size(given):
    with pytest.raises(OptionError) as caught:
        clconn.connected_components(GRAPH, memory_limit=given)
    assert f"memory_limit is {given!r}; expected an integer number of bytes" in str(caught.value)


def test_a_float_is_told_as_an_integer():
    with pytest.raises(OptionError, match=r"memory_limit is 10000000.0; .*; write 10_000_000$"):
        clconn.connected_components(GRAPH, memory_limit=1e7)
    with pytest.raises(OptionError, match=r"write 10_000_000$"):
        clconn.connected_components(GRAPH, memory_limit=np.float32(1e7))
    with pytest.raises(OptionError, match=r"write 10_000(_000)*$"):
        clconn.connected_components(GRAPH, memory_limit=Fraction(10**400))


@pytest.mark.parametrize(
    "function",
    [
        STRONG_COMPONENTS.load("function"),
        clconn.is_strongly_connected,
        clconn.number_strongly_connected_components,
    ],
)
def test_what_takes_no_limit_says_what_does(function):
    with pytest.raises(OptionError, match=r"takes no memory_limit; clconn.connected_components, "):
        function(GRAPH, memory_limit="1 GB")


def test_streams_batches_and_explorations_take_no_limit():
    live = clconn.IncrementalComponents
    result = clconn.connected_components(GRAPH, backend="reference")
    calls = {
        "streams.*; here a smaller batch= takes less memory$": [
            lambda limit: clconn.streams.stream_components([([0], [1])], memory_limit=limit),
            lambda limit: clconn.streams.spanning_forest([([0], [1])], memory_limit=limit),
            lambda limit: clconn.streams.minimum_spanning_forest([([0], [1])], memory_limit=limit),
        ],
        "explore .*in pieces$": [lambda limit: clconn.explore(GRAPH, memory_limit=limit)],
        "IncrementalComponents .*in pieces$": [
            lambda limit: live(5, memory_limit=limit),
            lambda limit: live.load("no such file", memory_limit=limit),
            lambda limit: live.from_graph(GRAPH, memory_limit=limit),
            lambda limit: live.from_components(result, memory_limit=limit),
        ],
    }
    for message, functions in calls.items():
        for function in functions:
            for limit in ("1 GB", 10**9, 1.5, []):
                with pytest.raises(OptionError, match="takes no memory_limit; ") as caught:
                    function(limit)
                assert re.search(message, str(caught.value))


def test_lists_are_told_from_devices():
    for several in (["cpu"], ("0:0", "0:1"), "gpus", "ALL"):
        assert names_several(several)
    for one in (None, [], (), "gpu", "0:0", b"gpu", 3, object()):
        assert not names_several(one)


@pytest.mark.parametrize("several", ["gpus", "all", ["cpu"], ["0:0", "0:1"]])
def test_what_takes_one_device_says_what_takes_several(several):
    calls = [
        lambda: STRONG_COMPONENTS.load("function")(GRAPH, device=several),
        lambda: clconn.IncrementalComponents(5, device=several),
        lambda: GRAPH.to(several),
        lambda: clconn.explore(GRAPH, device=several),
    ]
    for call in calls:
        with pytest.raises(DeviceError, match=r"takes one device, and device is .*take several"):
            call()


def test_a_list_of_one_device_is_told_to_be_none():
    with pytest.raises(DeviceError, match=r"\['0:0'\]; write device='0:0', without a list; conn"):
        STRONG_COMPONENTS.load("function")(GRAPH, device=["0:0"])
    for several in (["gpus"], ["all"], [["cpu"]], ["0:0", "0:1"]):
        with pytest.raises(DeviceError, match=r"\]; connected_components"):
            STRONG_COMPONENTS.load("function")(GRAPH, device=several)


@pytest.mark.parametrize("problem", IN_PIECES, ids=str)
def test_backends_of_the_host_take_neither(problem):
    solve = problem.load("function")
    with pytest.raises(DeviceError, match="leave one out"):
        solve(GRAPH, backend="reference", device=["cpu"])
    with pytest.raises(OptionError, match="memory_limit is of a device; leave it out"):
        solve(GRAPH, backend="scipy", memory_limit="1 GB")


@pytest.mark.parametrize("problem", IN_PIECES, ids=str)
def test_a_limit_without_a_device_falls_back(problem, monkeypatch):
    take_devices_away(monkeypatch)
    with pytest.warns(clconn.errors.ReferenceFallbackWarning):
        result = problem.load("function")(GRAPH, memory_limit="1 GB")
    assert result.backend == "scipy"


def test_a_graph_on_a_device_stays_whole(device):
    resident = GRAPH.to(device)
    with pytest.raises(DeviceError, match=r"is on .* already.*give the clconn.Graph"):
        clconn.connected_components(resident, device=[device])
    with pytest.raises(DeviceError, match="leave memory_limit out, or give"):
        clconn.connected_components(resident, memory_limit="1 GB")


@pytest.mark.parametrize("variant", ["kout/async/split", "coo-relabel/async/split"])
def test_variants_that_need_the_whole_graph(variant, device):
    with pytest.raises(OptionError, match=f"^{variant} needs the whole graph on one device"):
        clconn.connected_components(GRAPH, device=[device, "nonesuch"], variant=variant)
    graph = clconn.generate("rmat", scale=8, edges=4000)
    with pytest.raises(clconn.errors.DeviceMemoryError) as caught:
        clconn.connected_components(graph, device=device, memory_limit=3000, variant=variant)
    assert "memory_limit is 3,000" in str(caught.value)
    assert ON_GPU in str(caught.value)


def test_a_list_of_one_is_that_device(device):
    result = clconn.connected_components(GRAPH, device=[device])
    assert (result.backend, result.timing.pieces) == ("opencl", 0)
    assert result.device == device.name.strip()


def test_options_that_the_union_of_pieces_lacks(device):
    graph = clconn.generate("rmat", scale=8, edges=4000)
    with pytest.raises(OptionError, match="k"):
        clconn.connected_components(graph, device=device, memory_limit=4000, options={"k": 3})


def test_pieces_are_shown(device):
    graph = clconn.generate("rmat", scale=8, edges=4000)
    result = clconn.connected_components(graph, device=device, memory_limit=4000)
    assert result.timing.pieces > 1
    assert f'<td style="text-align:left">{result.timing.pieces}</td>' in result._repr_html_()
    copied = clconn.connected_components(graph, backend="reference")
    np.testing.assert_array_equal(result.labels, copied.labels)
    assert "pieces" not in copied._repr_html_()
