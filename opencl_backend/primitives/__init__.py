"""Building blocks that the algorithms share: prefix sums, sorting, ranking."""
