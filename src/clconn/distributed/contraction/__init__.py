"""Graphs whose vertices do not fit one worker: rounds that contract what the partitions have."""
