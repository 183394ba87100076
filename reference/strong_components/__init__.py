"""Strongly connected components, serially: one file an algorithm."""
