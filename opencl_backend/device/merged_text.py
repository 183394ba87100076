"""Several kernel files as one text, for which a compiler starts once.

A compiler takes a while before it comes to the first line: NVIDIA's 45 milliseconds, PoCL's 160 to
200 where it reads OpenCL's own header for each program (``short_header.py``). Nine programs of a
plan take 0.52 to 0.59 s as one, in place of 0.83 to 1.03, on the host of an H100, and six 0.5 s in
place of 2.3 by PoCL with that header.

Invariant: a part of the text means what it means alone. Kernels keep their names, so no two parts
may have one of the same name. All other names of a part are its own: before it, macros give its
functions and types a number; after it, all its macros are undefined.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from clconn.opencl_backend.device.definitions import declared, macros
from clconn.opencl_backend.device.kernel_text import KernelSet, kernel_names

__all__ = ["merged_text", "without_common_names"]


def merged_text(sets: Sequence[KernelSet]) -> str:
    """The text of several sets of kernels, with their switches in it.

    Parameters
    ----------
    sets
        No two of them have a kernel of the same name.
    """
    return "".join(_part(number, kernels) for number, kernels in enumerate(sets))


def _part(number: int, kernels: KernelSet) -> str:
    file, text = kernels.file, kernels.text
    switches = {name: 1 if value is None else value for name, value in kernels.switches.items()}
    own = declared(file) - set(kernel_names(file)) - switches.keys()
    for name in own & macros(file):
        # What is a function by one switch and a macro by another.
        text = re.sub(rf"^( *# *define {name}\b)", rf"#undef {name}\n\1", text, flags=re.MULTILINE)
    begin = [f"#define {name} {value}\n" for name, value in switches.items()]
    begin += [f"#define {name} {name}_{number}\n" for name in sorted(own)]
    end = [f"#undef {name}\n" for name in sorted(own | macros(file) | switches.keys())]
    return "".join((*begin, text, *end))


def without_common_names(sets: Sequence[KernelSet]) -> list[list[int]]:
    """Lay sets of kernels, by index, into groups of which none has two kernels of one name."""
    groups: list[tuple[set[str], list[int]]] = []
    for index, kernels in enumerate(sets):
        for names, group in groups:
            if names.isdisjoint(kernels.names):
                names |= kernels.names
                group.append(index)
                break
        else:
            groups.append((set(kernels.names), [index]))
    return [group for _, group in groups]
