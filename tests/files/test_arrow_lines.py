"""pyarrow's parser says what the other readers say, or leaves the text to them."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphFileError
from clconn.files import arrow_lines as module
from clconn.files.arrow_lines import ArrowLines
from clconn.files.line_form import edge_lines
from clconn.files.streams import TextFile
from clconn.streams import open_batches
from tests.files.lines_of_edges import (
    DECIMALS,
    FORMS,
    bits,
    expect_what_loadtxt_reads,
    fields_between_two_floats,
    nearly_regular_texts,
    texts,
)
from tests.helpers.cases import for_each
from tests.helpers.libraries import library

SMALL_TASK = 128
"""So few bytes that a text of some lines has several tasks; a longer line is left to others."""


@pytest.fixture(autouse=True)
def pyarrow(monkeypatch):
    """Have pyarrow parse texts of any size, on any number of cores."""
    arrow = library("pyarrow")
    import pyarrow.csv  # noqa: F401 - from the first byte on

    monkeypatch.setattr(module, "SMALLEST_TEXT", 0)
    monkeypatch.setattr(module, "FEWEST_CORES", 1)
    return arrow


@pytest.fixture(params=[SMALL_TASK, 1 << 18], ids=["small tasks", "usual tasks"])
def task_bytes(request, monkeypatch):
    monkeypatch.setattr(module, "TASK_BYTES", request.param)


def columns_of(data, form):
    return ArrowLines().columns(data, form)


def expect_nothing_else_than_loadtxt(data, form):
    columns = columns_of(data, form)
    if columns is not None:
        expect_what_loadtxt_reads(columns, data, form)


FORMS_AND_TEXTS = st.sampled_from(list(FORMS.values())).flatmap(
    lambda form: st.tuples(st.just(form), nearly_regular_texts(form) | texts())
)


@pytest.mark.usefixtures("task_bytes")
@settings(max_examples=400)
@given(FORMS_AND_TEXTS)
def test_what_it_reads_is_what_loadtxt_reads(form_and_text):
    form, data = form_and_text
    expect_nothing_else_than_loadtxt(data, form)


@pytest.mark.usefixtures("task_bytes")
@settings(max_examples=400)
@given(
    name=st.sampled_from(list(FORMS)),
    data=st.lists(st.sampled_from(list(b"0019 ,\t\n\n-+.e#%ca;\rxn")), max_size=24).map(bytes),
)
def test_any_characters(name, data):
    expect_nothing_else_than_loadtxt(data, FORMS[name])


@pytest.mark.parametrize("repetitions", [1, 300])
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("blanks", b"1 2\n34 5\n"),
        ("blanks", b"1\t2\r\n3\t4\r\n"),
        ("blanks", b"# Nodes: 7\n\n  # 0x more\n1 2\n3 4\n\n\n"),
        ("blanks", b"1 -0\n2147483646 007\n"),
        ("names", b"123456789012345678 -2\n9223372036854775807 4\n"),
        ("few vertices", b"1 2\n12 3\n"),
        ("commas", b"1,2\n3,4\n"),
        ("commas", b"1 , 2\n3\t, 4\n"),
        ("weights", b"1 2 -3\n3 4 987654321012345678\n"),
        ("weights", b"1 2 -9223372036854775808\n3 4 9223372036854775807\n"),
        ("unsigned weights", b"1 2 18446744073709551615\n"),
        ("real weights", b"1 2 0.5\n3 4 -7\n5 6 1e-05\n0 1 .25\n0 1 4.\n0 1 -1.5E+3\n0 1 +2\n"),
        ("real weights", b"1 2 0.1234567890123456789\n3 4 12345678901234567890123\n"),
        ("weights behind semicolons", b"1;2;3.5\n3;4;5\n"),
        ("arcs", b"c comment\na 1 2 3\na 3 4 5\n"),
        ("tagged edges", b"e 1 2\ne 3 4\n"),
        ("times", b"1 2 1 1080000000\n3 4 1 1090000000\n"),
    ],
)
@pytest.mark.usefixtures("task_bytes")
def test_usual_texts_are_read(name, data, repetitions):
    data += edge_lines(data, FORMS[name]) * (repetitions - 1)
    expect_what_loadtxt_reads(columns_of(data, FORMS[name]), data, FORMS[name])
    data = data.rstrip()
    expect_what_loadtxt_reads(columns_of(data, FORMS[name]), data, FORMS[name])


@pytest.mark.usefixtures("task_bytes")
@for_each("before", [0, 300])
@for_each(
    "text",
    [
        ("blanks", line)
        for line in (
            b"1",
            b"3 4 5",
            b"3,4",
            b"-1 2",
            b"+1 2",
            b"1.0 2",
            b"1 2 # x",
            b"# x",
            b"1 2147483647",
            b"1 99999999999999999999",
            b"0x10 2",
            b"1 0X1f",
            b"1 2\r3 4",
            b"1\x0c2",
            b" 3 4",
            b"3 4 ",
            b" ",
            b'"1" 2',
            b"1 2\x00",
            b"\xef\xbb\xbf1 2",
            b"1 \xd9\xa1",
            b"1 ",
            b"1 NA",
        )
    ]
    + [
        ("names", b"1 9223372036854775808"),
        ("few vertices", b"0 1"),
        ("few vertices", b"1 13"),
        ("commas", b"3;4"),
        ("commas", b"1,,2"),
        ("commas", b",3"),
        ("commas", b"1,2,"),
        ("weights", b"1 2 3.0"),
        ("weights", b"1 2 1e3"),
        ("weights", b"1 2"),
        ("weights", b"1 2 9223372036854775808"),
        ("weights", b"1 2 0x7"),
        ("unsigned weights", b"1 2 -1"),
        ("real weights", b"1 2 1e"),
        ("real weights", b"1 2 nan"),
        ("real weights", b"1 2 NA"),
        ("real weights", b"1 2 inf"),
        ("real weights", b"1 2 1e400"),
        ("real weights", b"1 2 0x1p3"),
        ("real weights", b"1 2 1_0"),
        ("arcs", b"e 1 2 3"),
        ("arcs", b"c 1 2 3"),
        ("arcs", b"aa 1 2 3"),
        ("arcs", b"1 2 3"),
        ("times", b"1 2 3"),
    ],
)
def test_anything_else_is_left(text, before):
    name, line = text
    form = FORMS[name]
    tag = form.tag + b" " if form.tag else b""
    usual = tag + (form.delimiter or b" ").join([b"1", b"2", b"3", b"4"][: form.width]) + b"\n"
    assert columns_of(usual * (before + 1), form) is not None
    assert columns_of(usual * before + line + b"\n" + usual * before, form) is None


@pytest.mark.parametrize("data", [b"", b"\n", b"\n\n", b"# x\n", b"\xef\xbb\xbf"])
def test_nothing_is_left(data):
    assert columns_of(data, FORMS["blanks"]) is None


def weights_of(fields):
    data = "".join(f"0 1 {field}\n" for field in fields).encode()
    _, _, weights = columns_of(data, FORMS["real weights"])
    return weights


@given(st.lists(DECIMALS.filter(lambda field: abs(float(field)) < np.inf), min_size=1))
@example(["9007199254740993", "0.9007199254740993", "90071992547409.93", "-0", "-0.0"])
@example(["1e-400", "2.4703282292062327e-324", "2.4703282292062328e-324", "5e-324"])
@example(["1.7976931348623157e308", "2.2250738585072011e-308", "2.2250738585072014e-308"])
def test_decimal_numbers_are_rounded_as_python_rounds_them(fields):
    assert weights_of(fields).tobytes() == np.array([float(field) for field in fields]).tobytes()


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_what_python_writes_is_read_back(values):
    assert weights_of(map(repr, values)).tobytes() == np.array(values).tobytes()


@given(st.lists(st.floats(0.001, 1000), min_size=1), st.integers(17, 18))
def test_numbers_between_two_floats(values, digits):
    fields = fields_between_two_floats(values, digits)
    assert weights_of(fields).tobytes() == np.array([float(field) for field in fields]).tobytes()


@given(st.lists(st.floats(1e-300, 1e300), min_size=1, max_size=10))
def test_the_very_middle_of_two_floats(values):
    """All digits of the middle, of which there are hundreds, and the next numbers around it."""
    fields = []
    for value in values:
        middle = (Fraction(value) + Fraction(np.nextafter(value, np.inf))) / 2
        # The denominator is a power of two, so the decimal number ends.
        digits = max(middle.denominator.bit_length() - 1, 1)
        digits_of_middle = middle * 10**digits
        assert digits_of_middle.denominator == 1
        for last in (-1, 0, 1):
            fields.append(f"{int(digits_of_middle) * 10 + last}e-{digits + 1}")
    assert weights_of(fields).tobytes() == np.array([float(field) for field in fields]).tobytes()


def answer_of(path, renumber):
    """Return the bits of a graph, or the error that tells of a fault."""
    try:
        graph = clconn.read(path, renumber=renumber)
    except GraphFileError as error:
        return str(error), error.line
    weights = None if graph.weights is None else bits(graph.weights)
    names = None if graph.nodes is None else list(graph.nodes)
    return graph.n, [bits(ends) for ends in graph.edges()], weights, names


FILES = {
    "blanks": (".txt", b"# Nodes: 7\n"),
    "names": (".txt", b""),
    "commas": (".csv", b""),
    "weights": (".wel", b"% weights\n"),
    "real weights": (".wel", b""),
    "weights behind semicolons": (".csv", b"source;target;weight\n"),
    "arcs": (".gr", b"c arcs\np sp 12 %d\n"),
    "tagged edges": (".gr", b"p edge 12 %d\n"),
    "entries": (".mtx", b"%%%%MatrixMarket matrix coordinate real general\n12 12 %d\n"),
    "times": (".txt", b""),
}


@st.composite
def files(draw):
    """Draw the suffix and the bytes of a file, and whether its ids are names."""
    name = draw(st.sampled_from(list(FILES)))
    suffix, head = FILES[name]
    data = draw(nearly_regular_texts(FORMS[name]) | texts())
    # Names with a carriage return are for neither parser of numbers.
    renumber = b"\r" not in data and b"%d" not in head and draw(st.booleans())
    head = head % data.count(b"\n") if b"%d" in head else head
    return suffix, head + data, renumber


@pytest.mark.filterwarnings("ignore::clconn.errors.GraphWarning", "ignore::UserWarning")
@settings(max_examples=400, deadline=None)
@given(file=files(), block_bytes=st.sampled_from([100, 1 << 23]))
@example(file=(".txt", b"# a block of comments, then names\na 0 0", True), block_bytes=30)
def test_whole_files_are_read_or_refused_as_without_it(tmp_path_factory, file, block_bytes):
    suffix, data, renumber = file
    path = tmp_path_factory.getbasetemp() / f"drawn{suffix}"
    path.write_bytes(data)
    answers = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TextFile.blocks, "__defaults__", (block_bytes,))
        patch.setattr(module, "TASK_BYTES", SMALL_TASK)
        for refusals in (0, 10**6):
            patch.setattr(module, "MOST_REFUSALS", refusals)
            answers.append(answer_of(path, renumber))
    assert answers[0] == answers[1]


@pytest.fixture
def parsed(monkeypatch):
    """The numbers of edges that pyarrow parsed, a block each; None for those it left."""
    counts = []
    columns = ArrowLines.columns

    def counted(self, data, form):
        found = columns(self, data, form)
        counts.append(None if found is None else found[0].size)
        return found

    monkeypatch.setattr(ArrowLines, "columns", counted)
    return counts


def write_edges(path, *, opener=open, count=50_000):
    random = np.random.default_rng(5)
    ends, weights = random.integers(0, 10**4, (2, count)), random.normal(size=count)
    rows = zip(*ends.tolist(), weights.tolist(), strict=True)
    with opener(path, "wt") as stream:
        stream.writelines(f"{u} {v} {w!r}\n" for u, v, w in rows)
    return ends, weights


@pytest.mark.parametrize("opener", [open, gzip.open], ids=["plain", "gzip"])
@pytest.mark.usefixtures("task_bytes")
def test_many_blocks_keep_the_order(monkeypatch, tmp_path, parsed, opener):
    monkeypatch.setattr(TextFile.blocks, "__defaults__", (1 << 16,))
    path = tmp_path / "edges.wel"
    ends, weights = write_edges(path, opener=opener)
    graph = clconn.read(path)
    assert np.array_equal(graph.edges(), ends)
    assert graph.weights.tobytes() == weights.tobytes()
    # The first block was tried as integers.
    assert parsed[0] is None
    assert None not in parsed[1:]
    assert sum(parsed[1:]) == 50_000


def test_streams_read_by_it(tmp_path, parsed):
    path = tmp_path / "edges.wel"
    ends, weights = write_edges(path)
    with open_batches(path, batch=10_000) as batches:
        read = [(batch.sources, batch.targets, batch.weights) for batch in batches]
    sources, targets, read_weights = map(np.concatenate, zip(*read, strict=True))
    assert np.array_equal([sources, targets], ends)
    assert read_weights.tobytes() == weights.tobytes()
    assert sum(filter(None, parsed)) == 50_000


@pytest.mark.usefixtures("task_bytes")
def test_a_fault_in_the_midst_of_many_lines_is_named(tmp_path, parsed):
    path = tmp_path / "edges.txt"
    lines = [b"%d %d" % (i, i + 1) for i in range(300_000)]
    lines[222_222] = b"7 0x8"
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(GraphFileError, match="'0x8' is not an integer") as caught:
        clconn.read(path)
    assert caught.value.line == 222_223
    assert parsed == [None]


def test_a_file_of_another_form_is_no_longer_tried(monkeypatch, tmp_path, pyarrow):
    tries = []
    read_csv = pyarrow.csv.read_csv
    monkeypatch.setattr(
        pyarrow.csv, "read_csv", lambda *a, **k: tries.append(None) or read_csv(*a, **k)
    )
    monkeypatch.setattr(TextFile.blocks, "__defaults__", (1 << 10,))
    path = tmp_path / "edges.txt"
    path.write_text("0  1\n" * 10_000)
    assert clconn.read(path).edge_count == 10_000
    assert len(tries) == module.MOST_REFUSALS


def test_few_cores_do_without_it(monkeypatch):
    monkeypatch.setattr(module, "FEWEST_CORES", 4)
    for cores in (3, 4):
        monkeypatch.setattr(module, "usable_cores", lambda cores=cores: cores)
        assert (columns_of(b"1 2\n", FORMS["blanks"]) is None) == (cores == 3)


def test_a_short_text_is_left(monkeypatch):
    monkeypatch.setattr(module, "SMALLEST_TEXT", 12)
    assert columns_of(b"1 2\n3 4\n", FORMS["blanks"]) is None
    assert columns_of(b"1 2\n3 4\n5 6\n", FORMS["blanks"]) is not None


IMPORTED = """
import sys, clconn
from clconn.files import arrow_lines
if sys.argv[2] == "absent":
    sys.modules["pyarrow"] = None
arrow_lines.FEWEST_CORES = 1
arrow_lines.TEXT_BEFORE_IMPORT = int(sys.argv[3])
print(clconn.read(sys.argv[1]).edge_count, "pyarrow.csv" in sys.modules)
"""


@pytest.mark.parametrize(
    ("installed", "text_before_import", "imported"),
    [("installed", 1 << 25, False), ("installed", 1 << 20, True), ("absent", 1 << 20, False)],
)
def test_it_is_imported_after_so_much_text(tmp_path, installed, text_before_import, imported):
    path = tmp_path / "edges.txt"
    path.write_text("123456 654321\n" * 100_000)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", IMPORTED, path, installed, str(text_before_import)],
        capture_output=True, text=True, check=True, env=os.environ,
    )  # fmt: skip
    assert done.stdout.split() == ["100000", str(imported)]
