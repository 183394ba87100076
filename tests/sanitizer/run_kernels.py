"""Run every kernel on tiny graphs: the child of ``test_sanitizer.py``.

``python -m tests.sanitizer.run_kernels SELECTOR [VARIANT]`` runs the variants with the values of
their options, or the one variant alone, on the device that the selector names. Every answer is
compared with the reference; the last line says how many kernels ran.
"""

from __future__ import annotations

import contextlib
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import scipy.sparse

import clconn
from clconn.design_space import Variant, find_variant, make_request
from clconn.errors import GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.devices import select_device
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.device.scratch import Scratch
from clconn.opencl_backend.graph.adjacency_inspection import inspect_adjacency
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.first_arcs import first_arcs
from clconn.opencl_backend.graph.first_links import first_links
from clconn.opencl_backend.graph.hook_coverage import hook_coverage
from clconn.opencl_backend.graph.hooked_share import first_neighbors, hooked_share
from clconn.opencl_backend.graph.ordered_segments import look_at_segments
from clconn.opencl_backend.graph.small_components import small_components
from clconn.opencl_backend.graph.transpose import transpose_rows
from clconn.opencl_backend.incremental.engine import DeviceEngine
from clconn.opencl_backend.incremental.trees import Trees
from clconn.opencl_backend.strong_components.condensation import condensation
from clconn.opencl_backend.union_find.component_labels import count_components, label_components
from clconn.problems import INCREMENTAL
from clconn.reference.graph.transpose import transpose_rows as transpose_rows_serially
from clconn.reference.minimum_forest.kruskal import kruskal
from clconn.reference.union_find.disjoint_sets import connected_components_union_find
from clconn.results import labels_from_roots
from clconn.results.condensation import HostCondensation
from clconn.weight_keys import canonical_edges
from tests.helpers.directed_graphs import directed_graph
from tests.helpers.graphs import from_pairs, hand_made
from tests.helpers.oracles import strong_roots
from tests.helpers.plans import (
    connected_components,
    minimum_forest,
    spanning_forest,
    strong_components,
)
from tests.helpers.representative_variants import USUAL_FIND, is_typical, option_sets
from tests.helpers.small_degree_classes import runtime_with_small_classes, with_long_offsets

FALLING = ([0, 3, 1, 2], [0, 1])
BEYOND = ([0, 1, 9, 2], [0, 1])
NEGATIVE = ([0, -5, 1, 2], [0, 1])
OUT_OF_RANGE = ([0, 1, 2, 4], [1, 0, 3, -1])

KEPT: list[Any] = []


class FreshBuffers:
    """In place of the memory pool, whose buffers are longer than asked for and written before.

    Nothing is given back: Oclgrind takes part of a buffer that comes after for never written.
    """

    managed_bytes = 0

    def __init__(self, context: Any) -> None:
        self._context = context

    def allocate(self, size: int) -> Any:
        cl = import_pyopencl()
        buffer = cl.Buffer(self._context, cl.mem_flags.READ_WRITE, size)
        KEPT.append(buffer)
        return buffer


def watched(runtime: Runtime, *, is_cpu: bool) -> Runtime:
    """A runtime whose buffers the sanitizer can watch, and that works as a processor's or not."""
    runtime.pool = FreshBuffers(runtime.context)

    def upload(array: Any, dtype: Any = None) -> Any:
        """A copy: memory of the host that a device uses in place counts as never written."""
        array = array.astype(dtype or array.dtype)
        return runtime.upload_writable(array) if array.size else runtime.allocate(16)

    def take(name: str, size: int) -> Scratch:
        """A buffer of its own for each plan: a shared one may be longer, and written before."""
        KEPT.append(Scratch(runtime.allocate(size), size))
        return KEPT[-1]

    runtime.upload = upload  # type: ignore[method-assign]
    runtime.scratch.take = take  # type: ignore[method-assign]
    runtime.is_cpu = is_cpu
    return runtime


def run(runtime: Runtime, graph: Graph, variant: Variant, options: Any = None) -> None:
    """Run a variant and check its answer."""
    roots = connected_components_union_find(graph)
    result = connected_components(graph, variant.name, options, device=runtime)
    case = f"{variant.name} {options} on {graph!r}"
    np.testing.assert_array_equal(result.roots, roots, err_msg=case)
    assert result.count == np.unique(roots).size, case
    np.testing.assert_array_equal(result.labels, labels_from_roots(roots), err_msg=case)
    KEPT.append(graph)


def run_all(usual: Runtime, classes: Runtime, blocks: Runtime) -> None:
    """Run every variant with every value of its options."""
    for variant in filter(is_typical, clconn.variants("components")):
        for name in ("path-zigzag", "upper-triangle"):
            run(usual, hand_made(name), variant)
        for name in ("empty", "unsorted-symmetric-rows", "star-from-last", "lower-triangle"):
            run(classes, hand_made(name), variant)
    for variant in filter(is_typical, clconn.variants("components")):
        if variant.compression != USUAL_FIND:
            continue
        run(blocks, hand_made("interleaved-cliques-and-a-bridge"), variant)
        for option in variant.options:
            for value in option.values[1:]:
                options = {option.name: value}
                run(classes, hand_made("unsorted-symmetric-rows"), variant, options)
        run(classes, with_long_offsets(hand_made("both-triangles")), variant)
        # Several labels are the most frequent ones.
        run(classes, from_pairs([], 100), variant)


def join_all(classes: Runtime) -> None:
    """Join blocks of ids, in several launches and in one, where most rows are short enough."""
    tuning = classes.tuning
    classes.tuning = replace(tuning, low_degree=4, id_block_bits=(4, 4), id_block_items=4)
    generator = np.random.default_rng(7)
    sources = generator.integers(0, 60, 80)
    targets = np.clip(sources + generator.integers(-12, 13, 80), 0, 59)
    both = from_pairs(zip(sources.tolist(), targets.tolist(), strict=True), 60).adjacency()
    two_ended = Graph.from_csr(both.offsets, both.neighbors, symmetric=True)
    upper = both.neighbors > both.sources()
    kept = np.bincount(both.sources()[upper], minlength=60)
    one_ended = Graph.from_csr(np.concatenate([[0], np.cumsum(kept)]), both.neighbors[upper])
    for launches in ("never", "always"):
        options = {"initialization": "blocks", "one_launch": launches}
        for graph in (two_ended, one_ended):
            for name in ("csr/early/halve", "csr/async-random/single", "csr/hooks/compress"):
                run(classes, graph, find_variant(name), options)
            span(classes, graph, find_variant("csr/early/halve", "forest"), options)
    classes.tuning = tuning


def span_all(usual: Runtime, classes: Runtime) -> None:
    """Find and list spanning forests by one variant of each edge source and kind of union."""
    for variant in filter(is_typical, clconn.variants("forest")):
        span(classes, hand_made("unsorted-symmetric-rows"), variant)
        if variant.finish == "async":
            span(classes, hand_made("empty"), variant)
            span(classes, with_long_offsets(hand_made("unsorted-symmetric-rows")), variant)
            span(usual, from_pairs([(3, 1), (2, 4), (1, 1), (0, 4), (4, 2)], 6), variant)


def span(runtime: Runtime, graph: Graph, variant: Variant, options: Any = None) -> None:
    """Run a variant of spanning forests and check its answer, the ends of its edges too."""
    result = spanning_forest(graph, variant.name, options, device=runtime)
    verdict = clconn.verify.forest(graph, result)
    assert verdict, f"{variant.name} on {graph!r}: {verdict.message}"
    KEPT.append(graph)


def lightest_all(usual: Runtime, classes: Runtime) -> None:
    """Find minimum spanning forests by every variant, with minima of 64 and of 32 bits."""
    generator = np.random.default_rng(8)
    ends = generator.integers(0, 30, (2, 200))
    # Enough edges to be filtered; rows of all classes; parallel edges and self loops.
    ends[0, :40] = 5
    dense = Graph.from_edges(*ends, 30, weights=generator.integers(0, 4, 200))
    rows = hand_made("both-triangles").rows
    assert rows is not None
    long = with_long_offsets(
        Graph.from_csr(rows.offsets, rows.neighbors, weights=rows.neighbors % 3, symmetric=True)
    )
    # Edges that the device numbers, and weights that it ranks or not.
    lower, upper = np.nonzero(np.tri(20, k=-1) * generator.integers(0, 2, (20, 20)))
    thirds = scipy.sparse.coo_array(((lower * upper % 7 + 1) / 3, (lower, upper)), (20, 20)).tocsr()
    thirds = Graph.from_scipy((thirds + thirds.T).tocsr(), weighted=True)
    for runtime in (usual, classes):
        lightest(runtime, thirds, find_variant("csr/boruvka/relabel", "minimum-forest"))
    for sign in (1, -1):
        # `lower` has the larger ends.
        by_ends = scipy.sparse.coo_array((100 + sign * lower, (lower, upper)), (20, 20)).tocsr()
        by_ends = Graph.from_scipy((by_ends + by_ends.T).tocsr(), weighted=True)
        lightest(usual, by_ends, find_variant("coo/kruskal/serial", "minimum-forest"))
    for variant in clconn.variants("minimum-forest"):
        # Both values of the atomic functions, or nothing for a variant without.
        for value in ("auto", "off") if variant.options else (None,):
            options = {"int64_atomics": value} if value else {}
            lightest(classes, dense, variant, options)
            lightest(classes, hand_made("empty"), variant, options)
        lightest(classes, long, variant)
        lightest(usual, hand_made("unsorted-symmetric-rows"), variant)


def lightest(runtime: Runtime, graph: Graph, variant: Variant, options: Any = None) -> None:
    """Run a variant of minimum spanning forests and compare the edges."""
    edges = canonical_edges(graph)
    expected = edges.ids[kruskal(graph.n, edges)]
    found = minimum_forest(graph, variant.name, options, device=runtime).edge_ids
    np.testing.assert_array_equal(found, expected, err_msg=f"{variant.name} {options} on {graph!r}")
    KEPT.append(graph)


def strong_all(usual: Runtime, classes: Runtime, blocks: Runtime) -> None:
    """Find strong components by every variant, with every value of its options."""
    # A bow tie has all that algorithms meet; hubs of parallel arcs have pieces and group rows.
    generator = np.random.default_rng(3)
    ends = generator.integers(0, 24, (2, 60))
    hubs = np.repeat([[3, 5, 9], [5, 9, 3]], 11, axis=1)
    small = Graph.from_edges(*np.hstack([ends, hubs, hubs[:, :11] + 24]), 40, directed=True)
    for variant in clconn.variants("strong-components"):
        for options in ({}, *option_sets(variant)):
            strong(classes, small, variant, options)
        strong(usual, directed_graph("parallel-arcs-and-loops"), variant)
        strong(classes, directed_graph("empty"), variant)
    for name in ("csr/forward-backward/trim-two", "csr/numbered/partition"):
        variant = find_variant(name, "strong-components")
        strong(classes, with_long_offsets(small), variant)
        strong(blocks, small, variant)


def strong(runtime: Runtime, graph: Graph, variant: Variant, options: Any = None) -> None:
    """Run a variant of strong components and compare the roots."""
    roots = strong_components(graph, variant.name, options, device=runtime).roots
    case = f"{variant.name} {options} on {graph!r}"
    np.testing.assert_array_equal(roots, strong_roots(graph), err_msg=case)
    KEPT.append(graph)


def stream_all(usual: Runtime, classes: Runtime) -> None:
    """Insert batches and answer queries by typical variants, with vertices eager and lazy.

    Each program takes Oclgrind a hundred megabytes, and each variant has several.
    """
    for variant in filter(is_typical, clconn.variants(INCREMENTAL.name)):
        for options in ({}, *option_sets(variant)):
            stream(classes, variant, options)
        stream(usual, variant)


def stream(runtime: Runtime, variant: Variant, options: Any = None) -> None:
    """Insert batches of all kinds, with queries among them, and compare the components."""
    n = 12
    ends = np.random.default_rng(4).integers(0, n, (2, 60)).astype(np.int32)
    is_query = np.arange(20) % 3 == 0
    forest = variant.rule is not None and variant.rule.links_roots_only
    engine = DeviceEngine(n - 2, make_request(INCREMENTAL, variant, options), runtime, forest)
    KEPT.append(engine)
    # Growth without a copy, after which Oclgrind 21.10 takes the rest of a buffer as never written.
    engine._trees = Trees(runtime, n - 2, engine._own_choice, room=n)
    engine._kernels = engine._make_kernels(engine._trees)
    engine._flattening.go_on(engine._trees)

    def ask(method: Any, *arrays: Any) -> None:
        """Call a method when the ring for small batches is at its beginning.

        Oclgrind 21.10 takes what is written at an offset of a buffer for never written.
        """
        ring = engine._uploads._ring
        if ring is not None:
            engine.finish()
            ring._used = 0
        method(*arrays)

    low = np.minimum(ends, n - 3)
    # As arguments of a kernel, and as arrays.
    for part in (slice(0, 1), slice(1, 5), slice(5, 5), slice(5, 25)):
        ask(engine.insert, *low[:, part])
    engine.grow(n)
    ask(engine.connected, *ends[:, :40])
    ask(engine.process, *ends[:, 25:45], is_query)
    inserted = np.hstack([low[:, :25], ends[:, 25:45][:, ~is_query]])
    roots = connected_components_union_find(Graph.from_edges(*inserted, n))
    case = f"{variant.name} {options}"
    np.testing.assert_array_equal(engine.components().roots(), roots, err_msg=case)
    assert engine.count() == np.unique(roots).size, case
    links = engine.links() if forest else None
    engine.restore(roots, 45, links)
    ask(engine.insert, *ends[:, 45:55])
    # On the device, with a bad edge that is left out.
    rest = [np.append(end, bad) for end, bad in zip(ends[:, 55:], np.int32([0, n]), strict=True)]
    engine.insert(*(on_device(runtime, end) for end in rest), check_later=True)
    with contextlib.suppress(GraphError):
        engine.count()
        raise AssertionError(f"{case} found no bad edge")
    everything = Graph.from_edges(*np.hstack([inserted, ends[:, 45:]]), n)
    roots = connected_components_union_find(everything)
    np.testing.assert_array_equal(engine.components().roots(), roots, err_msg=case)


def on_device(runtime: Runtime, array: Any) -> Any:
    """An array of pyopencl that is in a buffer of its own."""
    import pyopencl.array

    made = pyopencl.array.Array(runtime.queue, array.shape, array.dtype, data=runtime.upload(array))
    KEPT.append(made)
    return made


def inspect(runtime: Runtime) -> None:
    """Look at rows that are no rows: nothing may be read outside of them."""
    for offsets, neighbors in (FALLING, BEYOND, NEGATIVE, OUT_OF_RANGE):
        rows = upload_rows(runtime, offsets, neighbors)
        assert inspect_adjacency(runtime, rows).fault
        KEPT.append(rows)


def cover(runtime: Runtime) -> None:
    """Look at a few vertices of graphs that have fewer."""
    path = [0, 1, 3, 4, 4], [1, 0, 2, 1]
    for rows, consecutive in ((([0], []), 0), (([0, 0], []), 0), (path, 0.75)):
        uploaded = upload_rows(runtime, *rows)
        assert hook_coverage(runtime, uploaded) >= (0.5 if uploaded.n else 0)
        within = uploaded.entry_count > 0
        neighbors = 0.75 if uploaded.entry_count else 0
        assert first_arcs(runtime, uploaded, uploaded).mutual == neighbors
        # Its vertices, but for the last one, are a segment.
        assert look_at_segments(runtime, uploaded, uploaded) == (1, uploaded.entry_count > 0)
        assert first_links(runtime, uploaded) == (0, 0, 0, 0, 0, within, 0, consecutive)
        assert small_components(runtime, uploaded) == (1 if uploaded.entry_count else 0)
        assert first_neighbors(runtime, uploaded).at_hubs == 0
        assert hooked_share(runtime, uploaded) >= (0.5 if uploaded.n else 0)
        KEPT.append(uploaded)


def upload_rows(runtime: Runtime, offsets: Any, neighbors: Any) -> DeviceCSR:
    """Put rows on the device, whatever is wrong with them."""
    buffers = [runtime.upload(np.array(part, dtype=np.int32)) for part in (offsets, neighbors)]
    return DeviceCSR(len(offsets) - 1, len(neighbors), *buffers, "int")


def transpose(runtime: Runtime) -> None:
    """Transpose rows, with empty ones and one that nearly all arcs end at."""
    for rows in (([0], []), ([0, 0], []), ([0, 3, 3, 5, 6], [3, 0, 3, 3, 1, 3])):
        uploaded = upload_rows(runtime, *rows)
        made = transpose_rows(runtime, uploaded, needs={})
        expected = transpose_rows_serially(*(np.array(part, dtype=np.int32) for part in rows))
        for buffer, part in zip(made.arguments, expected, strict=True):
            np.testing.assert_array_equal(runtime.download(buffer, part.size), part)
        KEPT.append((uploaded, made))


def condense(runtime: Runtime) -> None:
    """Condense graphs with arcs between all components, between some, and between none."""
    for name in ("empty", "one-loop", "pairs-on-a-path", "parallel-arcs-and-loops", "ring", "dag"):
        graph = directed_graph(name)
        labels = labels_from_roots(strong_roots(graph))
        count = int(labels.max(initial=-1)) + 1
        rows = upload_rows(runtime, graph.arcs().offsets, graph.arcs().neighbors)
        made = condensation(runtime, rows, runtime.upload(labels), count, needs={})
        expected = HostCondensation(graph, labels, count)
        for part in ("offsets", "neighbors", "sizes", "order"):
            np.testing.assert_array_equal(getattr(made, part)(), getattr(expected, part)())
        KEPT.append((rows, made))


def number(runtime: Runtime) -> None:
    """Count and label forests of all sizes around the blocks'."""
    generator = np.random.default_rng(5)
    for n in (0, 1, 31, 32, 33, 64, 65, 3000):
        roots = np.sort(generator.integers(0, max(1, n), n)).astype(np.int32)
        roots = np.searchsorted(roots, roots).astype(np.int32)
        buffer = runtime.upload(roots)
        KEPT.append(buffer)
        labels = runtime.download(label_components(runtime, buffer, n), n)
        np.testing.assert_array_equal(labels, labels_from_roots(roots))
        assert count_components(runtime, buffer, n) == np.unique(roots).size


def main(selector: str, only: str | None = None) -> None:
    """Run all, or the one variant."""
    device = select_device(selector)
    usual = watched(Runtime.of_device(device), is_cpu=True)
    classes = watched(runtime_with_small_classes(device, blocks=False), is_cpu=False)
    blocks = watched(runtime_with_small_classes(device, blocks=True), is_cpu=False)
    if only is not None:
        run(classes, hand_made("path-zigzag"), find_variant(only))
    else:
        run_all(usual, classes, blocks)
        join_all(classes)
        span_all(usual, classes)
        lightest_all(usual, classes)
        strong_all(usual, classes, blocks)
        stream_all(usual, classes)
        for runtime in (usual, classes, blocks):
            inspect(runtime)
            cover(runtime)
            transpose(runtime)
            condense(runtime)
            number(runtime)
    print(usual.launches + classes.launches + blocks.launches)


if __name__ == "__main__":
    main(*sys.argv[1:])
