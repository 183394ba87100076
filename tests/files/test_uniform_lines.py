"""The parser by columns says what numpy.loadtxt and Python say, or leaves the text to them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphFileError
from clconn.files import uniform_lines as module
from clconn.files.uniform_lines import uniform_lines
from tests.files.lines_of_edges import (
    DECIMALS,
    FORMS,
    expect_what_loadtxt_reads,
    fields_between_two_floats,
    texts,
)
from tests.helpers.cases import for_each


@pytest.fixture(params=[3, 1 << 19], ids=["tiny pieces", "usual pieces"])
def piece_bytes(request, monkeypatch):
    """Pieces of a line or of all lines; hypothesis may share the fixture between examples."""
    monkeypatch.setattr(module, "PIECE_BYTES", request.param)


def columns_of(data, form):
    """Return the columns of all pieces together, or None."""
    pieces = uniform_lines(data, form)
    if pieces is None:
        return None
    columns = zip(*pieces, strict=True)
    return [None if column[0] is None else np.concatenate(column) for column in columns]


def expect_nothing_else_than_loadtxt(data, form):
    columns = columns_of(data, form)
    if columns is not None:
        expect_what_loadtxt_reads(columns, data, form)


@pytest.mark.usefixtures("piece_bytes")
@settings(max_examples=500)
@given(name=st.sampled_from(list(FORMS)), data=texts())
def test_what_it_reads_is_what_loadtxt_reads(name, data):
    expect_nothing_else_than_loadtxt(data, FORMS[name])


@pytest.mark.usefixtures("piece_bytes")
@settings(max_examples=500)
@given(
    name=st.sampled_from(list(FORMS)),
    data=st.lists(st.sampled_from(list(b"0019 ,\t\n\n-+.e#%ca;\r")), max_size=24).map(bytes),
)
def test_any_characters(name, data):
    expect_nothing_else_than_loadtxt(data, FORMS[name])


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("blanks", b"1 2\n34 5\n"),
        ("blanks", b"1\t2\r\n3\t4"),
        ("blanks", b"# Nodes: 7\n\n  # more\n1 2\n3 4\n\n\n"),
        ("blanks", b" 1  2 \n 3  4 \n"),
        ("names", b"123456789012345678 2\n3 4\n"),
        ("commas", b"1,2\n3,4\n"),
        ("commas", b"1 , 2\n3 , 4\n"),
        ("weights", b"1 2 3\n3 4 -5\n"),
        ("weights", b"1 2 -3\n3 4 987654321012345678\n"),
        ("real weights", b"1 2 3\n3 4 5\n"),
        ("real weights", b"1 2 0.5\n3 4 -7\n5 6 1e-05\n0 1 .25\n0 1 4.\n0 1 -1.5E+3\n"),
        ("real weights", b"1 2 0.1234567890123456789\n3 4 12345678901234567890123\n"),
        ("weights behind semicolons", b"1;2;3.5\n3;4;5\n"),
        ("arcs", b"c comment\na 1 2 3\na 3 4 5\n"),
        ("tagged edges", b"e 1 2\ne 3 4\n"),
        ("times", b"1 2 1 1080000000\n3 4 1 1090000000\n"),
    ],
)
@pytest.mark.usefixtures("piece_bytes")
def test_usual_texts_are_read(name, data):
    assert columns_of(data, FORMS[name]) is not None
    expect_nothing_else_than_loadtxt(data, FORMS[name])


@pytest.mark.usefixtures("piece_bytes")
@for_each(
    "text",
    [
        ("blanks", data)
        for data in (
            b"",
            b"\n",
            b"1\n",
            b"1 2\n3\n",
            b"1 2\n3 4 5\n",
            b"1 2\n3 4\n\n5 6\n",
            b"1 2\n3,4\n",
            b"-1 2\n",
            b"+1 2\n",
            b"1 2\n3 -4\n",
            b"1.0 2\n",
            b"1 2 # x\n",
            b"1 2\n# x\n3 4\n",
            b"1 2147483647\n",
            b"1 99999999999999999999\n",
            b"1 18446744073709551617\n",
            b"1 2\r3 4\n",
            b"1\x0c2\n",
            b"1 2\n 3 4\n",
            b"1 2\n3\t4\n",
        )
    ]
    + [
        ("few vertices", b"1 2\n0 1\n"),
        ("few vertices", b"1 2\n1 13\n"),
        ("commas", b"1,2\n3;4\n"),
        ("commas", b"1,,2\n"),
        ("commas", b"1,2\n,3\n"),
        ("weights", b"1 2 3\n1 2 3.0\n"),
        ("weights", b"1 2 1e3\n"),
        ("weights", b"1 2 3\n1 2\n"),
        ("weights", b"1 2 9223372036854775808\n"),
        ("weights", b"1 2 +5\n"),
        ("weights", b"1 2 3\n\n1 2 3\n"),
        ("unsigned weights", b"1 2 -1\n"),
        ("real weights", b"1 2 1e\n"),
        ("real weights", b"1 2 .\n"),
        ("real weights", b"1 2 nan\n"),
        ("real weights", b"1 2 --3\n"),
        ("real weights", b"1 2 3 \n1 2 -\n"),
        ("real weights", b"1 2 3\n1 2\n3 4 5 6\n"),
        ("arcs", b"a 1 2 3\ne 1 2 3\n"),
        ("arcs", b"a1 2 3\n"),
        ("tagged edges", b"e 1 2\n1 2\n"),
    ],
)
def test_anything_else_is_left(text):
    name, data = text
    assert columns_of(data, FORMS[name]) is None


def weights_of(fields):
    data = "".join(f"0 1 {field}\n" for field in fields).encode()
    ((_, _, weights),) = uniform_lines(data, FORMS["real weights"])
    return weights


@given(st.lists(DECIMALS, min_size=1, max_size=20))
@example(["9007199254740993", "0.9007199254740993", "90071992547409.93", "-0", "-0.0"])
def test_decimal_numbers_are_rounded_as_python_rounds_them(fields):
    assert weights_of(fields).tobytes() == np.array([float(field) for field in fields]).tobytes()


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_what_python_writes_is_read_back(values):
    assert weights_of(map(repr, values)).tobytes() == np.array(values).tobytes()


@given(st.lists(st.floats(0.001, 1000), min_size=1), st.integers(17, 18))
def test_numbers_between_two_floats(values, digits):
    fields = fields_between_two_floats(values, digits)
    assert weights_of(fields).tobytes() == np.array([float(field) for field in fields]).tobytes()


def test_a_fault_in_the_midst_of_many_lines_is_named(tmp_path):
    path = tmp_path / "edges.txt"
    lines = [b"%d %d" % (i, i + 1) for i in range(300_000)]
    lines[222_222] = b"7 8 9"
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(GraphFileError, match="not 3") as caught:
        clconn.read(path)
    assert caught.value.line == 222_223


@pytest.mark.parametrize("threads", [1, 3])
def test_many_pieces_in_threads_keep_the_order(monkeypatch, tmp_path, threads):
    monkeypatch.setattr(module, "PIECE_BYTES", 1 << 12)
    monkeypatch.setattr(module, "MOST_THREADS", threads)
    monkeypatch.setattr(module, "usable_cores", lambda: 4)
    random = np.random.default_rng(5)
    ends, weights = random.integers(0, 10**4, (2, 50_000)), random.normal(size=50_000)
    path = tmp_path / "edges.wel"
    path.write_text(
        "".join(
            f"{u} {v} {w!r}\n" for u, v, w in zip(*ends.tolist(), weights.tolist(), strict=True)
        )
    )
    graph = clconn.read(path)
    assert np.array_equal(graph.edges(), ends)
    assert graph.weights.tobytes() == weights.tobytes()
