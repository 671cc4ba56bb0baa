"""The basic actions: rescue, interact, the basic attacks."""

from __future__ import annotations

from affray.core.event import Rose, Told
from affray.rulesets.icon import ledger, resource
from affray.rulesets.icon.definitions import Ability
from affray.rulesets.icon.geometry import distance
from affray.rulesets.icon.sheet import Sheet
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import ACTIVE, DEFEATED


def basic_place(unit: IconCombatant, basic: str) -> int:
    """Return the place of a basic action among a sheet's abilities, -1 if it has none."""
    for place, ability in enumerate(unit.sheet.abilities):
        if ability.basic == basic:
            return place
    return -1


def can_be_rescued(unit: IconCombatant) -> bool:
    """Return whether somebody lies defeated on the map and can be rescued.

    Rules: action.rescue-limits, defeat.incapacity-ends.
    """
    return unit.fate == DEFEATED and unit.present and unit.hp <= 0 and unit.cell >= 0


def rescue(combat: IconCombat, unit: IconCombatant, by: int) -> None:
    """Bring a defeated character back with all its hit points.

    Rules: action.rescue, turn.rescued-acts, resource.healing-multiples.
    """
    if not can_be_rescued(unit):
        return
    unit.fate = ACTIVE
    if combat.watched:
        combat.tell(Rose(unit.index, "action.rescue", by))
    healed = resource.healing(unit, 0, unit.max_hp())
    ledger.set_hp(combat, unit, unit.hp + healed, "action.rescue", by)
    combat.mark_changed()


def workable(combat: IconCombat, unit: IconCombatant) -> list[int]:
    """Return the objects that somebody can work, by number. Rule: action.interact."""
    found: list[int] = []
    for number, thing in enumerate(combat.things):
        if any(distance.from_cell(combat, cell, unit) <= 1 for cell in thing.cells):
            found.append(number)
    return found


def work(combat: IconCombat, unit: IconCombatant, number: int) -> None:
    """Work an object: it does what the scenario says. Rule: action.interact."""
    thing = combat.things[number]
    combat.worked[number] += 1
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("works", unit.index, -1, thing.id, 0, "action.interact"))
    if combat.worked[number] != thing.times:
        return
    for other, one in enumerate(combat.things):
        if one.id == thing.opens and other not in combat.open_things:
            combat.open_things = [*combat.open_things, other]


def both_ways(heavy: Ability, melee: int, ranged: int) -> list[Ability]:
    """Return the basic heavy attack as a melee and as a ranged attack.

    Rules: action.basic-heavy-attack, attack.melee-and-ranged, sheet.basic-attacks-by-class,
    action.foe-actions.
    """
    found: list[Ability] = []
    for mode, reach in (("melee", melee), ("ranged", ranged)):
        one = Ability(f"basic-{mode}", f"{heavy.name}, {mode}")
        one.cost = heavy.cost
        one.tags = [*heavy.tags, mode]
        one.attack = mode
        one.range = reach
        one.basic = "attack"
        one.hit = heavy.hit
        one.miss = heavy.miss
        found.append(one)
    return found


def is_open(users: list[str], sheet: Sheet) -> bool:
    """Return whether a basic action is open to somebody: foes neither whack nor rescue.

    Rules: action.foe-actions, action.whack, action.rescue.
    """
    return ("pc" if sheet.pc else "foe") in users
