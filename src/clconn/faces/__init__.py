"""clconn behind the functions of other libraries, one room for each library.

A face takes and returns what the other library's functions do, raises their errors, and computes by
clconn's public functions. Where these gain nothing, the other library's own function answers.
"""
