"""Drawings of the site stand in its pages as they are, not as pictures from outside.

So they take the colours of the page, light or dark, also when the reader switches. On GitHub, and
opened alone, the same files follow the system's choice.
"""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

FOLDER = "drawings/"


def put_in(app: Sphinx, document: nodes.document, _docname: str) -> None:
    """Put the drawings of a page in place of the references to them."""
    if app.builder.format != "html":
        return
    for image in list(document.findall(nodes.image)):
        uri = image["uri"]
        if uri.startswith(FOLDER) and uri.endswith(".svg"):
            svg = (Path(app.srcdir) / uri).read_text(encoding="utf-8")
            svg = f'<div class="drawing">{svg}</div>'
            image.parent.replace(image, nodes.raw("", svg, format="html"))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("doctree-resolved", put_in)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
