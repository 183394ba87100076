"""Which switches a kernel depends on.

A plan passes all of its switches to all of its files, but most kernels of a file depend on few of
them: what lists the rows of a graph does not depend on the union. Plans share kernels that agree in
the switches on which they depend, so only what differs is built.

The text of a file is taken apart into macros, functions, types and kernels. Each has the words in
it and in the conditions around it. A kernel depends on its own words, and on those of everything
that they name, in whichever branch it stands. So a switch may be taken for one that matters and is
not, and never the other way round. What has no name counts for every kernel of the file.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from clconn.opencl_backend.device import programs

__all__ = ["kernel_switches"]

_COMMENT = re.compile(r"//.*|/\*[\s\S]*?\*/")
_WORD = re.compile(r"[A-Za-z_]\w*")
_DIRECTIVE = re.compile(r"\s*#\s*(\w+)\s*([\s\S]*)")
_FUNCTION = re.compile(r"(?:__kernel|inline)\b[^(]*?(\w+)\(")
_TYPE = re.compile(r"typedef\b[\s\S]*?(\w+);\Z")


def kernel_switches(
    file: str, kernel: str, switches: Mapping[str, str | int | None]
) -> tuple[tuple[str, str | None], ...]:
    """The switches on which a kernel depends, sorted, with their values as text.

    Parameters
    ----------
    file
        As for :func:`~clconn.opencl_backend.device.programs.kernel_source`.
    switches
        Names and values; None as value defines only the name.
    """
    return _those_behind(file, kernel, frozenset(switches.items()))


@cache
def _those_behind(
    file: str, kernel: str, switches: frozenset[tuple[str, str | int | None]]
) -> tuple[tuple[str, str | None], ...]:
    texts = {name: None if value is None else str(value) for name, value in switches}
    words = _words_behind(file, kernel)
    while True:
        found = {name: text for name, text in texts.items() if name in words}
        # A value may be the name of a function.
        values = {word for text in found.values() if text for word in _WORD.findall(text)}
        further = words.union(*(_words_behind(file, word) for word in values))
        if further == words:
            return tuple(sorted(found.items()))
        words = further


@cache
def _words_behind(file: str, name: str) -> frozenset[str]:
    """A name, the words of its definitions, those of their definitions, and so on."""
    definitions = _definitions(file)
    found: set[str] = set()
    left = {name, _NAMELESS}
    while left:
        word = left.pop()
        found.add(word)
        left |= definitions.get(word, frozenset()) - found
    return frozenset(found)


_NAMELESS = ""


@cache
def _definitions(file: str) -> dict[str, frozenset[str]]:
    """The words of all definitions of each name of a file, and of what has none."""
    found: dict[str, set[str]] = defaultdict(set)
    conditions: list[set[str]] = []
    text, text_conditions = "", set[str]()
    for line in _COMMENT.sub("", programs.kernel_source(file)).replace("\\\n", " ").splitlines():
        directive = _DIRECTIVE.match(line)
        if directive:
            kind, words = directive[1], set(_WORD.findall(directive[2]))
            if kind.startswith("if"):
                conditions.append(words)
            elif kind == "elif":
                conditions[-1] |= words
            elif kind == "endif":
                conditions.pop()
            elif kind != "else":
                named = _WORD.match(directive[2]) if kind in ("define", "undef") else None
                found[named[0] if named else _NAMELESS] |= words.union(*conditions)
        elif line.strip():
            text += line + "\n"
        if text:
            text_conditions = text_conditions.union(*conditions)
        if _is_whole(text):
            match = _FUNCTION.match(text) or _TYPE.match(text.rstrip())
            name = match[1] if match else _NAMELESS
            found[name] |= text_conditions.union(_WORD.findall(text))
            text, text_conditions = "", set()
    assert not text, f"{file} ends within a definition"
    return {name: frozenset(words) for name, words in found.items()}


def _is_whole(text: str) -> bool:
    """Whether a definition ends with the last line, by the way in which kernels are written."""
    last = text.splitlines()[-1] if text else ""
    closed = text.count("{") == text.count("}")
    return last.startswith("}") or (closed and last.endswith(("}", ";")))
