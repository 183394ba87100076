"""What algorithms of every room are made of, and no algorithm of a graph by itself."""
