"""A graph's arrays: what is found out about them, and what is made of them."""
