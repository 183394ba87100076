"""Serial incremental connectivity, the oracle of the kernels."""
