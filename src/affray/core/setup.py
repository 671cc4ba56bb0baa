"""What a ruleset is given to begin a fight: plain data, read and checked by the content layer."""

from __future__ import annotations

from typing import Final

from affray.core.combat import Origin
from affray.core.grid import Grid

Value = int | str | bool
SWITCH: Final[tuple[Value, ...]] = (False, True)  # what most options may be


class Objective:
    """A way in which a side wins or loses besides being the last one standing.

    ``kind`` is a word that the ruleset knows; ``who`` names combatants, ``cells`` places,
    ``number`` rounds or heads.
    """

    def __init__(
        self,
        kind: str,
        side: int,
        wins: bool,
        who: list[str] | None = None,
        cells: list[int] | None = None,
        number: int = 0,
        text: str = "",
        when: str = "",
        item: str = "",
    ) -> None:
        self.kind = kind
        self.side = side  # whose win or defeat it is
        self.wins = wins
        self.who = who or []
        self.cells = cells or []
        self.number = number
        self.text = text
        self.when = when  # when it is looked at, "" as the ruleset says
        self.item = item  # the thing to be carried, by its id


class Member:
    """One combatant to be: ``sheet`` is an object of the ruleset's own class."""

    def __init__(self, id: str, name: str, side: int, sheet: object) -> None:
        self.id = id  # of the character or creature
        self.name = name  # unique in the encounter: also its word in keys
        self.side = side
        self.sheet = sheet
        self.cell = -1  # -1: placed in play, or in the start cells
        self.facing = -1  # a direction 0 to 7, -1 none
        self.arrives = 0  # round of arrival; 0 from the start
        self.seats = 1 << side
        self.npc = False
        self.undetected = False  # unseen by the other sides when the fight begins
        self.summoned_by = ""  # the name of the member that called it
        self.thralled = False  # called before the fight, and stays
        self.group = ""  # those of its side whose morale breaks together
        self.holding: list[str] | None = None  # what is in its hands; None: as its sheet says
        self.values: dict[str, Value] = {}  # what of its sheet and state the rules let it bring
        self.state: dict[str, object] = {}  # how the game master lets it begin, by path


class SideSetup:
    """One side: who decides for it and where it may start."""

    def __init__(self, id: str, name: str, seat: int, start: list[int]) -> None:
        self.id = id
        self.name = name
        self.seat = seat
        self.start = start
        self.allied: list[int] = []  # other sides that it fights beside
        self.neutral: list[int] = []  # other sides that it neither helps nor fights


class Setup:
    """An encounter made ready: the map, the sides, the members in listing order.

    And what decides it.

    ``seats`` names the seats in order; the last is always the GM's.
    """

    def __init__(self, grid: Grid, seats: list[str]) -> None:
        self.grid = grid
        self.seats = seats
        self.sides: list[SideSetup] = []
        self.members: list[Member] = []
        self.objectives: list[Objective] = []
        self.options: dict[str, Value] = {}
        self.round_limit = 0  # 0: none
        self.instigator = -1  # side
        self.instigators: list[str] = []  # members by name, where one of them began the fight
        self.surprised: list[int] = []  # sides
        self.surprising = -1  # the side that surprises them
        self.surprise = ""  # how they are surprised, a word that the ruleset knows
        self.leaving: list[int] = []  # cells from which one may leave the map, ascending
        self.last_standing = True  # whether the fight also ends when one side alone is left
        self.origin: Origin | None = None  # what it was made of, None if by hand

    def gm(self) -> int:
        return len(self.seats) - 1

    def of(self, members: list[Member]) -> Setup:
        """Return the same encounter with these members alone."""
        twin = Setup(self.grid, self.seats)
        twin.sides = self.sides
        twin.members = members
        twin.objectives = self.objectives
        twin.options = self.options
        twin.round_limit = self.round_limit
        twin.instigator = self.instigator
        twin.instigators = self.instigators
        twin.surprised = self.surprised
        twin.surprising = self.surprising
        twin.surprise = self.surprise
        twin.leaving = self.leaving
        twin.last_standing = self.last_standing
        return twin
