"""The pages for users: the README and those of ``docs/``, with their blocks of code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

# What may be said before a block: why it is not run, or the modules without which it cannot.
_REMARK = re.compile(r"<!-- (?P<kind>not run|needs): (?P<text>.+) -->")
_FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,}|:{3,})(?P<language>[^`\n]*)$")


@dataclass(frozen=True)
class Block:
    """A block of code: its text, the line where it begins, and what is said before it.

    ``reason`` is why it is not run, if it is not, and ``needs`` names optional modules.
    """

    page: str
    language: str
    text: str
    line: int
    reason: str | None
    needs: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    """The README, and each page of ``docs/`` that is written by hand."""
    folders = (DOCS, DOCS / "api", DOCS / "performance")
    written = [path for folder in folders for path in folder.glob("*.md")]
    assert len(written) > 8
    return [ROOT / "README.md", *sorted(written)]


def name_of(page: Path) -> str:
    """The name of a page as in a link from the root."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """The blocks of a page, in order."""
    found: list[Block] = []
    opening, start, text = None, 0, []
    remarks: dict[str, str] = {}
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fence = _FENCE.match(line)
        if opening is None and fence:
            opening, start, text = fence, number, []
        elif opening is not None and fence and _closes(fence, opening):
            indent = len(opening["indent"])
            code = "".join(f"{each[indent:]}\n" for each in text)
            needs = tuple(re.findall(r"[\w.]+", remarks.get("needs", "")))
            language, reason = opening["language"].strip(), remarks.get("not run")
            found.append(Block(name_of(page), language, code, start, reason, needs))
            opening, remarks = None, {}
        elif opening is not None:
            text.append(line)
        elif remark := _REMARK.fullmatch(line.strip()):
            remarks[remark["kind"]] = remark["text"]
    assert opening is None, f"{name_of(page)}:{start}: the block does not end"
    assert not remarks, f"{name_of(page)}: no block follows {remarks}"
    return found


def _closes(fence: re.Match[str], opening: re.Match[str]) -> bool:
    return not fence["language"].strip() and fence["ticks"].startswith(opening["ticks"])
