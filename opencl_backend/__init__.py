"""The algorithms on an OpenCL device: PyOpenCL host code around :mod:`clconn.kernels_cl`.

This package imports the ground floor (graph, results, variants, errors) and never
:mod:`clconn.reference`. ``components/edge_sources.py`` turns a variant's name into kernels;
``device/runtime.py`` keeps what is created once per device.
"""
