"""The OpenCL C kernels, as text files.

One ``.cl`` file holds one algorithm and has a namesake in :mod:`clconn.reference` and in
:mod:`clconn.opencl_backend`. The ``.h`` files hold the pieces that the algorithms share.
"""
