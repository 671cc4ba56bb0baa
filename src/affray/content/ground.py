"""The words and characters of maps, shared by all games, and what a unit is."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from affray.core.grid import (
    DANGEROUS,
    DIFFICULT,
    DROP,
    HIGH_COVER,
    IMPASSABLE,
    LOW_COVER,
    OPEN,
    PIT,
    WALL,
    WATER,
)

CLIMB: Final = 10  # a face, ladder or heap of rocks that is climbed

GroundWord: TypeAlias = Literal[
    "open",
    "difficult",
    "dangerous",
    "impassable",
    "wall",
    "water",
    "pit",
    "low-cover",
    "high-cover",
    "drop",
    "climb",
]
CoverWord: TypeAlias = Literal["none", "low", "high"]

GROUNDS: Final[dict[GroundWord, int]] = {
    "open": OPEN,
    "difficult": DIFFICULT,
    "dangerous": DANGEROUS,
    "impassable": IMPASSABLE,
    "wall": WALL,
    "water": WATER,
    "pit": PIT,
    "low-cover": LOW_COVER,
    "high-cover": HIGH_COVER,
    "drop": DROP,
    "climb": CLIMB,
}
COVERS: Final[dict[CoverWord, int]] = {"none": 0, "low": 1, "high": 2}

# Nobody starts a fight here, whatever the ruleset.
NO_START: Final = (IMPASSABLE, WALL, DROP)


class Unit(NamedTuple):
    """What a game measures lengths and heights in, and how many of it a cell is wide."""

    name: str
    cell: int


class Glyph(NamedTuple):
    """What one character of the default legend stands for."""

    kind: GroundWord
    height: int
    zone: str
    text: str


LEGEND: Final[dict[str, Glyph]] = {
    ".": Glyph("open", 0, "", "open ground"),
    ",": Glyph("difficult", 0, "", "difficult ground: rough, muddy, overgrown"),
    "^": Glyph("dangerous", 0, "", "dangerous ground: entering it hurts"),
    "%": Glyph("impassable", 0, "", "ground that nobody enters but everybody sees across"),
    "#": Glyph("wall", 0, "", "a wall: bars steps and sight"),
    "~": Glyph("water", 0, "", "water to swim or wade through"),
    "v": Glyph("pit", -4, "", "a pit, 4 deep, with a floor"),
    "_": Glyph("drop", 0, "", "a drop: the edge of the field, off which one falls or is thrown"),
    "o": Glyph("low-cover", 0, "", "low cover: a barrel, a parapet, a fallen trunk"),
    "O": Glyph("high-cover", 0, "", "high cover: a pillar, a tree"),
    "/": Glyph("climb", 0, "", "a face or heap to climb"),
    "X": Glyph("open", 0, "exit", "open ground from which one may leave the map"),
    "P": Glyph("open", 0, "players", "open ground, the players' starting area"),
    "F": Glyph("open", 0, "foes", "open ground, the foes' starting area"),
    "T": Glyph("open", 0, "third", "open ground, a third side's starting area"),
}
LEGEND.update(
    {str(n): Glyph("open", n, "", f"open ground, {n} high") for n in range(10)},
)


def legend_text() -> str:
    """Return the default legend in one sentence, for the schema and for people."""
    known = [f"{glyph} {meaning.text}" for glyph, meaning in LEGEND.items() if not glyph.isdigit()]
    return "; ".join(known) + "; 0 to 9 open ground of that height"
