"""The parser of plain numbers says the same as numpy.loadtxt, or leaves the text to it."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphFileError
from clconn.files.plain_numbers import plain_numbers


@pytest.mark.parametrize("width", [2, 3])
@given(data=st.data())
def test_what_it_reads_is_what_loadtxt_reads(width, data):
    piece = st.sampled_from([b"7", b"12", b" ", b"\t", b"  ", b"\n", b"\r\n", b"\r", b"-1", b"+2"])
    text = b"".join(data.draw(st.lists(piece, max_size=30)))
    rows = plain_numbers(text, width)
    if rows is not None:
        expected = np.loadtxt(io.BytesIO(text), np.int64, comments="#", ndmin=2)
        assert rows.tolist() == expected.tolist()
        assert rows.shape[1] == width


@pytest.mark.parametrize("text", [b"1 2\n3 4\n", b"1\t2\r\n3 4", b"\n1   2 \n\n 3 4\n"])
def test_plain_lines(text):
    assert plain_numbers(text, 2).tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    "text",
    [b"1 2 3\n4\n", b"1\n2\n", b"1 2\n3\n4 5 6\n", b"-1 2\n", b"1 2 # x\n", b"1.0 2\n", b"1,2\n",
     b"1 99999999999999999999\n", b"9223372036854775807 2\n", b"", b"\n", b"1 2\r3 4\n"],
)  # fmt: skip
def test_anything_else_is_left(text):
    assert plain_numbers(text, 2) is None


def test_a_weight_beyond_64_bits_is_no_largest_weight(tmp_path):
    path = tmp_path / "edges.wel"
    path.write_text("0 1 5\n1 2 99999999999999999999\n")
    with pytest.raises(GraphFileError, match=r"line 2: weight .* does not fit in 64 bits"):
        clconn.read(path)
