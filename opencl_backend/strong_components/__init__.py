"""Strongly connected components on a device: one file an algorithm."""
