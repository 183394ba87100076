"""A backend of NetworkX's dispatch: ``networkx.connected_components(graph, backend="clconn")``.

NetworkX finds it by the entry points ``networkx.backends`` and ``networkx.backend_info``.

Invariant: an answer is what NetworkX's own function gives, with the same nodes, Python's numbers,
the same order of components and edges, and the same errors.
"""
