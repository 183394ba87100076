"""What ``"auto"`` chooses on a GPU of graphs that were cliffs before there was a rule for them.

That no family of graphs is one is tested by the work of the kernels (``tests/kernel_work``).
"""

from dataclasses import replace

import clconn
from clconn.opencl_backend.plan import auto_by_hooks, auto_by_ids, auto_of_mixtures, auto_variant
from tests.helpers.cases import case
from tests.helpers.small_degree_classes import runtime_with_small_classes
from tests.kernel_work.families import FAMILIES

BLOCKS = auto_by_ids.JOINING, "blocks"
RANDOM = auto_by_ids.IN_CHAINS, "self"
MEETING = auto_of_mixtures.BESIDE_CHAINS, "first-smaller"
SAMPLED = auto_of_mixtures.SAMPLED_BESIDE_CHAINS, None
LEGS = auto_by_ids.AT_LEGS, "first-smaller"
SAMPLE = auto_variant.INTERLEAVED, None
FLAT = auto_by_hooks.FLAT_SAMPLE, None
PAIRS = auto_by_hooks.MEETING_PAIRS, None
N = 1 << 14
CLIFFS = {
    "hub-path": BLOCKS, "path-descending": BLOCKS, "path-in-groups": BLOCKS, "tree-near": BLOCKS,
    "small-world": BLOCKS, "near-random": BLOCKS, "two-diagonals": RANDOM,
    "three-diagonals": RANDOM, "four-diagonals": RANDOM, "twenty-diagonals": PAIRS,
    "diagonals-in-blocks": PAIRS, "band-in-blocks": FLAT, "rmat-sparse": SAMPLE,
    "path-beside-random": SAMPLED, "short-path-beside-random": SAMPLED,
    "path-beside-sparse": MEETING, "band-beside-random": SAMPLED,
    "thin-band-beside-random": SAMPLED, "dense-band-beside-random": SAMPLED,
    "path-linked-to-random": MEETING, "band-of-nine": FLAT, "clique-chain": FLAT,
    "near-random-dense": FLAT, "wheel": FLAT, "categories": FLAT,
    "long-legs": LEGS, "ratings-few": SAMPLE, "random": SAMPLE,
}  # fmt: skip


def test_what_is_chosen_of_graphs_that_were_cliffs(device, monkeypatch):
    monkeypatch.setattr(auto_variant, "VERTICES_OF_ONE_LAUNCH", 0)
    runtime = runtime_with_small_classes(device)
    # Blocks and rows as on a GPU.
    runtime.tuning = replace(runtime.tuning, low_degree=16, high_degree=352, id_block_bits=(10, 10))
    runtime.tuning = replace(runtime.tuning, id_block_items=256)
    runtime.is_cpu = False
    for family, variant in CLIFFS.items():
        with case(graph=family):
            rows = FAMILIES[family](N).adjacency()
            graph = clconn.Graph.from_csr(rows.offsets, rows.neighbors)
            result = clconn.connected_components(graph, device=runtime, verify=True)
            assert (result.variant, result.options.get("initialization")) == variant
            is_flat = "flattened in steps that double" in result.reason
            assert result.options.get("flatten_links", False) is is_flat
