"""Rows that are not in the table: a union by another order, and an edge source under another name.

They are added as CONTRIBUTING.md says, but to the tables of this process alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

from clconn.design_space import UnionRule, components, table
from clconn.opencl_backend.components import edge_sources
from clconn.opencl_backend.device import definitions, kernel_switches, kernel_text
from clconn.reference.components import edge_sources as of_reference
from clconn.reference.union_find import union_rules
from clconn.reference.union_find.find import Find, Parents
from clconn.reference.union_find.union_rule import Unite, compare_and_swap, itself

NEW_UNION = "random-priority"
NEW_SOURCE = "kout-again"

RULE = UnionRule(
    orders_by_id=False,
    trees_are_parents=True,
    links_roots_only=True,
    state=None,
    finds_after_linking=False,
)

# Multiplying by an odd number permutes the ids, so no two priorities are equal.
ORDER = """
#ifdef ORDER_random_priority
#define ABOVE(u, v) ((uint)(u) * 2654435761u < (uint)(v) * 2654435761u)
#endif
"""

UNITE = """
#ifdef UNITE_random_priority
#define SOURCE(parents, v) (v)
inline int unite_random_priority(
    __global int *parents, const int source, const int neighbor LINK_PARAMETERS)
{
    int root = FIND(parents, source);
    int other = FIND(parents, neighbor);
    while (root != other) {
        const int upper = UPPER(root, other);
        const int under = root + other - upper;
        const int seen = LINK_PARENT(parents, under, upper);
        if (seen == under) {
            LINKED(under);
            break;
        }
        root = FIND(parents, seen);
        other = FIND(parents, upper);
    }
    return source;
}
#define UNITE(parents, source, neighbor) \\
    unite_random_priority(parents, source, neighbor LINK_ARGUMENTS)
#endif
"""


def _priority(v: int) -> int:
    return v * 2654435761 % 2**32


def _join(parents: Parents, source: int, target: int, find: Find) -> tuple[int, int | None]:
    root, other = find(parents, source), find(parents, target)
    while root != other:
        upper, under = sorted((root, other), key=_priority)
        if compare_and_swap(parents, under, under, upper) == under:
            return source, under
        root, other = find(parents, root), find(parents, other)
    return source, None


_OF_TEXTS = (
    kernel_text.kernel_source,
    kernel_text._words,
    definitions._taken_apart,
    definitions.macros,
    kernel_switches._words_behind,
    kernel_switches._those_behind,
)


@contextmanager
def _afresh(patch: Any) -> Iterator[None]:
    """Let what is remembered of the table and of the kernels be made anew, and anew after."""
    patch.setattr(table, "_rows", cache(table._rows.__wrapped__))
    for remembered in _OF_TEXTS:
        remembered.cache_clear()
    try:
        yield
    finally:
        for remembered in _OF_TEXTS:
            remembered.cache_clear()


@contextmanager
def new_union(monkeypatch: Any) -> Iterator[str]:
    """Add a union that links by a random priority instead of by id."""
    read = kernel_text.file_text

    def text(path: str) -> str:
        if path == "device/vertex_order.h":
            return ORDER + read(path)
        return read(path) + UNITE if path == "union_find/unite.h" else read(path)

    row = replace(
        components.FINISHES["async"],
        name=NEW_UNION,
        origin="clconn",
        own_compressions=(),
        rule=RULE,
    )
    with monkeypatch.context() as patch:
        patch.setitem(components.FINISHES, NEW_UNION, row)
        patch.setitem(union_rules.UNION_RULES, NEW_UNION, lambda n, step: Unite(itself, _join))
        patch.setattr(kernel_text, "file_text", text)
        with _afresh(patch):
            yield NEW_UNION


@contextmanager
def new_source(monkeypatch: Any) -> Iterator[str]:
    """Add k-out sampling under another name."""
    row = replace(components.EDGE_SOURCES["kout"], name=NEW_SOURCE, origin="clconn")
    finishes = {
        name: replace(finish, edges=(*finish.edges, NEW_SOURCE))
        for name, finish in components.FINISHES.items()
        if "kout" in finish.edges
    }
    with monkeypatch.context() as patch:
        patch.setitem(components.EDGE_SOURCES, NEW_SOURCE, row)
        for name, finish in finishes.items():
            patch.setitem(components.FINISHES, name, finish)
        patch.setitem(edge_sources.EDGE_SOURCES, NEW_SOURCE, edge_sources.EDGE_SOURCES["kout"])
        patch.setitem(of_reference.EDGE_SOURCES, NEW_SOURCE, of_reference.EDGE_SOURCES["kout"])
        with _afresh(patch):
            yield NEW_SOURCE
