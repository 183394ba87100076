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

from collections.abc import Mapping
from functools import cache

from clconn.opencl_backend.device.definitions import NAMELESS, WORD, definitions

__all__ = ["kernel_switches"]


def kernel_switches(
    file: str, kernel: str, switches: Mapping[str, str | int | None]
) -> tuple[tuple[str, str | None], ...]:
    """The switches on which a kernel depends, sorted, with their values as text.

    Parameters
    ----------
    file
        As for :func:`~clconn.opencl_backend.device.kernel_text.kernel_source`.
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
        values = {word for text in found.values() if text for word in WORD.findall(text)}
        further = words.union(*(_words_behind(file, word) for word in values))
        if further == words:
            return tuple(sorted(found.items()))
        words = further


@cache
def _words_behind(file: str, name: str) -> frozenset[str]:
    """A name, the words of its definitions, those of their definitions, and so on."""
    of_file = definitions(file)
    found: set[str] = set()
    left = {name, NAMELESS}
    while left:
        word = left.pop()
        found.add(word)
        left |= of_file.get(word, frozenset()) - found
    return frozenset(found)
