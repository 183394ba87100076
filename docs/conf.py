"""The documentation site: ``nox -s docs`` builds it, without a network.

Its pages are those of this folder, which can be read on a code host as they are, the docstrings,
the help texts of the commands, and the notebooks of ``examples/notebooks``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import clconn

sys.path.insert(0, str(Path(__file__).resolve().parent / "extensions"))

project = "clconn"
author = "the clconn developers"
copyright = author
version = release = clconn.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "numpydoc",
    "myst_nb",
    "command_help",
    "links_of_the_tree",
    "notebooks",
]
templates_path = ["_templates"]
exclude_patterns = ["_build", "extensions", "**/.ipynb_checkpoints"]

# Docstrings. Types stand under Parameters, where they are words, and not in the signatures.
autodoc_typehints = "none"
autosummary_generate = True
numpydoc_show_class_members = False

# Names of other projects are links where a network was asked for, and words elsewhere.
nitpicky = True
nitpick_ignore_regex = [("py:.*", r"(numpy|scipy|networkx|pyopencl)\..*"), ("py:func", "open")]
if os.environ.get("CLCONN_DOCS_ONLINE") == "1":
    extensions.append("sphinx.ext.intersphinx")
    intersphinx_mapping = {
        "python": ("https://docs.python.org/3", None),
        "numpy": ("https://numpy.org/doc/stable", None),
        "scipy": ("https://docs.scipy.org/doc/scipy", None),
        "networkx": ("https://networkx.org/documentation/stable", None),
        "pyopencl": ("https://documen.tician.de/pyopencl", None),
    }

# Pages. Their sections have the anchors that a code host gives them.
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3

# Notebooks run when the site is built, and one that fails is an error.
nb_execution_mode = "cache"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True

html_theme = "pydata_sphinx_theme"
html_title = "clconn"
html_show_sourcelink = False
html_static_path = ["_static"]
html_css_files = ["clconn.css"]
html_theme_options = {
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "footer_start": ["copyright"],
    "footer_end": [],
}
copybutton_prompt_text = ">>> "


def hide_constructors(
    app: Any, kind: str, name: str, value: Any, options: Any, signature: str | None, annotation: str
) -> tuple[str, str] | None:
    """Leave out the signature of a class that users get and do not make: it has no Parameters."""
    got = kind in ("class", "exception") and "Parameters\n" not in (value.__doc__ or "")
    return ("", "") if got and signature else None


def setup(app: Any) -> None:
    """Connect what is too small for a file of its own."""
    app.connect("autodoc-process-signature", hide_constructors)
