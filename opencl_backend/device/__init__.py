"""An OpenCL device: finding, probing and opening it, its programs, kernels and launches."""
