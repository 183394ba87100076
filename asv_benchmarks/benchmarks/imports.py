"""``import clconn``, and the first answer of a new process."""

from __future__ import annotations


class Imports:
    """Each sample runs in a separate process."""

    version = "1"
    rounds = 1
    repeat = (3, 10, 3.0)
    number = 1

    def timeraw_import_clconn(self) -> str:
        return "import clconn"

    def timeraw_first_components(self) -> str:
        """Import, open the device, and load the kernels from the driver's cache."""
        return """
        import clconn
        graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
        assert clconn.connected_components(graph, backend="opencl").count == 3
        """
