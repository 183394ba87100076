"""``connected_components`` and ``minimum_spanning_tree`` as :mod:`scipy.sparse.csgraph` has them.

Invariant: whatever clconn does not take, from a wrong argument to a matrix of an unknown kind, is
handed to scipy's own function as it is. So what goes wrong, goes wrong with scipy's own words.
"""
