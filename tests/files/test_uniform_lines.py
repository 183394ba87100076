"""The parser by columns says what numpy.loadtxt and Python say, or leaves the text to them."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphFileError
from clconn.files import uniform_lines as module
from clconn.files.line_form import LineForm
from clconn.files.loaded_lines import loaded_lines
from clconn.files.uniform_lines import uniform_lines

LARGEST = 2**31 - 2


def form_of(width=2, *, tag=b"", delimiter=None, comment=b"#", ids=(0, LARGEST), weight=None):
    return LineForm(tag, width, delimiter, comment, ids, weight)


FORMS = {
    "blanks": form_of(),
    "names": form_of(ids=None),
    "commas": form_of(delimiter=b","),
    "few vertices": form_of(ids=(1, 12)),
    "weights": form_of(3, weight=np.int64),
    "unsigned weights": form_of(3, weight=np.uint64),
    "real weights": form_of(3, weight=np.float64),
    "weights behind semicolons": form_of(3, delimiter=b";", weight=np.float64),
    "arcs": form_of(3, tag=b"a", comment=b"c", ids=(1, 99), weight=np.int64),
    "tagged edges": form_of(tag=b"e", comment=b"c", ids=(1, LARGEST)),
    "entries": form_of(3, comment=b"%", ids=(1, LARGEST), weight=np.float64),
    "times": form_of(4, weight=np.float64),
}


@pytest.fixture(params=[3, 1 << 19], ids=["tiny pieces", "usual pieces"])
def piece_bytes(request, monkeypatch):
    """Pieces of a line or of all lines; hypothesis may share the fixture between examples."""
    monkeypatch.setattr(module, "PIECE_BYTES", request.param)


def columns_of(data, form):
    """Return the columns of all pieces together, as bits, or None."""
    pieces = uniform_lines(data, form)
    if pieces is None:
        return None
    return [
        bits(np.concatenate(column))
        for column in zip(*pieces, strict=True)
        if column[0] is not None
    ]


def bits(column):
    return column.dtype.str, column.tobytes()


def expect_nothing_else_than_loadtxt(data, form):
    columns = columns_of(data, form)
    if columns is not None:
        expected = loaded_lines(data, form)
        assert expected is not None, data
        assert columns == [bits(column) for column in expected if column is not None], data


NUMBERS = st.one_of(
    st.integers(0, 120).map(str),
    st.integers(-(2**64), 2**65).map(str),
    st.integers(0, 22).map(lambda count: "9" * count),
    st.sampled_from(
        [
            "+5",
            "-0",
            "-7",
            "007",
            "1e3",
            "1E-2",
            "1.0",
            ".5",
            "5.",
            ".",
            "-",
            "e",
            "-.5e+1",
            "--1",
            "0x1",
            "1_0",
            "nan",
            "inf",
            "-inf",
            "",
            "1.5.2",
            "4-2",
            "x",
            "\u0661".encode().decode("latin-1"),
            "1e999",
            "2147483646",
            "2147483647",
            "9223372036854775807",
            "9223372036854775808",
            "000000000000000000007",
            "0.1234567890123456789",
            "123456789.123456789",
            "3 4",
            "\x001",
            "\xb2",
        ]
    ),
)
BETWEEN = st.sampled_from(
    [" ", "\t", "  ", " \t", ",", ", ", " ,", ";", "\f", "\v", "\r", "\u00a0"]
)
ENDS = st.sampled_from(
    ["\n", "\n", "\n", "\r\n", " \n", "\n\n", "\r", "", " # x\n", "\n#x\n", "\n%y\n", "\nc z\n"]
)
TAGS = st.sampled_from(["", "", "a ", "a\t", " a ", "e ", "ab ", "a"])


@st.composite
def texts(draw):
    """Draw lines that are nearly all of one kind."""
    usual = [draw(TAGS), draw(BETWEEN), draw(ENDS), draw(st.integers(2, 4))]
    lines = [draw(st.sampled_from(["", "", "# head\n", "%\n\n", "c 1\n", "\ufeff"]))]
    for _ in range(draw(st.integers(1, 6))):
        kinds = [TAGS, BETWEEN, ENDS, st.integers(1, 5)]
        tag, between, end, width = (
            draw(kind) if draw(st.integers(0, 20)) == 0 else one
            for one, kind in zip(usual, kinds, strict=True)
        )
        ends = [draw(st.integers(0, 120).map(str)) for _ in range(2)]
        others = [draw(NUMBERS) for _ in range(max(width - 2, 0))]
        if draw(st.integers(0, 15)) == 0:
            ends[0] = draw(NUMBERS)
        lines.append(tag + between.join((ends + others)[:width]) + end)
    return "".join(lines).encode("latin-1", "replace")


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
@pytest.mark.parametrize(
    ("name", "data"),
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
def test_anything_else_is_left(name, data):
    assert columns_of(data, FORMS[name]) is None


def weights_of(fields):
    data = "".join(f"0 1 {field}\n" for field in fields).encode()
    ((_, _, weights),) = uniform_lines(data, FORMS["real weights"])
    return weights


DECIMALS = st.from_regex(
    r"-?([0-9]{1,20}(\.[0-9]{0,20})?|\.[0-9]{1,20})([eE][+-]?[0-9]{1,3})?", fullmatch=True
)


@given(st.lists(DECIMALS, min_size=1, max_size=20))
@example(["9007199254740993", "0.9007199254740993", "90071992547409.93", "-0", "-0.0"])
def test_decimal_numbers_are_rounded_as_python_rounds_them(fields):
    assert weights_of(fields).tobytes() == np.array([float(field) for field in fields]).tobytes()


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_what_python_writes_is_read_back(values):
    assert weights_of(map(repr, values)).tobytes() == np.array(values).tobytes()


@given(st.lists(st.floats(0.001, 1000), min_size=1), st.integers(17, 18))
def test_numbers_between_two_floats(values, digits):
    """Decimal numbers next to the middle of two floats, where rounding twice goes wrong."""
    fields = []
    for value in values:
        (below,) = struct.unpack("<q", struct.pack("<d", value))
        (above,) = struct.unpack("<d", struct.pack("<q", below + 1))
        numerator = value.as_integer_ratio(), above.as_integer_ratio()
        (a, b), (c, d) = numerator
        middle = (a * d + c * b) * 10**digits // (2 * b * d)
        for last in (-1, 0, 1):
            text = f"{middle + last:0{digits + 1}d}"
            fields.append(f"{text[:-digits]}.{text[-digits:]}")
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
    monkeypatch.setattr(module.os, "sched_getaffinity", lambda _: range(4))
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
