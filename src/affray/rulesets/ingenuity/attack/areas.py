"""Areas: who and what is in them, where they can be centred, those that last."""

from __future__ import annotations

from typing import ClassVar

from affray.core.choice import Choice, Option
from affray.core.event import Told
from affray.core.grid import ALTERNATING, WALL
from affray.rulesets.ingenuity import condition, geometry
from affray.rulesets.ingenuity.definitions import Power
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Zone
from affray.rulesets.ingenuity.terms import ENTANGLED, GREASED, SUPPRESSED, ZONES


class Centre(Choice):
    """On which space an area is centred; an answer is 1 + the space. Rule: power.area."""

    kind: ClassVar[str] = "centre"

    def __init__(
        self, combat: IngenuityCombat, unit: IngenuityCombatant, power: Power, cells: list[int]
    ) -> None:
        super().__init__(unit.seats, unit.index, "power.area", 1 + cells[0])
        self.field = combat
        self.unit = unit
        self.power = power
        self.cells = cells

    def answers(self) -> list[int]:
        return [1 + cell for cell in self.cells]

    def option(self, answer: int) -> Option:
        cell = answer - 1
        name = self.field.grid.name(cell)
        return Option(answer, f"at {name}", "at", self.unit.index, None, [cell], self.power.id)

    def why_not(self, key: str) -> tuple[str, str]:
        words = key.split()
        if len(words) == 2 and words[0] == "at":
            return "geometry.line-of-sight", "it is out of range or out of sight"
        return "", ""

    def candidates(self) -> list[str]:
        return [f"at {self.field.grid.name(cell)}" for cell in range(self.field.grid.size)]

    def prompt(self) -> str:
        return f"{self.power.id}, where?"


def centres(combat: IngenuityCombat, unit: IngenuityCombatant, one: Power) -> list[int]:
    """Return the spaces on which an area can be centred. Rules: power.area, power.steps."""
    return [cell for cell in combat.grid.every if centred_at(combat, unit, one, cell)]


def centred_at(combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, cell: int) -> bool:
    """Return whether an area can be centred on a space. Rules: power.area, power.steps."""
    return (
        combat.grid.distance(unit.cell, cell, ALTERNATING, unit.size) <= one.range
        and geometry.look(combat, unit.cell, cell)
        and combat.ground(cell) != WALL
    )


def within(combat: IngenuityCombat, centre: int, radius: int) -> list[int]:
    """Return who is in an area, by row, then by column. Rules: power.area, dice.order."""
    found: list[tuple[int, int]] = []
    for unit in combat.units:
        if unit.present and unit.cell >= 0:
            for cell in combat.grid.footprint(unit.cell, unit.size):
                if combat.grid.distance(cell, centre, ALTERNATING) <= radius:
                    if geometry.look(combat, cell, centre):
                        found.append((unit.cell, unit.index))
                        break
    found.sort()
    return [who for _, who in found]


def rough(zone: Zone) -> bool:
    """Return whether an area is difficult ground."""
    return zone.kind in (ENTANGLED, GREASED)


def spaces(combat: IngenuityCombat, zone: Zone) -> list[int]:
    """Return the spaces of an area. Rule: power.area."""
    if zone.kind == SUPPRESSED:
        return combat.grid.around(zone.centre, zone.radius)
    return [
        cell
        for cell in geometry.near(combat, zone.centre, 1, zone.radius)
        if geometry.look(combat, cell, zone.centre)
    ]


def inside(combat: IngenuityCombat, zone: Zone, unit: IngenuityCombatant) -> bool:
    """Return whether somebody fills any space of an area."""
    if unit.cell < 0:
        return False
    area = spaces(combat, zone)
    return any(cell in area for cell in combat.grid.footprint(unit.cell, unit.size))


def make(
    combat: IngenuityCombat, unit: IngenuityCombatant, kind: int, centre: int, radius: int
) -> Zone:
    """Let an area be filled for a while."""
    one = Zone(kind, centre, radius)
    one.owner = unit.index
    combat.zones.append(one)
    combat.mark_changed()
    if combat.watched:
        combat.tell(
            Told("fills an area", unit.index, -1, ZONES[kind], 0, "power.area", cell=centre)
        )
    return one


def pass_round(combat: IngenuityCombat) -> None:
    """End the areas whose last round is over."""
    if combat.zones:
        combat.zones = [zone for zone in combat.zones if zone.last == 0 or zone.last > combat.round]


def light_grease(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let fire light the grease that somebody stands in."""
    for zone in combat.zones[:]:
        if zone.kind == GREASED and zone in combat.zones and inside(combat, zone, unit):
            burn(combat, zone)


def burn_over(combat: IngenuityCombat, centre: int, radius: int) -> None:
    """Let an area of fire light the grease that it touches."""
    for zone in combat.zones[:]:
        if zone.kind == GREASED and zone in combat.zones:
            for cell in spaces(combat, zone):
                if combat.grid.distance(cell, centre, ALTERNATING) <= radius:
                    burn(combat, zone)
                    break


def burn(combat: IngenuityCombat, one: Zone) -> None:
    """Burn grease off: burning 2 for everybody in it. Rule: condition.burning."""
    combat.zones.remove(one)
    for other in combat.units:
        if other.present and inside(combat, one, other):
            condition.gain(combat, other, "burning", 2, one.owner)
