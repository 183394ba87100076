"""Spanning forests: the unions of components, which record the edges that link."""
