"""A graph's arrays on a device: inspect them, and derive other arrays from them."""
