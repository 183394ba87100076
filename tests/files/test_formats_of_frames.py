"""A table that only frames and clusters read is named as such."""

import pytest

import clconn
from clconn.errors import GraphFileError


def test_parquet_is_for_frames_and_clusters(tmp_path):
    path = tmp_path / "edges.parquet"
    path.write_bytes(b"PAR1\0\0\0\0PAR1")
    with pytest.raises(GraphFileError, match=r"Graph\.from_dataframe, or for --cluster"):
        clconn.read(path)
