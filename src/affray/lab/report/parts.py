"""What a report is made of, before it is a page: sections of words, charts, tables, maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, TypeAlias

Value: TypeAlias = str | int | float | bool | None
Rows: TypeAlias = list[dict[str, Value]]

HUES: Final = ("a", "b", "c", "d")  # of the sides, as the page's style names them
NOBODY: Final = "d"


def hue(side: int) -> str:
    """Return the colour of a side as the page names it; -1 is nobody."""
    return NOBODY if side < 0 else HUES[side % len(HUES)]


@dataclass(slots=True)
class Chart:
    """A chart: its specification in Vega-Lite, and what it shows for who cannot see it."""

    kind: ClassVar[str] = "chart"
    spec: Mapping[str, Any]
    label: str
    caption: str = ""
    rows: Rows = field(default_factory=list)  # to be kept beside the page


@dataclass(slots=True)
class Table:
    """A table of texts; ``numeric`` are the columns set to the right, ``folded`` shows on demand.

    ``shares`` of a row are from 0 to 1, by column: they tint a cell in the hue of the row.
    """

    kind: ClassVar[str] = "table"
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    numeric: Sequence[int] = ()
    caption: str = ""
    folded: str = ""  # its summary
    shares: Sequence[Mapping[int, float]] = ()
    hues: Sequence[str] = ()


@dataclass(slots=True)
class Picture:
    """A drawing, as SVG that was made here."""

    kind: ClassVar[str] = "picture"
    svg: str
    label: str
    caption: str = ""


@dataclass(slots=True)
class Pair:
    """A sentence with two shares to compare: with something and without it."""

    text: str
    share: float
    detail: str
    other_share: float
    other_detail: str
    hue: str = "a"


@dataclass(slots=True)
class Pairs:
    """Sentences with two bars each."""

    kind: ClassVar[str] = "pairs"
    items: Sequence[Pair]


@dataclass(slots=True)
class Shares:
    """Shares that add up to a whole, as one bar: name, share, words, hue."""

    kind: ClassVar[str] = "shares"
    items: Sequence[tuple[str, float, str, str]]


@dataclass(slots=True)
class Text:
    """A long text that is unfolded on demand, such as a fight from its beginning to its end."""

    kind: ClassVar[str] = "text"
    id: str
    title: str
    text: str
    note: str = ""


@dataclass(slots=True)
class Links:
    """Links to places of the page: what they are called, where they lead, what is there."""

    kind: ClassVar[str] = "links"
    items: Sequence[tuple[str, str, str]]


Part: TypeAlias = Chart | Table | Picture | Pairs | Shares | Text | Links


@dataclass(slots=True)
class Section:
    """A headed part of the page: plain sentences first, then what shows them."""

    id: str
    title: str
    lead: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    rows: Rows = field(default_factory=list)  # to be kept beside the page; else those of its charts


def percent(share: float, digits: int = 0) -> str:
    """Return a share as people write it: ``47 %``."""
    return f"{100 * share:.{digits}f} %"


def between(low: float, high: float) -> str:
    """Return an interval of a share: ``43 to 51 %``."""
    return f"{100 * low:.0f} to {100 * high:.0f} %"


def times(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
