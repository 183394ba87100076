"""``clconn.csgraph`` beside :mod:`scipy.sparse.csgraph`: equal, bit for bit, also from a device."""

import inspect
import warnings

import hypothesis.extra.numpy
import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.csgraph as scipys
from hypothesis import given, settings
from hypothesis import strategies as st

from clconn import csgraph
from clconn.dispatch import SMALL
from clconn.errors import BackendUnavailableError, ReferenceFallbackWarning
from clconn.faces.csgraph import connected_components as components_module
from clconn.faces.csgraph import device_rows as device_rows_module
from clconn.opencl_backend.device.devices import selector_of
from tests.helpers.children import run_in_child

FORMATS = ("csr", "csc", "coo", "lil", "dok", "dia", "bsr")
DTYPES = (np.bool_, np.int8, np.int64, np.uint16, np.float32, np.float64)
QUESTIONS = [
    {"directed": directed, "connection": connection}
    for directed in (True, False)
    for connection in ("weak", "Strong")
]


@st.composite
def matrices(draw):
    """Square graphs, dense, masked, and sparse in each format, with anything in them."""
    n = draw(st.integers(1, 12))
    dtype = draw(st.sampled_from(DTYPES))
    usual = [0, 0, 0, 1, 2, 2, 3] if dtype != np.bool_ else [False, False, True]
    odd = [np.inf, -np.inf, np.nan, -1.5, 1e-9] if np.issubdtype(dtype, np.floating) else []
    elements = st.sampled_from([dtype(value) for value in usual + odd])
    dense = draw(hypothesis.extra.numpy.arrays(dtype, (n, n), elements=elements))
    form = draw(st.sampled_from(("dense", "masked", "stored zeros", *FORMATS)))
    if form == "dense":
        return dense
    if form == "masked":
        masks = hypothesis.extra.numpy.arrays(np.bool_, (n, n))
        return np.ma.masked_array(dense, mask=draw(masks))
    kind = draw(st.sampled_from((scipy.sparse.coo_array, scipy.sparse.coo_matrix)))
    if form == "stored zeros":
        matrix = kind(dense).tocsr()
        matrix.data[::3] = 0
        return matrix
    return kind(dense).asformat(form)


@pytest.fixture
def on_device(device, monkeypatch):
    """How often a device answered; it is named, so that it answers for small graphs, too."""
    monkeypatch.setenv("PYOPENCL_CTX", selector_of(device))
    answers = []
    original = device_rows_module.on_device

    def counted(function, matrix):
        result = original(function, matrix)
        answers.append(result.backend)
        return result

    for module in (components_module, csgraph_module_of(csgraph.minimum_spanning_tree)):
        monkeypatch.setattr(module, "on_device", counted)
    return answers


def csgraph_module_of(function):
    return inspect.getmodule(function)


def _assert_equal_rows(ours, theirs):
    assert type(ours) is type(theirs)
    for part in ("data", "indices", "indptr"):
        values, expected = getattr(ours, part), getattr(theirs, part)
        assert values.dtype == expected.dtype
        np.testing.assert_array_equal(values, expected)


def _assert_reverse_topological(matrix, labels, expected):
    pairs = np.unique(np.stack([labels, expected]), axis=1)
    assert pairs.shape[1] == pairs[0].max() + 1 == pairs[1].max() + 1
    rows = scipys.csgraph_from_dense(matrix) if isinstance(matrix, np.ndarray) else matrix
    entries = rows.tocsr().tocoo()
    assert (labels[entries.row] >= labels[entries.col]).all()


def test_the_components_of_any_matrix(on_device):
    @settings(max_examples=60)
    @given(matrices())
    def check(matrix):
        for question in QUESTIONS:
            count, labels = csgraph.connected_components(matrix, **question)
            expected_count, expected = scipys.connected_components(matrix, **question)
            assert type(count) is type(expected_count)
            assert count == expected_count
            assert labels.dtype == expected.dtype
            assert labels.flags.writeable
            if question == {"directed": True, "connection": "Strong"} and count < labels.size:
                if not np.ma.isMaskedArray(matrix):
                    _assert_reverse_topological(matrix, labels, expected)
            else:
                np.testing.assert_array_equal(labels, expected)
            assert csgraph.connected_components(matrix, return_labels=False, **question) == count

    check()
    assert len(on_device) > 100
    assert set(on_device) == {"opencl"}


def test_the_minimum_spanning_tree_of_any_matrix(on_device):
    @settings(max_examples=60)
    @given(matrices(), st.booleans())
    def check(matrix, overwrite):
        theirs, ours = matrix.copy(), matrix.copy()
        expected = scipys.minimum_spanning_tree(theirs, overwrite=overwrite)
        _assert_equal_rows(csgraph.minimum_spanning_tree(ours, overwrite=overwrite), expected)
        if scipy.sparse.issparse(matrix) and matrix.format == "csr":
            _assert_equal_rows(ours, theirs)  # overwritten in the same way

    check()
    assert len(on_device) > 30
    assert set(on_device) == {"opencl"}


def test_rows_in_any_order_with_64_bit_indices(on_device):
    random = np.random.default_rng(3)
    offsets = np.array([0, 4, 9, 9, 13, 16])
    columns = np.concatenate(
        [random.permutation(5)[:size] for size in np.diff(offsets)]
    ).astype(np.int64)  # fmt: skip
    matrix = scipy.sparse.csr_array((random.integers(0, 3, 16) / 2, columns, offsets))
    matrix.indptr = matrix.indptr.astype(np.int64)
    for overwrite in (False, True):
        ours, theirs = matrix.copy(), matrix.copy()
        try:
            expected = scipys.minimum_spanning_tree(theirs, overwrite=overwrite)
        except ValueError:  # scipy 1.15 refuses them
            pytest.skip("scipy takes no indices of 64 bits")
        _assert_equal_rows(csgraph.minimum_spanning_tree(ours, overwrite=overwrite), expected)
        _assert_equal_rows(ours, theirs)
    for ours, theirs in zip(
        csgraph.connected_components(matrix), scipys.connected_components(matrix), strict=True
    ):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("size", [1, 3])
def test_acyclic_graphs_have_the_labels_of_scipy(on_device, size):
    random = np.random.default_rng(size)
    for _ in range(5):
        dense = np.triu(random.random((20, 20)) < 0.1 * size, 1)
        order = random.permutation(20)
        matrix = scipy.sparse.csr_array(dense[order][:, order])
        count, labels = csgraph.connected_components(matrix, connection="strong")
        assert count == 20
        expected = scipys.connected_components(matrix, connection="strong")[1]
        np.testing.assert_array_equal(labels, expected)


def test_entries_that_stand_twice_end_scipys_search_never_and_ours_always(device):
    code = """
import numpy as np, scipy.sparse
from clconn import csgraph
random = np.random.default_rng(1)
for _ in range(50):
    heads, tails = np.sort(random.integers(0, 6, 14)), random.integers(0, 6, 14)
    offsets = np.searchsorted(heads, np.arange(7))
    matrix = scipy.sparse.csr_array((np.ones(14), tails, offsets), shape=(6, 6))
    once = scipy.sparse.csr_array(matrix.toarray())
    found = csgraph.connected_components(matrix, connection="strong")
    expected = csgraph.connected_components(once, connection="strong")
    assert found[0] == expected[0] and (found[1] == expected[1]).all()
print("ended")
"""
    for named in (device, None):
        assert run_in_child(code, named, seconds=60).strip() == "ended"


def _error(function, arguments):
    try:
        function(*arguments)
    except Exception as error:
        return type(error), str(error)
    return None


@pytest.mark.parametrize(
    "arguments",
    [
        (np.ones((2, 3)),),
        (np.ones(4),),
        (scipy.sparse.coo_array(np.ones((2, 3))),),
        ([[0, 1], [0, 0]], True, "both"),
        ([[0, 1], [0, 0]], True, None),
        ("graph.mtx",),
        (None,),
    ],
    ids=str,
)
def test_what_scipy_refuses_is_refused_in_its_words(on_device, arguments):
    for name in ("connected_components", "minimum_spanning_tree"):
        values = arguments if name.startswith("connected") else arguments[:1]
        own, ours = (_error(getattr(module, name), values) for module in (scipys, csgraph))
        assert ours == own
        assert own is not None or name.startswith("minimum")
    assert not on_device


def test_complex_numbers_go_to_scipy(on_device):
    with pytest.warns(np.exceptions.ComplexWarning):
        csgraph.connected_components(scipy.sparse.csr_array(np.array([[0, 1j], [0, 0]])))
    assert not on_device


def test_small_graphs_go_to_scipy_and_large_ones_to_a_device(device, monkeypatch):
    monkeypatch.delenv("PYOPENCL_CTX", raising=False)
    asked = []

    def no_device(function, matrix):
        asked.append(function.__name__)

    for module in (components_module, csgraph_module_of(csgraph.minimum_spanning_tree)):
        monkeypatch.setattr(module, "on_device", no_device)
    cases = [(True, 10, 0), (True, SMALL, 1), (True, SMALL + 1, 2), (True, 2**19 + 1, 3)]
    cases += [(False, SMALL, 0), (False, 2**16 + 1, 1), (False, 2**18 + 1, 2)]
    for is_gpu, n, answers in cases:
        monkeypatch.setattr(device_rows_module, "is_gpu_the_default", lambda is_gpu=is_gpu: is_gpu)
        asked.clear()
        path = scipy.sparse.diags([np.ones(n - 1)], offsets=[1]).tocsr()
        assert csgraph.connected_components(path, return_labels=False) == 1
        assert csgraph.connected_components(path, connection="strong", return_labels=False) == n
        assert csgraph.minimum_spanning_tree(path).nnz == n - 1
        assert len(asked) == answers


def test_without_a_device_scipy_answers_with_a_warning(monkeypatch):
    monkeypatch.setenv("PYOPENCL_CTX", "0")

    def unusable(*_, **__):
        raise BackendUnavailableError("no device")

    matrix = scipy.sparse.csr_array(np.array([[0, 2.0], [0, 0]]))
    for name in ("weak_components", "strongly_connected_components"):
        monkeypatch.setattr(components_module, name, unusable)
    monkeypatch.setattr(
        csgraph_module_of(csgraph.minimum_spanning_tree), "minimum_spanning_forest", unusable
    )
    for function, more in (
        (csgraph.connected_components, {}),
        (csgraph.connected_components, {"connection": "strong"}),
        (csgraph.minimum_spanning_tree, {}),
    ):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert function(matrix, **more) is not None
        (warning,) = caught
        assert warning.category is ReferenceFallbackWarning
        assert "scipy answers instead" in str(warning.message)
        assert warning.filename == __file__, "it names the line of the caller"


def test_all_other_names_are_those_of_scipy():
    assert csgraph.__all__ == scipys.__all__
    for name in scipys.__all__:
        is_ours = name in ("connected_components", "minimum_spanning_tree")
        assert (getattr(csgraph, name) is getattr(scipys, name)) != is_ours
        assert name in dir(csgraph)
    with pytest.raises(AttributeError, match=r"'clconn.csgraph' has no attribute 'dijkstras'"):
        _ = csgraph.dijkstras
    names = {}
    exec("from clconn.csgraph import *", names)
    assert set(scipys.__all__) <= set(names)


@pytest.mark.parametrize("name", ["connected_components", "minimum_spanning_tree"])
def test_the_signatures_are_those_of_scipy(name):
    ours, theirs = (inspect.signature(getattr(module, name)) for module in (csgraph, scipys))
    assert [(p.name, p.default, p.kind) for p in ours.parameters.values()] == [
        (p.name, p.default, p.kind) for p in theirs.parameters.values()
    ]
