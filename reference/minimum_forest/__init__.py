"""Minimum spanning forests: one algorithm per file."""
