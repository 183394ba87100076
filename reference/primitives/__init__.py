"""Building blocks for the algorithms of all problems; none of them needs a graph."""
