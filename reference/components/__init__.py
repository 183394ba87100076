"""Connected components: one algorithm a file, and from a variant's name to the algorithm."""
