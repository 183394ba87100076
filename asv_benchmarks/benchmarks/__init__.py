"""Benchmarks of clconn for Airspeed Velocity; CONTRIBUTING.md says how to run them.

asv starts a process for each benchmark and combination of parameters, and calls
``setup`` before each sample. So whatever a benchmark needs is made by a cached
function, and graphs that take long to generate are kept on disk (``graphs.py``).

A name here is a line of the dashboard: renaming a module, class, function or
parameter cuts its history off. ``version`` is given by hand for the same reason;
left alone asv would take a hash of the code and drop all earlier results when a
comment changes. Raise it when a benchmark starts to measure something else.
"""
