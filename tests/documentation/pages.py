"""The pages for users: the README and those of ``docs/``, with their blocks of code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

# What is said before a block that is not run: <!-- not run: the reason -->
_REASON = re.compile(r"<!-- not run: (.+) -->")
_FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,}|:{3,})(?P<language>[^`\n]*)$")


@dataclass(frozen=True)
class Block:
    """A block of code: its language, its text, the line where it begins, why it is not run."""

    page: str
    language: str
    text: str
    line: int
    reason: str | None

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    """The README, and each page of ``docs/`` that is written by hand."""
    written = [path for folder in (DOCS, DOCS / "api") for path in folder.glob("*.md")]
    assert len(written) > 8
    return [ROOT / "README.md", *sorted(written)]


def name_of(page: Path) -> str:
    """The name of a page as in a link from the root."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """The blocks of a page, in order."""
    found: list[Block] = []
    opening, start, reason, text = None, 0, None, []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fence = _FENCE.match(line)
        if opening is None and fence:
            opening, start, text = fence, number, []
        elif opening is not None and fence and _closes(fence, opening):
            indent = len(opening["indent"])
            code = "".join(f"{each[indent:]}\n" for each in text)
            language = opening["language"].strip()
            found.append(Block(name_of(page), language, code, start, reason))
            opening, reason = None, None
        elif opening is not None:
            text.append(line)
        elif stated := _REASON.fullmatch(line.strip()):
            reason = stated[1]
    assert opening is None, f"{name_of(page)}:{start}: the block does not end"
    assert reason is None, f"{name_of(page)}: no block follows the reason {reason!r}"
    return found


def _closes(fence: re.Match[str], opening: re.Match[str]) -> bool:
    return not fence["language"].strip() and fence["ticks"].startswith(opening["ticks"])
