"""Connected components: one algorithm per file, and the choice of one by a variant's name."""
