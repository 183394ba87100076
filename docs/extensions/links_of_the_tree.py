"""Links of pages to files outside of ``docs/`` that have a page of the site."""

from __future__ import annotations

import re
from typing import Any

PAGES = {
    r"\(\.\./CONTRIBUTING\.md": "(contributing.md",
    r"\(\.\./CHANGELOG\.md": "(changelog.md",
    r"\(\.\./README\.md": "(index.md",
    r"\(\.\./examples/notebooks/(\w+)\.py": r"(notebooks/\1.ipynb",
}


def use_pages(app: Any, page: str, source: list[str]) -> None:
    """Replace the links, which are right on a code host, by those of the site."""
    for link, replacement in PAGES.items():
        source[0] = re.sub(link, replacement, source[0])


def setup(app: Any) -> dict[str, bool]:
    """Do so whenever a page is read."""
    app.connect("source-read", use_pages)
    return {"parallel_read_safe": True}
