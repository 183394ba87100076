"""Spanning forests: the unions of components, which remember by which edge they linked."""
