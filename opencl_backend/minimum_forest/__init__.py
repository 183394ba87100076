"""Minimum spanning forests: one algorithm a file."""
