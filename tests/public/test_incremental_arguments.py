"""Bad input of components of batches: named, with what to do, and nothing has changed."""

import re

import numpy as np
import pytest

import clconn
from clconn.errors import (
    BackendUnavailableError,
    DeviceError,
    GraphError,
    OptionError,
    UnknownVariantError,
)
from clconn.incremental import unpack
from tests.helpers.queues import queue_on

NO_LINKS = [v for v in clconn.variants("incremental") if not (v.rule and v.rule.links_roots_only)]


@pytest.fixture(params=[False, True], ids=["fixed", "growing"])
def live(backend, request):
    live = clconn.IncrementalComponents(5, backend=backend, growing=request.param)
    live.insert([0, 1], [1, 2])
    yield live
    # Nothing has changed.
    assert (live.n, live.count, live.edge_count) == (5, 3, 2)
    assert live.components().roots.tolist() == [0, 0, 0, 3, 4]


BAD_ENDS = [
    ([0, -1], [1, 2], r"entry 1 of u and v joins -1 and 2.*numbered from 0, so number the names"),
    (np.array([0], np.int8), np.array([-3], np.int8), "entry 0 of u and v joins 0 and -3"),
    ([2**31], [0], r"joins 2147483648 and 0.*2\*\*31"),
    ([2**31 - 1], [0], r"fewer than 2\*\*31"),
    (np.array([2**63], np.uint64), [0], "joins 9223372036854775808 and 0"),
    ([0, 1, 2], [1, 2], "u has 3 entries and v 2"),
    ([0.0, 1.5], [1, 2], r"u has dtype float64 \(entry 1 is 1.5\)"),
    ([0, 1], [1, np.nan], r"entry 1 of v is missing"),
    (["anna"], ["bob"], r"u holds strings, such as 'anna'; number the names first"),
    ([True], [False], "u has dtype bool"),
    ([[0, 1]], [[1, 2]], r"u has shape \(1, 2\)"),
    ([[0], [1, 2]], [1, 2], "u is no array: "),
    (None, [1], "entry 0 of u is missing"),
    (0, None, "entry 0 of v is missing"),
    (0, "1", "v holds strings"),
    (0.5, 1, "u has dtype float64"),
    (-1, 1, "joins -1 and 1"),
]


@pytest.mark.parametrize(("u", "v", "message"), BAD_ENDS, ids=str)
def test_bad_ends(live, u, v, message):
    for call in (live.insert, live.connected, lambda u, v: live.process(u, v, [True, False])):
        with pytest.raises(GraphError, match=message):
            call(u, v)


@pytest.mark.parametrize(
    ("is_query", "message"),
    [
        ([True], "is_query has 1 entries and u 2"),
        ([0, 1], "is_query has dtype int64; expected bools"),
        (["yes", "no"], "is_query has dtype <U3"),
        ([[True, False]], r"is_query has shape \(1, 2\)"),
        ([[True], [True, False]], "is_query is no array"),
        (None, "is_query has dtype object"),
        ("", "is_query has dtype <U"),
    ],
    ids=str,
)
def test_bad_kinds_of_operations(live, is_query, message):
    with pytest.raises(GraphError, match=message):
        live.process([0, 9] if live._growing else [0, 1], [1, 2], is_query)


@pytest.mark.parametrize("backend", ["reference", "opencl"], indirect=True)
def test_an_unknown_vertex_without_growth(backend):
    live = clconn.IncrementalComponents(5, backend=backend)
    message = r"entry 2 of u and v joins 1 and 7, outside 0..4; call grow\(8\) first, or .*growing"
    for call in (live.insert, live.connected, lambda u, v: live.process(u, v, [False] * 3)):
        with pytest.raises(GraphError, match=message):
            call([0, 1, 1], [1, 2, 7])
    assert (live.n, live.count, live.edge_count) == (5, 5, 0)
    live = clconn.IncrementalComponents(0, backend=backend)
    with pytest.raises(GraphError, match=r"no vertices \(n = 0\); call grow\(1\)"):
        live.insert(0, 0)


@pytest.mark.parametrize("n", [4, -1, 2**31, 7.0, None, "6"])
def test_bad_growth(live, n):
    with pytest.raises(GraphError, match="vertices"):
        live.grow(n)


@pytest.mark.parametrize("n", [-1, 2**31, 2.5, None, "6", [3]])
def test_bad_numbers_of_vertices(n):
    with pytest.raises(GraphError, match="vertices"):
        clconn.IncrementalComponents(n, backend="reference")


@pytest.mark.parametrize("backend", [None, "reference", "opencl"])
@pytest.mark.parametrize("variant", [None, 3, [], b"auto"])
def test_a_variant_that_is_neither_name_nor_row(variant, backend):
    with pytest.raises(UnknownVariantError, match=r"clconn.variants\('incremental'\)"):
        clconn.IncrementalComponents(3, variant=variant, backend=backend)


@pytest.mark.parametrize("variant", ["csr/async/split", "kout/ecl/split", "coo/stergiou/none"])
def test_a_variant_that_needs_the_whole_graph(variant):
    instead = re.sub("^(csr|kout)/", "coo/", variant)
    hint = "" if instead == variant else rf"did you mean '{instead}'\? "
    message = rf"for incremental, but a variant of components( and forest)?; {hint}`clconn"
    with pytest.raises(UnknownVariantError, match=message):
        clconn.IncrementalComponents(3, variant=variant)


@pytest.mark.parametrize("options", [[], "vertices=lazy", {"vertices": "late"}, {"k": 2}])
def test_bad_options(options, backend):
    with pytest.raises(OptionError):
        clconn.IncrementalComponents(3, options=options, backend=backend)


def test_bad_backends_and_devices():
    with pytest.raises(OptionError, match="'opencl', 'reference'"):
        clconn.IncrementalComponents(3, backend="cuda")
    with pytest.raises(OptionError, match="anew with each batch; take 'opencl' or 'reference'"):
        clconn.IncrementalComponents(3, backend="scipy")
    with pytest.raises(DeviceError, match="leave one out"):
        clconn.IncrementalComponents(3, backend="reference", device="gpu")
    with pytest.raises((DeviceError, BackendUnavailableError)):
        clconn.IncrementalComponents(3, device="no such device")


@pytest.mark.parametrize("variant", NO_LINKS, ids=str)
def test_variants_that_give_no_forest(variant, backend):
    with pytest.raises(OptionError) as caught:
        clconn.IncrementalComponents(3, variant=variant, forest=True, backend=backend)
    message = str(caught.value)
    assert message.startswith(f"{variant} gives no spanning forest, since ")
    instead = message.split("'")[-2]
    clconn.IncrementalComponents(3, variant=instead, forest=True, backend=backend).insert(0, 1)


def test_arrays_of_both_places(live):
    pytest.importorskip("pyopencl")

    class Array:
        """What stands for an array on a device."""

    Array.__module__ = "pyopencl.array"
    for u, v in ((Array(), [0, 1]), ([0, 1], Array())):
        with pytest.raises(GraphError, match="one of u and v is a pyopencl array"):
            live.insert(u, v)
    with pytest.raises(GraphError, match="not in the same place"):
        live.process([0, 1], [1, 2], Array())


@pytest.mark.usefixtures("any_device")
def test_bad_arrays_on_a_device():
    import pyopencl.array as cl_array

    from clconn.opencl_backend.device.devices import default_device

    queue = queue_on(default_device())
    on_device = clconn.IncrementalComponents(5, device=queue)

    def there(values, dtype=np.int32):
        return cl_array.to_device(queue, np.array(values, dtype=dtype))

    right = there([0, 1, 2])
    for u, v, message in (
        (there([0, 5, 1]), right, "edge 1 .*0..4"),
        (right, there([0, 1, -1]), "edge 2 .*0..4"),
        (there([0, 1, 2], np.int64), right, "int64.*int32"),
        (there([[0, 1, 2]]), right, r"shape \(1, 3\)"),
        (there([0, 1]), right, "u has 2 entries and v 3"),
    ):
        for call in (on_device.insert, on_device.connected):
            with pytest.raises(GraphError, match=message):
                call(u, v)
    with pytest.raises(GraphError, match="is_query"):
        on_device.process(right, right, there([1, 0, 1], np.int32))
    with pytest.raises(GraphError, match="is_query has 2 entries"):
        on_device.process(right, right, there([1, 0], np.bool_))
    assert (on_device.count, on_device.edge_count) == (5, 0)
    on_host = clconn.IncrementalComponents(5, backend="reference")
    with pytest.raises(GraphError, match="the reference computes on the host"):
        on_host.insert(right, right)
    other = clconn.IncrementalComponents(5, device=queue_on(default_device()))
    with pytest.raises(DeviceError, match="another OpenCL context"):
        other.insert(right, right)


@pytest.mark.parametrize(
    ("bits", "count", "message"),
    [
        ([1], 1, "dtype int64"),
        (np.zeros((1, 1), np.uint32), 1, r"shape \(1, 1\)"),
        (np.zeros(1, np.uint32), 33, "hold 32 answers"),
        (np.zeros(1, np.uint32), -1, "count is -1"),
        (np.zeros(1, np.uint32), 1.5, "count is 1.5"),
    ],
)
def test_bad_bits(bits, count, message):
    with pytest.raises(GraphError, match=message):
        unpack(bits, count)


@pytest.mark.parametrize(
    ("variant", "reason"),
    [
        ("coo/liu-tarjan/PRF", "since its rounds look at every vertex"),
        ("coo/shiloach-vishkin/none", "since its rounds look at every vertex"),
        ("coo/jtb/naive", "since its trees are not those of the parents"),
    ],
)
def test_lazy_vertices_are_refused_with_the_reason(variant, reason):
    with pytest.raises(OptionError, match=f"no option 'vertices', {reason}.*; it has: none"):
        clconn.IncrementalComponents(3, variant=variant, options={"vertices": "lazy"})
