"""Graphs that pass through one or several devices in pieces."""
