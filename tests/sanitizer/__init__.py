"""The kernels under Oclgrind, a simulator that sees what hardware lets pass.

A read outside a buffer, a value used before it was written, two work-items that race. It needs an
environment of its own, so the kernels run in a child process: :mod:`tests.sanitizer.run_kernels`.
"""
