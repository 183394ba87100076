"""Components of edges that arrive in batches, serially, and what answers they may give."""
