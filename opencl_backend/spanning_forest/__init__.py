"""Spanning forests: the unions of components, which also record the edge of each link."""
