"""At what a spell may be aimed, and the choice where it is centred."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Choice, Option
from affray.rulesets.sovereign import geometry
from affray.rulesets.sovereign.definitions import Spell
from affray.rulesets.sovereign.magic import thorns
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ACTIVE, BLUNTED_ONCE, ONCE

# What a spell is aimed at.
FOE: Final = 0  # any visible creature
FRIEND: Final = 1  # one willing creature
FRIENDS: Final = 2  # several of them, one by one
SQUARE: Final = 3  # a square of ground
AROUND: Final = 4  # everybody about the caster
LINE: Final = 5  # a line between squares
OTHERS: Final = 6  # any creature but the caster
AIMS: Final = {
    "blunt-contact": OTHERS,
    "shield-of-daggers": FRIEND,
    "speed": FRIENDS,
    "invisibility": FRIENDS,
    "haste": FRIENDS,
    "elemental-shield": FRIENDS,
    "sleep": SQUARE,
    "magic-bomb": SQUARE,
    "arctic-circle": SQUARE,
    "fear": AROUND,
    "wall-of-thorns": LINE,
}


def aim_of(spell: Spell) -> int:
    """Return what a spell is aimed at, as one of ``FOE`` to ``OTHERS``."""
    return AIMS.get(spell.works, SQUARE if spell.radius else FOE)


def range_of(unit: SovereignCombatant, spell: Spell) -> int:
    """Return the range in squares. Rule: spell.creatures."""
    return spell.range * (unit.sheet.caster if spell.by_level else 1)


def cannot_aim(
    combat: SovereignCombat, unit: SovereignCombatant, spell: Spell, target: SovereignCombatant
) -> str:
    """Return the rule that forbids a spell's target.

    Rules: spell.creatures, los.needed-to-attack.
    """
    aim = aim_of(spell)
    if aim in (FOE, FRIEND, OTHERS):
        friend = target.side == unit.side
        if not target.present or (aim == FOE and friend) or (aim == FRIEND and not friend):
            return "spell.creatures"
        if aim == OTHERS and target is unit:
            return "spell.creatures"
        if not friend and not geometry.located(combat, unit, target):
            return "attack.mod.unseen-unknown"
        if aim == OTHERS and not bluntings(target):
            return "turn.fight-is-a-turn"
        if geometry.apart(combat, unit, target) > range_of(unit, spell):
            return "spell.creatures"
        if target is unit:
            return ""
        if not friend and geometry.unseen(combat, unit, target):
            return "attack.mod.unseen-known"
        return "" if geometry.sighted(combat, unit, target) else "los.needed-to-attack"
    if aim == SQUARE:
        return "" if some_centre(combat, unit, spell) else "grid.area-square"
    if aim == LINE:
        return "" if thorns.lines(combat, unit, range_of(unit, spell)) else "los.solids"
    return ""


def bluntings(target: SovereignCombatant) -> list[tuple[int, str]]:
    """Return what can still be blunted: contact with a creature once in a fight, its weapons."""
    options: list[tuple[int, str]] = []
    if not target.used[ONCE] & BLUNTED_ONCE:
        options.append((1, f"shield {target.name} from weapons"))
    for weapon in sorted({target.off, target.hand}, reverse=True):
        if equipment.holds(target, weapon) and not target.harmless >> weapon & 1:
            options.append((2 + weapon, f"blunt {target.sheet.weapons[weapon]} of {target.name}"))
    return options


def willing(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    spell: Spell,
    one: SovereignCombatant,
    chosen: list[SovereignCombatant],
) -> bool:
    """Return whether a spell may take effect on one more willing creature.

    Rules: spell.creatures, strain.limit.
    """
    if one.side != unit.side or not one.present or one in chosen or one.fate != ACTIVE:
        return False
    if spell.works == "speed" and one.strain >= one.sheet.strain_max:
        return False
    if one is unit:
        return True
    far = geometry.apart(combat, unit, one)
    return far <= spell.range and geometry.sighted(combat, unit, one)


# ---- areas ---------------------------------------------------------------------------------------


def widest(unit: SovereignCombatant, spell: Spell) -> int:
    """Return the greatest radius in squares that a spell may have."""
    return 2 * unit.sheet.caster if spell.works == "arctic-circle" else spell.radius


def some_centre(combat: SovereignCombat, unit: SovereignCombatant, spell: Spell) -> bool:
    """Return whether a spell's square can be laid on any enemy, the nearest centres first."""
    grid = combat.grid
    far = range_of(unit, spell)
    foes = [
        one
        for one in combat.units
        if one.present and one.side != unit.side and geometry.located(combat, unit, one)
    ]
    for other in foes:
        if geometry.apart(combat, unit, other) <= far:
            x, y = grid.column(other.cell), grid.row(other.cell)
            for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
                if geometry.sees_crossing(combat, unit, x + dx, y + dy):
                    return True
    radius = widest(unit, spell)
    centre = Centre(combat, unit, spell, radius)
    for other in foes:
        x, y = grid.column(other.cell), grid.row(other.cell)
        for row in range(max(0, y - radius + 1), min(grid.height + 1, y + other.size + radius)):
            for column in range(
                max(0, x - radius + 1), min(grid.width + 1, x + other.size + radius)
            ):
                if centre.fits(column, row, far):
                    return True
    return False


class Centre(Choice):
    """The grid intersection on which a spell is centred. Rule: grid.area-square."""

    kind: ClassVar[str] = "centre"

    def __init__(
        self, combat: SovereignCombat, unit: SovereignCombatant, spell: Spell, radius: int
    ) -> None:
        super().__init__(unit.seats, unit.index, "grid.area-square", PASS)
        self.state = combat
        self.unit = unit
        self.spell = spell
        self.radius = radius
        self.listed: list[int] | None = None
        self.crowded: list[bool] | None = None  # the intersections about which somebody stands

    def answers(self) -> list[int]:
        """Return every intersection in range and sight about which somebody stands."""
        if self.listed is None:
            wide = self.state.grid.width + 1
            far = range_of(self.unit, self.spell)
            found: list[int] = []
            for number, caught in enumerate(self.catching()):
                if caught and self.fits(number % wide, number // wide, far):
                    found.append(1 + number)
            self.listed = found
        return self.listed

    def fits(self, column: int, row: int, far: int) -> bool:
        """Return whether an intersection is in range and sight, with somebody about it."""
        grid = self.state.grid
        x, y = grid.column(self.unit.cell), grid.row(self.unit.cell)
        wide = self.unit.size
        if x - column > far or column - x - wide > far or y - row > far or row - y - wide > far:
            return False
        if not self.catches(column, row):
            return False
        return geometry.sees_crossing(self.state, self.unit, column, row)

    def catches(self, column: int, row: int) -> bool:
        """Return whether anybody stands in the area about an intersection."""
        return self.catching()[row * (self.state.grid.width + 1) + column]

    def catching(self) -> list[bool]:
        """Return of each intersection whether anybody stands in the area about it, row by row."""
        if self.crowded is None:
            grid = self.state.grid
            self.crowded = [False] * ((grid.width + 1) * (grid.height + 1))
            for cell, index in self.state.holders().items():
                if geometry.located(self.state, self.unit, self.state.units[index]):
                    for first, end in self.about(cell):
                        for crossing in range(first, end):
                            self.crowded[crossing] = True
        return self.crowded

    def about(self, cell: int) -> list[tuple[int, int]]:
        """Return the intersections about which an area catches a square, as runs: a run a row."""
        grid = self.state.grid
        x, y, far = grid.xs[cell], grid.ys[cell], self.radius
        left, right = max(0, x - far + 1), min(grid.width, x + far)
        found: list[tuple[int, int]] = []
        for row in range(max(0, y - far + 1), min(grid.height, y + far) + 1):
            first = row * (grid.width + 1)
            found.append((first + left, first + right + 1))
        return found

    def fallback(self) -> int:
        return self.answers()[0]

    def option(self, answer: int) -> Option:
        wide = self.state.grid.width + 1
        column, row = (answer - 1) % wide, (answer - 1) // wide
        cells = geometry.area(self.state.grid, column, row, self.radius)
        corner, edge = self.coded(answer)
        places = [*[cell for cell in cells if cell != corner], corner]
        key, who, ability = f"centre {column},{row}", self.unit.index, self.spell.id
        return Option(answer, key, "centre", who, None, places, ability, -1, edge)

    def code(self, answer: int, space: ActionSpace) -> int:
        corner, edge = self.coded(answer)
        return space.packed(space.verb("centre"), edge, 0, 1 + corner)

    def coded(self, answer: int) -> tuple[int, int]:
        """Return the square and the object that stand for an intersection in action codes.

        The square south-east of it; at the far edges the last one.
        """
        grid = self.state.grid
        column, row = (answer - 1) % (grid.width + 1), (answer - 1) // (grid.width + 1)
        corner = grid.at(min(column, grid.width - 1), min(row, grid.height - 1))
        return corner, 1 + int(column == grid.width) + 2 * int(row == grid.height)

    def prompt(self) -> str:
        return f"where is {self.spell.name} centred?"
