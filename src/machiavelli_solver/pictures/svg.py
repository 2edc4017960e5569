"""Writing SVG: elements as text, numbers without a tail, and names escaped.

Nothing here has an id, a script or a link, so any number of pictures can stand in one
page, and the same picture is always the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})

Attributes: TypeAlias = Mapping[str, str | float]
"""An element's attributes; numbers are printed to a hundredth."""


def element(name: str, attributes: Attributes, children: Iterable[str] = ()) -> str:
    """An element; its children are elements, or text that is escaped already.

    >>> element("path", {"d": "M0 0H9", "stroke-width": 1.50})
    '<path d="M0 0H9" stroke-width="1.5"/>'
    """
    opening = "".join([f"<{name}", *(f" {key}={_value(it)}" for key, it in attributes.items())])
    inside = "".join(children)
    return f"{opening}>{inside}</{name}>" if inside else f"{opening}/>"


def text_element(name: str, attributes: Attributes, text: str) -> str:
    """An element that holds text.

    >>> text_element("title", {}, "A < B")
    '<title>A &lt; B</title>'
    """
    return element(name, attributes, [text.translate(_ESCAPES)])


def moved_to(
    x: float, y: float, children: Iterable[str], attributes: Attributes = MappingProxyType({})
) -> str:
    """A group of elements, put at a place.

    >>> moved_to(3, 0.5, ["<path/>"], {"role": "img"})
    '<g role="img" transform="translate(3 0.5)"><path/></g>'
    """
    transform = {} if x == y == 0 else {"transform": f"translate({number(x)} {number(y)})"}
    return element("g", {**attributes, **transform}, children)


def number(value: float) -> str:
    """A number as short as can be, to a hundredth.

    >>> number(3.0), number(0.125), number(-0.001)
    ('3', '0.12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _value(value: str | float) -> str:
    text = value.translate(_ESCAPES) if isinstance(value, str) else number(value)
    return f'"{text}"'
