"""The algorithms as short serial Python, for readers and as the oracle of the kernels."""
