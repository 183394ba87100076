"""The unions of the reference that need nothing but the parents."""

from __future__ import annotations

from clconn.design_space import variants
from clconn.reference.union_find.union_rule import Unite
from clconn.reference.union_find.union_rules import UNION_RULES

UNITES: dict[str, Unite] = {
    row.finish: UNION_RULES[row.finish](0, "")
    for row in variants()
    if row.rule is not None and row.rule.state is None and row.rule.links_roots_only
}
"""Each by its name in a variant."""

BY_ID: dict[str, Unite] = {
    row.finish: UNITES[row.finish]
    for row in variants()
    if row.finish in UNITES and row.rule is not None and row.rule.orders_by_id
}
"""Those of them whose parents are no larger than their children."""
