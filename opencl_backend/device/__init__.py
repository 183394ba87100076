"""An OpenCL device: find, probe and open it; build its programs; launch its kernels."""
