"""What the kernels' text must not have, since an OpenCL implementation goes wrong with it."""

import re
from pathlib import Path

KERNELS = Path(__file__).resolve().parents[2] / "kernels_cl"

# The return is for a GPU alone, or for LANES == 1, of which the rest has no barrier.
MAY_RETURN = {"choose_from_rows", "NEXT_ROUND", "least_of_lanes", "has_other"}


def _parts(text):
    """The name and the text of each macro and each function."""
    text = re.sub(r"//.*|/\*.*?\*/", "", text)
    yield from re.findall(r"^#define (\w+)((?:.*\\\n)*.*)", text, re.MULTILINE)
    for head, body in re.findall(
        r"^((?:inline|__kernel)[^;{]*?)\n?\{\n(.*?)^\}", text, re.M | re.S
    ):
        yield re.search(r"(\w+)\(", head.partition("void ")[2] or head)[1], body


def _which(parts, *words):
    """The names of parts that have one of some words, or the name of another one that has."""
    found = set(words)
    while more := {
        name for name, body in parts if name not in found and found & set(re.findall(r"\w+", body))
    }:
        found |= more
    return found - {"return"}


def test_no_kernel_returns_before_a_barrier():
    """PoCL 5 goes wrong there, also where all work-items of a group return (portability.md)."""
    parts = [part for path in sorted(KERNELS.rglob("*.[ch]*")) for part in _parts(path.read_text())]
    assert len(parts) > 1000
    waits = _which(parts, "barrier")
    macros = [(name, body) for name, body in parts if name.upper() == name]
    returns = _which(macros, "return") | {"return"}
    for name, body in parts:
        words = re.findall(r"\w+", body)
        first = next((i for i, word in enumerate(words) if word in returns), len(words))
        behind = waits.intersection(words[first + 1 :]) - {name}
        assert not behind or name in MAY_RETURN, f"{name} returns before {', '.join(behind)}"
