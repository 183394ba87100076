"""Parse the options of a variant from the text of ``--option name=value``.

The table of variants lists the allowed values of an option and their types. The text
selects the allowed value that is written the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clconn.design_space import Option, as_text, choosers_of, find_variant, variants
from clconn.errors import OptionError
from clconn.problems import COMPONENTS, DesignSpace, find_design_space

__all__ = ["parse_options"]


def parse_options(
    texts: Iterable[str], variant: str, problem: str | DesignSpace = COMPONENTS
) -> dict[str, Any]:
    """Return the options of a variant, or of any, with values in the types of the table.

    Each text is ``name=value``; the last one with a name wins.

    Raises
    ------
    OptionError
        If a text is not ``name=value``, or the option or its value does not exist.
    UnknownVariantError
        If the variant does not exist.
    """
    if variant in choosers_of(find_design_space(problem)):
        rows = variants(problem)
    else:
        rows = (find_variant(variant, problem, or_automatic=True),)
    table = {option.name: option for row in rows for option in row.options}
    options = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise OptionError(f"--option {text!r}; expected NAME=VALUE, e.g. k=2")
        if name not in table:
            raise OptionError(
                f"--option {text}: {variant} has no option {name!r}; "
                f"it has: {', '.join(table) or 'none'}"
            )
        options[name] = _value(table[name], value)
    return options


def _value(option: Option, text: str) -> Any:
    for candidate in option.values:
        if as_text(candidate) == text.lower():
            return candidate
    raise OptionError(
        f"--option {option.name}={text}; "
        f"expected one of {', '.join(as_text(value) for value in option.values)}"
    )
