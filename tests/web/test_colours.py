"""Whoever sees colours otherwise still sees what lies on what: from the colours of the style."""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.web.serving import ROOT

STYLE: Final = (ROOT / "src/affray/web/static/style.css").read_text("utf-8")
THEMES: Final = {"light": ":root {", "dark": ":root[data-theme=dark] {"}
THEMES["contrast"] = ":root[data-theme=contrast] {"
# What is left of light (red, green, blue, not yet encoded) without one kind of cones, or any.
SEEN: Final = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.147), (0.005, 0.691, 0.304)),
    "achromatopsia": ((0.213, 0.715, 0.072),) * 3,
}
# What is read or seen, on what, and how much lighter or darker it has to be at least: 4.5 as text
# needs it, 3 as lines and shapes do.
TEXTS: Final = (
    *[(ink, "panel") for ink in ("ink", "ink-2", "ink-3", "can", "risk", "bad")],
    *[(kind, f"{kind}-soft") for kind in ("can", "risk", "bad")],
    ("can-on", "can"),
    *[("on-side", side) for side in "abcd"],
)
SHAPES: Final = (
    *[(line, ground) for line in ("can-line", "risk", "ink") for ground in ("h-1", "h0", "h1")],
    *[("rim", side) for side in "abcd"],  # a piece is its side's colour within a rim
    *[("line-strong", ground) for ground in ("panel", "desk")],
)


def colours(theme: str) -> dict[str, tuple[float, ...]]:
    """Return the colours of a theme as light, by name; those it leaves out are the first one's."""
    found: dict[str, tuple[float, ...]] = {}
    for begin in dict.fromkeys([THEMES["light"], THEMES[theme]]):
        block = STYLE.split(begin, 1)[1].split("}", 1)[0]
        for name, code in re.findall(r"--([\w-]+): #([0-9a-f]{3}|[0-9a-f]{6});", block):
            pairs = [one * 2 for one in code] if len(code) == 3 else re.findall("..", code)
            found[name] = tuple([light(int(one, 16) / 255) for one in pairs])
    return found


def light(code: float) -> float:
    return code / 12.92 if code <= 0.04045 else ((code + 0.055) / 1.055) ** 2.4


def bright(colour: tuple[float, ...], deficiency: str) -> float:
    """Return how bright a colour is to somebody."""
    seen = [
        min(max(sum([a * b for a, b in zip(row, colour, strict=True)]), 0.0), 1.0)
        for row in SEEN[deficiency]
    ]
    return 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]


@pytest.mark.parametrize("deficiency", SEEN)
@pytest.mark.parametrize("theme", THEMES)
def test_texts_and_shapes_stand_out_for_who_sees_colours_otherwise(
    theme: str, deficiency: str
) -> None:
    known = colours(theme)
    faint: list[tuple[str, str, float]] = []
    for pairs, least in ((TEXTS, 4.5), (SHAPES, 3.0)):
        for pair in pairs:
            one, two = sorted([bright(known[name], deficiency) for name in pair])
            contrast = (two + 0.05) / (one + 0.05)
            if contrast < least:
                faint.append((*pair, round(contrast, 2)))
    assert not faint
