"""Finds, unions, and the passes over edges that call them."""
