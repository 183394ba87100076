"""Options of a variant, from the text of ``--option name=value``.

The table of variants says which values an option takes, and of which type; a
text stands for the allowed value that is written like it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clconn.command_line.stdout import as_text
from clconn.design_space import AUTOMATIC, Option, find_variant, variants
from clconn.errors import OptionError
from clconn.problems import COMPONENTS, Problem

__all__ = ["parse_options"]


def parse_options(
    texts: Iterable[str], variant: str, problem: str | Problem = COMPONENTS
) -> dict[str, Any]:
    """The options that the library takes.

    Parameters
    ----------
    texts : iterable of str
        Each ``name=value``; the last one of a name holds.
    variant : str
        The variant that they are for, or ``"auto"``.
    problem : str or Problem, default "components"

    Returns
    -------
    dict
        Values in the types of the table.

    Raises
    ------
    OptionError
        If a text is not ``name=value``, or the option is unknown or does not
        take the value.
    UnknownVariantError
        If there is no such variant.
    """
    rows = variants(problem) if variant == AUTOMATIC else (find_variant(variant, problem),)
    known = {option.name: option for row in rows for option in row.options}
    chosen = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise OptionError(f"--option {text!r}; expected NAME=VALUE, e.g. k=2")
        if name not in known:
            raise OptionError(
                f"--option {text}: {variant} has no option {name!r}; "
                f"it has: {', '.join(known) or 'none'}"
            )
        chosen[name] = _value(known[name], value)
    return chosen


def _value(option: Option, text: str) -> Any:
    for allowed in option.values:
        if as_text(allowed) == text.lower():
            return allowed
    raise OptionError(
        f"--option {option.name}={text}; "
        f"expected one of {', '.join(as_text(value) for value in option.values)}"
    )
