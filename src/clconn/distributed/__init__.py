"""Graphs whose edges lie on many machines, by Dask."""
