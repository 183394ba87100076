"""``import clconn``, and the first answer of a new process."""

from __future__ import annotations

from pathlib import Path

ROADS = Path(__file__).resolve().parents[2] / "examples" / "roads.mtx"


class Imports:
    """Each sample runs in a separate process."""

    version = "1"
    rounds = 1
    repeat = (3, 10, 3.0)
    number = 1

    def timeraw_import_clconn(self) -> str:
        return "import clconn"

    def timeraw_first_components(self) -> str:
        """Import, open the device, and load the kernels from the caches."""
        return """
        import clconn
        graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
        assert clconn.connected_components(graph, backend="opencl").count == 3
        """

    def timeraw_first_minimum_forest(self) -> str:
        """The same for the problem with the most kernels."""
        return """
        import clconn
        graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6, weights=[1, 2, 3])
        assert clconn.minimum_spanning_forest(graph, backend="opencl").count == 3
        """

    def timeraw_small_file(self) -> str:
        """The command on a graph that needs no device; asv reads the time from standard output."""
        return f"""
        import contextlib, io
        from clconn.command_line import main
        with contextlib.redirect_stdout(io.StringIO()):
            assert main(["components", {str(ROADS)!r}]) == 0
        """


class ColdImports:
    """The same with empty caches of clconn, the driver and pyopencl."""

    version = "1"
    rounds = 1
    repeat = (3, 5, 20.0)
    number = 1

    def timeraw_first_components(self) -> str:
        return """
        import os, tempfile
        folder = tempfile.TemporaryDirectory()
        for name in ("XDG_CACHE_HOME", "CUDA_CACHE_PATH", "POCL_CACHE_DIR"):
            os.environ[name] = os.path.join(folder.name, name)
        import clconn
        graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
        assert clconn.connected_components(graph, backend="opencl").count == 3
        """
