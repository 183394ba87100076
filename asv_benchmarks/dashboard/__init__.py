"""The dashboard: asv's pages and one of our own, which open without a network.

``python -m asv_benchmarks.dashboard`` builds it. asv publishes the recorded results as pages that
load their scripts from content networks; ``scripts`` puts copies from a package beside them.
``lines`` reads from what asv published how each problem does on each graph over the commits, beside
the best other code; ``charts`` draws that, and ``page`` is the page.
"""
