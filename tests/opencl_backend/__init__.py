"""The runtime on real devices, and on feigned ones where a real one cannot be had."""
