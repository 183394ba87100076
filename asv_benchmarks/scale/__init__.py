"""What a cluster costs, on paper: a model of bytes, seconds and memory, checked against runs."""
