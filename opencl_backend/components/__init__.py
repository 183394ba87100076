"""Connected components: one file per algorithm, and the lookup of the algorithms by variant."""
