"""Make notebooks of the scripts in ``examples/notebooks``: the site shows them, and offers them.

A script is a notebook in jupytext's percent format. The notebooks go to ``docs/notebooks``, which
git ignores; the site runs them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jupytext

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE.parents[1] / "examples" / "notebooks"
NOTEBOOKS = HERE.parent / "notebooks"
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


def make_notebooks(app: Any) -> None:
    """Write each script that has changed as a notebook, and remove what has no script."""
    NOTEBOOKS.mkdir(exist_ok=True)
    scripts = {path.stem: path for path in SCRIPTS.glob("*.py")}
    for path in NOTEBOOKS.glob("*.ipynb"):
        if path.stem not in scripts:
            path.unlink()
    for name, path in scripts.items():
        notebook = jupytext.read(path)
        notebook.metadata["kernelspec"] = KERNEL
        for number, cell in enumerate(notebook.cells):
            cell["id"] = f"cell-{number}"  # the same in every build
        text = jupytext.writes(notebook, fmt="ipynb")
        target = NOTEBOOKS / f"{name}.ipynb"
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")


def offer_files(app: Any, page: str, source: list[str]) -> None:
    """Put links to the notebook and to its script below the title of a notebook's page."""
    folder, _, name = page.rpartition("/")
    if folder == NOTEBOOKS.name:
        notebook = json.loads(source[0])
        links = (
            f"{{download}}`Notebook <{name}.ipynb>`, "
            f"{{download}}`script <../../examples/notebooks/{name}.py>`"
        )
        title, _, text = "".join(notebook["cells"][0]["source"]).partition("\n")
        notebook["cells"][0]["source"] = f"{title}\n\n{links}\n{text}"
        source[0] = json.dumps(notebook)


def setup(app: Any) -> dict[str, bool]:
    """Make the notebooks before the pages are looked for."""
    app.connect("builder-inited", make_notebooks)
    app.connect("source-read", offer_files)
    return {"parallel_read_safe": True}
