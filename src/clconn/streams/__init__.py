"""Edges in batches from files, pipes, arrays and iterators that need not fit into memory."""
