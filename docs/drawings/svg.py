"""The little SVG that the drawings need: boxes, arrows, cards, and colours for light and dark.

A drawing that stands in a page of the site follows the theme that the reader has chosen there;
anywhere else it follows the system's.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import hypot
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]

_LIGHT: Final = (
    "--ink:#1f2733;--soft:#66707d;--line:#9aa4b1;--paper:#fff;--band:#eef1f5;--way:#0b7a4b;"
    "--glow:#e2f4ea;--red:#c2142d"
)
_DARK: Final = (
    "--ink:#e8ebf0;--soft:#a3adba;--line:#6c7684;--paper:#1b2028;--band:#242a34;--way:#4cc98c;"
    "--glow:#173a2b;--red:#ff7b86"
)
STYLE: Final = f"""<style>
.drawing-svg{{{_LIGHT};font-family:system-ui,"DejaVu Sans",sans-serif;font-size:14px}}
@media(prefers-color-scheme:dark){{.drawing-svg{{{_DARK}}}}}
body[data-theme=light] .drawing-svg{{{_LIGHT}}}
body[data-theme=dark] .drawing-svg{{{_DARK}}}
.drawing-svg text{{fill:var(--ink);text-anchor:middle;dominant-baseline:central}}
.drawing-svg .soft{{fill:var(--soft)}}
.drawing-svg .red{{fill:var(--red)}}
.drawing-svg .left{{text-anchor:start}}
.drawing-svg .band{{fill:var(--band)}}
.drawing-svg .box{{fill:var(--paper);stroke:var(--line);stroke-width:1.5}}
.drawing-svg .end{{stroke:var(--way);stroke-width:2.5}}
.drawing-svg .way{{fill:var(--glow);stroke:var(--way);stroke-width:2.5}}
.drawing-svg .gone{{fill:none;stroke-dasharray:4 4}}
.drawing-svg .halo{{fill:var(--paper)}}
.drawing-svg .cell{{fill:var(--ink)}}
.drawing-svg .line{{fill:none;stroke:var(--line);stroke-width:1.5}}
.drawing-svg .head{{fill:var(--line)}}
.drawing-svg .line.on{{stroke:var(--way);stroke-width:2.5}}
.drawing-svg .head.on{{fill:var(--way)}}
.drawing-svg .card{{fill:var(--paper);stroke:var(--soft);stroke-width:1}}
</style>"""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle around a centre."""

    x: float
    y: float
    width: float
    height: float

    def edge(self, towards: Point, gap: float = 0) -> Point:
        """Where a line from the centre leaves the box, and a gap farther."""
        dx, dy = towards[0] - self.x, towards[1] - self.y
        scale = min(
            (self.width / 2) / abs(dx) if dx else 1e9, (self.height / 2) / abs(dy) if dy else 1e9
        )
        scale += gap / hypot(dx, dy)
        return self.x + dx * scale, self.y + dy * scale

    def svg(self, classes: str = "box", radius: float = 8) -> str:
        """The box as an element."""
        x, y = self.x - self.width / 2, self.y - self.height / 2
        return (
            f'<rect class="{classes}" x="{x:g}" y="{y:g}" width="{self.width:g}" '
            f'height="{self.height:g}" rx="{radius:g}"/>'
        )


def text(x: float, y: float, words: str, classes: str = "") -> str:
    """Words around a point, or to the right of it with the class ``left``."""
    named = f' class="{classes}"' if classes else ""
    return f'<text x="{x:g}" y="{y:g}"{named}>{escape(words)}</text>'


def arrow(start: Box, end: Box, *, bend: float = 0, on: bool = False) -> tuple[list[str], Point]:
    """An arrow from a box to another one, and its middle.

    Args:
        start: the box that it leaves.
        end: the box that it comes to.
        bend: how far the arrow's middle is to the right of the straight line.
        on: whether it belongs to the way that is shown.
    """
    dx, dy = end.x - start.x, end.y - start.y
    length = hypot(dx, dy)
    pull = (
        (start.x + end.x) / 2 - 2 * bend * dy / length,
        (start.y + end.y) / 2 + 2 * bend * dx / length,
    )
    return _curve(start.edge(pull, 2), pull, end.edge(pull, 3), on=on)


def loop(box: Box, *, below: bool = False) -> tuple[list[str], Point]:
    """An arrow from a box back to itself, above or below it, and its middle."""
    up = 1 if below else -1
    side = box.y + up * box.height / 2
    start, end, far = (box.x - 14, side + up * 2), (box.x + 14, side + up * 3), side + up * 34
    control = f"{start[0]:g} {far:g} {end[0]:g} {far:g}"
    line = f'<path class="line" d="M{start[0]:g} {start[1]:g}C{control} {end[0]:g} {end[1]:g}"/>'
    return [line, _head(end, (end[0], far), on=False)], (box.x, side + up * 26)


def _curve(start: Point, pull: Point, end: Point, *, on: bool) -> tuple[list[str], Point]:
    name = "line on" if on else "line"
    path = f"M{start[0]:.1f} {start[1]:.1f}Q{pull[0]:.1f} {pull[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
    middle = ((start[0] + 2 * pull[0] + end[0]) / 4, (start[1] + 2 * pull[1] + end[1]) / 4)
    return [f'<path class="{name}" d="{path}"/>', _head(end, pull, on=on)], middle


def _head(tip: Point, source: Point, *, on: bool) -> str:
    """The head of an arrow that comes from somewhere."""
    dx, dy = tip[0] - source[0], tip[1] - source[1]
    length = hypot(dx, dy)
    dx, dy = dx / length, dy / length
    left = (tip[0] - 9 * dx - 4.5 * dy, tip[1] - 9 * dy + 4.5 * dx)
    right = (tip[0] - 9 * dx + 4.5 * dy, tip[1] - 9 * dy - 4.5 * dx)
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, left, right))
    return f'<polygon class="{"head on" if on else "head"}" points="{points}"/>'


def picture(width: float, height: float, title: str, parts: list[str]) -> str:
    """A whole drawing, as it stands in its file.

    Args:
        width: its width.
        height: its height.
        title: what it shows, for those who cannot see it.
        parts: its elements.
    """
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing-svg" role="img" '
            f'viewBox="0 0 {width:g} {height:g}" width="{width:g}">',
            f"<title>{escape(title)}</title>",
            STYLE,
            *parts,
            "</svg>\n",
        ]
    )
