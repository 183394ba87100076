"""Compressed files, by zlib and by ISA-L: the same graphs and errors."""

from __future__ import annotations

import gzip
import sys

import numpy as np
import pytest

import clconn
from clconn.errors import GraphFileError
from clconn.files import streams
from clconn.files.gunzip import gunzip
from clconn.streams import stream_components

TEXT = b"".join(b"%d %d\n" % (i, i * 7 % 3001) for i in range(3000))


@pytest.fixture(params=["zlib", "isal"], autouse=True)
def library(request, monkeypatch):
    if request.param == "isal":
        pytest.importorskip("isal", exc_type=ImportError)
    else:
        monkeypatch.setitem(sys.modules, "isal", None)
    return request.param


def test_which_library_decompresses(tmp_path, library):
    path = tmp_path / "edges.txt.gz"
    path.write_bytes(gzip.compress(TEXT))
    with open(path, "rb") as raw:
        plain = gunzip(raw)
        assert type(plain).__module__.startswith("isal" if library == "isal" else "gzip")
        assert plain.read(-1) == TEXT


@pytest.mark.parametrize("block_bytes", [1 << 9, 1 << 23])
def test_blocks_of_a_compressed_file_are_in_order(tmp_path, monkeypatch, block_bytes):
    path = tmp_path / "edges.txt.gz"
    path.write_bytes(gzip.compress(TEXT[:9000]) + gzip.compress(TEXT[9000:]))
    monkeypatch.setattr(streams.TextFile.blocks, "__defaults__", (block_bytes,))
    sources, targets = clconn.read(path).edges()
    assert np.array_equal(sources, np.arange(3000))
    assert np.array_equal(targets, np.arange(3000) * 7 % 3001)
    assert stream_components(str(path)).edge_count == 3000


def test_a_fault_is_named_while_the_next_block_is_decompressed(tmp_path, monkeypatch):
    path = tmp_path / "edges.txt.gz"
    path.write_bytes(gzip.compress(TEXT + b"1 x\n" + TEXT))
    monkeypatch.setattr(streams.TextFile.blocks, "__defaults__", (1 << 9,))
    with pytest.raises(GraphFileError, match="'x' is not an integer") as caught:
        clconn.read(path)
    assert caught.value.line == 3001


@pytest.mark.parametrize("damage", ["cut off", "checksum", "length", "middle"])
@pytest.mark.parametrize("read", [clconn.read, stream_components])
def test_damaged_files(tmp_path, damage, read):
    path = tmp_path / "edges.txt.gz"
    data = bytearray(gzip.compress(TEXT * 50))
    if damage == "cut off":
        del data[-400:]
    elif damage == "checksum":
        data[-8] ^= 1
    elif damage == "length":
        data[-1] ^= 1
    else:
        data[len(data) // 2 :] = bytes([0xFF]) * (len(data) // 2)
    path.write_bytes(data)
    with pytest.raises(GraphFileError, match="compressed data is damaged or cut off"):
        read(str(path))
