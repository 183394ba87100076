"""Components of edges that arrive in batches, and stay up to date."""
