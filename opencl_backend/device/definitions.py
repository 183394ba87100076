"""What a kernel file defines: macros, functions, types and kernels.

The text of a file is taken apart by the way in which kernels are written: a definition begins at
the beginning of a line, and its last line begins with a brace or is the only one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Set
from functools import cache

from clconn.opencl_backend.device import kernel_text

__all__ = ["NAMELESS", "WORD", "declared", "definitions", "macros"]

WORD = re.compile(r"[A-Za-z_]\w*")
_COMMENT = re.compile(r"//.*|/\*[\s\S]*?\*/")
_DIRECTIVE = re.compile(r"\s*#\s*(\w+)\s*([\s\S]*)")
_FUNCTION = re.compile(r"(?:__kernel|inline)\b[^(]*?(\w+)\(")
_TYPE = re.compile(r"typedef\b[\s\S]*?(\w+);\Z")

NAMELESS = ""
"""Stands for the name of what has none, such as a pragma."""


@cache
def macros(file: str) -> frozenset[str]:
    """The names of a file's macros, some of them functions in other branches."""
    lines = map(_DIRECTIVE.match, _lines(file))
    named = (WORD.match(line[2]) for line in lines if line and line[1] == "define")
    return frozenset(match[0] for match in named if match)


def definitions(file: str) -> Mapping[str, frozenset[str]]:
    """The words of all definitions of each name of a file, and of what has none."""
    return _taken_apart(file)[0]


def declared(file: str) -> Set[str]:
    """The names of a file's functions, kernels and types, some of them macros in other branches."""
    return _taken_apart(file)[1]


@cache
def _taken_apart(file: str) -> tuple[Mapping[str, frozenset[str]], Set[str]]:
    """The words of all definitions of each name, and which names are no macros alone."""
    found: dict[str, set[str]] = defaultdict(set)
    of_code: set[str] = set()
    conditions: list[set[str]] = []
    text, text_conditions = "", set[str]()
    for line in _lines(file):
        directive = _DIRECTIVE.match(line)
        if directive:
            kind, words = directive[1], set(WORD.findall(directive[2]))
            if kind.startswith("if"):
                conditions.append(words)
            elif kind == "elif":
                conditions[-1] |= words
            elif kind == "endif":
                conditions.pop()
            elif kind == "pragma" and text:
                # Of the definition in which it stands.
                text_conditions |= words
            elif kind != "else":
                named = WORD.match(directive[2]) if kind in ("define", "undef") else None
                found[named[0] if named else NAMELESS] |= words.union(*conditions)
        elif line.strip():
            text += line + "\n"
        if text:
            text_conditions = text_conditions.union(*conditions)
        if _is_whole(text):
            match = _FUNCTION.match(text) or _TYPE.match(text.rstrip())
            name = match[1] if match else NAMELESS
            found[name] |= text_conditions.union(WORD.findall(text))
            of_code.add(name)
            text, text_conditions = "", set()
    assert not text, f"{file} ends within a definition"
    of_code.discard(NAMELESS)
    return {name: frozenset(words) for name, words in found.items()}, of_code


def _is_whole(text: str) -> bool:
    """Whether a definition ends with the last line, by the way in which kernels are written."""
    last = text.splitlines()[-1] if text else ""
    closed = text.count("{") == text.count("}")
    return last.startswith("}") or (closed and last.endswith(("}", ";")))


def _lines(file: str) -> list[str]:
    return _COMMENT.sub("", kernel_text.kernel_source(file)).replace("\\\n", " ").splitlines()
