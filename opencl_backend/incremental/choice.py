"""What ``"auto"`` chooses to unite edges as they come, in batches or in pieces of a graph."""

from __future__ import annotations

from clconn.design_space import Automatic, Choice, Request
from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["ON_GPU", "choose_union"]

# On an H100, ten graphs in one batch, shuffled; geometric mean: async/single 1.0, early/naive
# 1.1, afforest/halve 1.2, async/naive 1.5. Links in a random order take as long on these (0.97 to
# 1.17), and where the edges come along a path in order 0.24 ms in place of 4.3 (2^21 vertices).
ON_GPU = "coo/async-random/single"
# Two cores, PoCL, 4 M random edges of 2^20 vertices in batches of 10^6, ms: rem-cas/naive+split-one
# 38, ecl/split 72, async/split 115. In the order of their sources all are near 26.
ON_PROCESSOR = "coo/rem-cas/naive+split-one"
FOREST_ON_PROCESSOR = "coo/ecl/split"


def choose_union(request: Request, runtime: Runtime, forest: bool) -> Choice:
    """Return what was asked for, or the union for a device, which links roots for a forest."""
    if not isinstance(request, Automatic):
        return request
    if not runtime.is_cpu:
        return request.choose(
            ON_GPU,
            "Union-Async that shortens each path once was the fastest for batches on a GPU, and in "
            "a random order no numbering makes long chains",
        )
    if forest:
        return request.choose(
            FOREST_ON_PROCESSOR,
            "the device is a processor, where ECL-CC's union saves a find for each edge",
        )
    return request.choose(
        ON_PROCESSOR,
        "the device is a processor, where Rem's union looks at the fewest parents for each edge",
    )
