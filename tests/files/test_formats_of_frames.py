"""A table that only frames and clusters read is named as such, and so is a pattern of files."""

import gzip
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
    # The commands are named, as others have no --cluster.
    advice = "; a pattern of files is for clconn.distributed, and for clconn components, forest, "
    for name in ("part-*.parquet", "part-[0-9].txt"):
        for read in (clconn.read, detect_format, open_batches):
            with pytest.raises(GraphFileMissingError, match=f"no such file{advice}msf and scc"):
                read(tmp_path / name)
    for name in ("part.txt", "copy[1].txt"):
        with pytest.raises(GraphFileMissingError, match=r"no such file$"):
            clconn.read(tmp_path / name)
    with pytest.raises(GraphFileMissingError, match=r"no such file; Exploration.write"):
        clconn.Exploration.read(tmp_path / "results-*.json")
    for command in ("components", "stream"):
        assert main([command, str(tmp_path / "part-?.npy")]) == 2
        assert "msf and scc with --cluster, such as --cluster local:1" in capsys.readouterr().err


def test_a_text_whose_first_name_is_that_of_a_gene(tmp_path):
    for name, text in (("PAR1.txt", "PAR1 b\n"), ("par.csv", "PAR1,PAR2\n"), ("par", "PAR1\tb\n")):
        path = tmp_path / name
        path.write_text(text)
        assert clconn.read(path, renumber=True).edge_count == 1


def test_parquet_in_gzip_is_decompressed_first(tmp_path):
    path = tmp_path / "edges.parquet.gz"
    path.write_bytes(gzip.compress(b"PAR1\0\0\0\0PAR1"))
    for read in (clconn.read, open_batches):
        with pytest.raises(GraphFileError, match=r"is a gzip file of a .*Parquet; decompress it f"):
            read(path)
