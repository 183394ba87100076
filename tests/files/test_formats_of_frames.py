"""A table that only frames and clusters read is named as such, and so is a pattern of files."""

from functools import partial

import pytest

import clconn
from clconn.command_line import main
from clconn.errors import GraphFileError, GraphFileMissingError
from clconn.files.reading import detect_format
from clconn.streams import open_batches


def test_parquet_is_for_frames_and_clusters(tmp_path, capsys):
    for name in ("edges.parquet", "edges", "edges.txt"):
        path = tmp_path / name
        path.write_bytes(b"PAR1\0\0\0\0PAR1")
        for read in (
            clconn.read, partial(clconn.read, renumber=True), detect_format, open_batches
        ):  # fmt: skip
            with pytest.raises(GraphFileError, match=r"Parquet; .*from_dataframe.* --cluster lo"):
                read(path)
        for command in ("components", "forest", "msf", "scc", "stream"):
            assert main([command, str(path)]) == 2
            message = capsys.readouterr().err
            assert "with --cluster local:1" in message
            assert message.count("\n") == 1


def test_patterns_are_for_clusters(tmp_path, capsys):
    with pytest.raises(GraphFileMissingError, match=r"no such file; a pattern .* for --cluster"):
        clconn.read(tmp_path / "part-*.parquet")
    with pytest.raises(GraphFileMissingError, match=r"no such file$"):
        clconn.read(tmp_path / "part.txt")
    assert main(["components", str(tmp_path / "part-?.npy")]) == 2
    assert "such as --cluster local:1" in capsys.readouterr().err
