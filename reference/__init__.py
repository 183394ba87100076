"""The algorithms as short serial Python, to be read, and to be the oracle of the kernels."""
