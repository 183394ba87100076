"""Graphs that pass through several devices in pieces."""
