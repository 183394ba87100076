"""Components of edges that arrive in batches, on a device."""
