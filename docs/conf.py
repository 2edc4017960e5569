"""How the pages in this folder become a site: ``sphinx-build -W docs docs/_build/html``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from public_names import ALIASES
from pygments.lexers.data import JsonLexer
from sphinx.application import Sphinx

from machiavelli_solver import __version__

project = "machiavelli-solver"
author = "The machiavelli-solver developers"
copyright = author
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "public_names",
    "command_options",
    "drawings",
]
exclude_patterns = ["_build"]

# --- pages: headings have the anchors that GitHub gives them, so links work in both places

myst_heading_anchors = 3
smartquotes_action = "D"

# --- docstrings

default_role = "py:obj"
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_type_aliases = {name: name for name in ALIASES}
autodoc_preserve_defaults = True
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
add_module_names = False
toc_object_entries_show_parents = "hide"

# --- looks

html_theme = "furo"
html_title = "machiavelli-solver"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"


def setup(app: Sphinx) -> None:
    """Colour lines of JSON as JSON."""
    app.add_lexer("jsonl", JsonLexer)
