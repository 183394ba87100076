"""Minimum spanning forests: one file per algorithm."""
