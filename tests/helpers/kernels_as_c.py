"""The text of kernels as C, with other accesses to the parents, and a compiler for it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

__all__ = ["c_compiler", "changed", "compile_c", "definitions", "with_accesses"]

_LAST_OF_PARENTS = """\
#define REPLACE_PARENT(parents, v, seen, value) \\
    atomic_cmpxchg((volatile __global int *)((parents) + (v)), (seen), (value))
"""


def c_compiler() -> str | None:
    """The C compiler of the system, if there is one that understands GNU C."""
    return shutil.which("gcc") or shutil.which("clang") or shutil.which("cc")


def compile_c(*arguments: str | Path) -> None:
    """Compile GNU C; the compiler's messages are those of a failed assertion."""
    compiler = c_compiler()
    assert compiler is not None
    # GCC 14 makes an error of it, and not all of the kernels' functions are called.
    options = ["-std=gnu11", "-w", "-Wno-implicit-function-declaration"]
    done = subprocess.run([compiler, *options, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:4000]


def definitions(switches: Mapping[str, str | int | None]) -> list[str]:
    """The compiler's arguments for ``-D`` switches; None as value defines only the name."""
    return [f"-D{key}" if value is None else f"-D{key}={value}" for key, value in switches.items()]


def changed(text: str, old: str, new: str, *, times: int = 1) -> str:
    """The text with something in it replaced, which must stand there so many times."""
    assert text.count(old) == times, f"{old!r} stands there {text.count(old)} times"
    return text.replace(old, new)


def with_accesses(text: str, accesses: str) -> str:
    """The text with macros behind those of parents.h, and with vectors as C makes them."""
    text = changed(text, _LAST_OF_PARENTS, _LAST_OF_PARENTS + accesses)
    return text.replace("(int2)(", "int2_of(").replace("(uint4)(", "uint4_of(")
