"""Benchmarks of clconn for Airspeed Velocity; CONTRIBUTING.md says how to run them.

asv starts a process for each benchmark and combination of parameters, and calls
``setup`` before each sample. So cached functions make all data that a benchmark needs,
and graphs that take long to generate are stored on disk (``graphs.py``).

A name here is a line of the dashboard: renaming a module, class, function or parameter
cuts off its history. Each benchmark has a ``version`` for the same reason. Without it,
asv would use a hash of the code and drop all earlier results when a comment changes.
Raise it when a benchmark starts to measure something else.
"""
