"""The table of variants: the algorithms, the problems that they solve, and their origins.

The name of a variant is ``edges/finish/compression``. The tests, the command line, the benchmarks
and both backends read only this table. A new algorithm is a new row here, plus files of the same
name in ``reference``, ``opencl_backend`` and ``kernels_cl``.
"""

from __future__ import annotations

from clconn.design_space.choice import (
    ASKED_FOR,
    Automatic,
    Choice,
    Request,
    is_measured,
    make_request,
    refuse_measured,
)
from clconn.design_space.model import EdgeSource, Finish, Option, UnionRule, Variant
from clconn.design_space.option_text import as_text, settings
from clconn.design_space.table import (
    AUTOMATIC,
    CHOOSERS,
    MEASURED,
    check_options,
    choosers_of,
    find_variant,
    has_variant,
    resolve_options,
    variants,
)

__all__ = [
    "ASKED_FOR",
    "AUTOMATIC",
    "CHOOSERS",
    "MEASURED",
    "Automatic",
    "Choice",
    "EdgeSource",
    "Finish",
    "Option",
    "Request",
    "UnionRule",
    "Variant",
    "as_text",
    "check_options",
    "choosers_of",
    "find_variant",
    "has_variant",
    "is_measured",
    "make_request",
    "refuse_measured",
    "resolve_options",
    "settings",
    "variants",
]
