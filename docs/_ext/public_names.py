"""Public names in the site: where they are documented, and links to there.

The package exports its names lazily, so the source of its ``__init__`` says nothing of constants:
their docstrings are read from the modules that define them. In the pages each ``code`` that is
nothing but a public name becomes a link to the API; the text stays plain Markdown.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer

import machiavelli_solver
from machiavelli_solver import CardValues, Rules

PACKAGE = machiavelli_solver.__name__

ALIASES = [
    name
    for name in machiavelli_solver.__all__
    if not isinstance(getattr(machiavelli_solver, name), type)
    and not name.isupper()
    and name[0].isupper()
] + ["Rank"]
"""Names of types, which signatures show in place of what they stand for."""


@cache
def docstrings() -> dict[str, list[str]]:
    """The lines of the docstrings below public names that are assigned, in whatever module."""
    found: dict[str, list[str]] = {}
    (folder,) = map(Path, machiavelli_solver.__path__)
    for path in sorted(folder.rglob("*.py")):
        docs = ModuleAnalyzer.for_file(path, path.stem).find_attr_docs()
        found |= {
            name: lines
            for (inside, name), lines in docs.items()
            if not inside and name in machiavelli_solver.__all__
        }
    return found


def docstring_of_data(
    _app: Sphinx, what: str, name: str, _obj: object, _options: object, lines: list[str]
) -> None:
    """Give a constant the docstring that stands below it in its own module."""
    if what == "data":
        lines[:] = docstrings().get(name.removeprefix(f"{PACKAGE}."), lines)


def plain_signature(
    _app: Sphinx,
    _what: str,
    _name: str,
    _obj: object,
    _options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """Write types inside others, and values of rules and cards that have a name, by their names."""
    return _by_name(signature), _by_name(returns)


def _by_name(text: str | None) -> str | None:
    if text is None:
        return None
    for name in machiavelli_solver.__all__:
        value = getattr(machiavelli_solver, name)
        if name.isupper() and isinstance(value, Rules | CardValues):
            text = text.replace(repr(value), name)
    return re.sub(r"TypeAliasForwardRef\('(\w+)'\)", r"\1", text)


def link_names(app: Sphinx, document: nodes.document) -> None:
    """Make public names in code links to the API."""
    if app.env.current_document.docname == "changelog":
        return
    for literal in list(document.findall(nodes.literal)):
        name = literal.astext().removesuffix("()")
        inside = literal.parent
        if name not in machiavelli_solver.__all__ or isinstance(
            inside, nodes.reference | nodes.title | addnodes.pending_xref
        ):
            continue
        link = addnodes.pending_xref(
            "",
            literal.deepcopy(),
            refdomain="py",
            reftype="obj",
            reftarget=f"{PACKAGE}.{name}",
            refdoc=app.env.current_document.docname,
            refwarn=True,
        )
        inside.replace(literal, link)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("autodoc-process-docstring", docstring_of_data)
    app.connect("autodoc-process-signature", plain_signature)
    app.connect("doctree-read", link_names)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
