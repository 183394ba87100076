"""A graph's arrays: checks on them, and other forms of them."""
