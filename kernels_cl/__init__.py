"""The OpenCL C kernels, as text; nothing else lives here.

One ``.cl`` file is one algorithm and has a namesake in :mod:`clconn.reference` and in
:mod:`clconn.opencl_backend`; the ``.h`` files are the pieces that the algorithms share.
"""
