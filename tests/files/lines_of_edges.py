"""Lines of edges of many forms, for the parsers of whole blocks."""

import struct

import numpy as np
from hypothesis import strategies as st

from clconn.files.line_form import LineForm
from clconn.files.loaded_lines import loaded_lines

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


def bits(column):
    return column.dtype.str, column.tobytes()


def expect_what_loadtxt_reads(columns, data, form):
    """Compare columns, bit by bit, with those of numpy.loadtxt."""
    expected = loaded_lines(data, form)
    assert expected is not None, data
    given, expected = (
        [bits(column) for column in one if column is not None] for one in (columns, expected)
    )
    assert given == expected, data


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


FAULTS = (
    *("", " ", "\t", ",", ";", "\n", "\r", "\r\n", "\n\n", "\n# x\n", "%", "\nc z\n", "#", '"'),
    *("+", "-", ".", "e5", "0x", "x", "0", "00", "9" * 10, "9" * 20, "nan", "inf", "NA", "a", "e "),
    *("\x00", "\x0b", "\xa0", "\xef\xbb\xbf", "_", "1e999", "1.5", "7 "),
)


@st.composite
def nearly_regular_texts(draw, form):
    """Draw lines of a form, with up to two things put in that need not belong there."""
    between = draw(st.sampled_from(" \t")) if form.delimiter is None else form.delimiter.decode()
    if form.weight_type is np.float64:
        weight = st.floats(allow_nan=False, allow_infinity=False)
    else:
        weight = st.integers(0 if form.weight_type is np.uint64 else -(2**63), 2**63 - 1)
    columns = [*[st.integers(1, 12)] * 2, weight, st.integers(0, 2**40)][: form.width]
    tag = form.tag.decode() + " " if form.tag else ""
    rows = draw(st.lists(st.tuples(*columns), min_size=1, max_size=30))
    end = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    text = "".join(tag + between.join(map(repr, row)) + end for row in rows)
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(text)))
        skipped = draw(st.integers(0, 2))
        text = text[:place] + draw(st.sampled_from(FAULTS)) + text[place + skipped :]
    return text.encode("latin-1")


DECIMALS = st.from_regex(
    r"-?([0-9]{1,20}(\.[0-9]{0,20})?|\.[0-9]{1,20})([eE][+-]?[0-9]{1,3})?", fullmatch=True
)


def fields_between_two_floats(values, digits):
    """Return decimal numbers next to the middle of two floats, where rounding twice goes wrong."""
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
    return fields
