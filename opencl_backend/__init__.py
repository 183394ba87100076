"""The algorithms on an OpenCL device: PyOpenCL host code around :mod:`clconn.kernels_cl`.

Stands on the ground floor (graph, results, variants, errors) and never imports
:mod:`clconn.reference`. ``components.py`` is where a variant's name becomes kernels;
``runtime.py`` keeps what is made once for a device.
"""
