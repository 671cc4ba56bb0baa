"""What all fights share: the library of a game, and what follows from a ground alone."""

from __future__ import annotations

from affray.core.arrays import i64
from affray.core.effect import Effect
from affray.core.grid import Box
from affray.core.pairs import Pairs
from affray.core.reach import Exits
from affray.rulesets.sovereign.definitions import Art, Spell
from affray.rulesets.sovereign.sheet.sheet import Sheet


class Library:
    """Everything that exists in a game."""

    def __init__(self) -> None:
        self.spells: dict[str, Spell] = {}
        self.arts: dict[str, Art] = {}
        self.statuses: dict[str, Effect] = {}  # of packs
        self.sheets: dict[str, Sheet] = {}
        self.weapons: list[str] = []  # weapons, then gear: whatever can lie about


class Stage:
    """What straight lines that begin alike come to next: one square, or two to choose from.

    Squares are so many cells of the map from where the lines begin.
    """

    def __init__(self, first: i64, second: i64) -> None:
        self.first = first
        self.second = second  # the same where there is but one
        self.after: list[Stage] = []
        self.ends = False  # a line ends here,
        self.columns: i64 = 0  # over so many columns


class Maps:
    """What follows from the ground alone: worked out when first asked, kept for all fights on it.

    Thorns that a spell has grown make another ground.
    """

    def __init__(self) -> None:
        self.exits: dict[tuple[int, ...], Exits] = {}
        self.covers: dict[tuple[int, ...], int] = {}
        self.plain: Pairs | None = None  # covers of two of one square on their feet, each plus 2
        self.points: dict[tuple[int, ...], bool] = {}
        self.crossings: Pairs | None = None  # seen from a square on one's feet: 1 no, 2 yes
        self.boxes: list[Box] | None = None
        self.barriers: dict[tuple[int, int], int] | None = None
        self.lowest: int | None = None
        self.outs: dict[int, list[int]] = {}  # by size
        self.gateways: dict[int, bytes] = {}  # by size: of every cell 1 if one can leave from it
        self.ways: dict[int, list[int]] = {}  # costs from a cell, for those of one square
        self.straights: dict[tuple[int, int], list[list[int]]] = {}  # stages, by columns and rows
        self.trees: dict[int, Stage] = {}  # of straight lines, by their longest
        self.grown: dict[tuple[int, ...], Maps] = {}
